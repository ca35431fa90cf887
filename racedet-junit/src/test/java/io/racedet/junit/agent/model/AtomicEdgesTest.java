package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Atomics, with the modes of their accesses. */
class AtomicEdgesTest extends EdgesTestCase {
  private static final String X = "x";

  private static Arguments passes(String name, Programs.Step set, Programs.Source<Boolean> isSet) {
    return edge(name, () -> handOver(set, () -> untilTrue(isSet)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(integers(), others()).flatMap(all -> all);
  }

  private static Stream<Arguments> integers() {
    AtomicInteger a = new AtomicInteger();
    AtomicInteger b = new AtomicInteger();
    AtomicInteger c = new AtomicInteger();
    AtomicInteger d = new AtomicInteger();
    AtomicInteger e = new AtomicInteger();
    AtomicInteger f = new AtomicInteger();
    AtomicInteger g = new AtomicInteger();
    AtomicInteger h = new AtomicInteger();
    return Stream.of(
        passes("set, get", () -> a.set(1), () -> a.get() == 1),
        passes("lazySet, get", () -> b.lazySet(1), () -> b.get() == 1),
        passes("setRelease, getAcquire", () -> c.setRelease(1), () -> c.getAcquire() == 1),
        passes("incrementAndGet, get", d::incrementAndGet, () -> d.get() == 1),
        passes("compareAndSet, get", () -> e.compareAndSet(0, 1), () -> e.get() == 1),
        passes("updateAndGet, get", () -> f.updateAndGet(x -> x + 1), () -> f.get() == 1),
        passes(
            "compareAndExchange",
            () -> g.compareAndExchange(0, 1),
            () -> g.compareAndExchange(1, 2) == 1),
        passes(
            "weakCompareAndSetAcquire",
            () -> h.weakCompareAndSetRelease(0, 1),
            () -> h.weakCompareAndSetAcquire(1, 2)),
        edge(
            "spin lock",
            () -> {
              AtomicInteger lock = new AtomicInteger();
              exclude(() -> untilTrue(() -> lock.compareAndSet(0, 1)), () -> lock.set(0));
            }),
        edge(
            "failed compareAndSet reads",
            () -> {
              AtomicInteger state = new AtomicInteger();
              handOver(() -> state.set(1), () -> untilTrue(() -> !state.compareAndSet(0, 0)));
            }));
  }

  private static Stream<Arguments> others() {
    AtomicLong number = new AtomicLong();
    AtomicBoolean flag = new AtomicBoolean();
    AtomicReference<String> reference = new AtomicReference<>();
    AtomicIntegerArray ints = new AtomicIntegerArray(2);
    AtomicLongArray longs = new AtomicLongArray(2);
    AtomicReferenceArray<String> references = new AtomicReferenceArray<>(2);
    AtomicStampedReference<String> stamped = new AtomicStampedReference<>(null, 0);
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>(null, false);
    LongAdder adder = new LongAdder();
    DoubleAdder doubles = new DoubleAdder();
    LongAccumulator maximum = new LongAccumulator(Long::max, 0);
    return Stream.of(
        passes("AtomicLong", () -> number.addAndGet(1), () -> number.get() == 1),
        passes("AtomicBoolean", () -> flag.set(true), flag::get),
        passes("AtomicReference", () -> reference.set(X), () -> reference.get() != null),
        passes("AtomicIntegerArray", () -> ints.set(1, 1), () -> ints.get(1) == 1),
        passes("AtomicLongArray", () -> longs.getAndSet(1, 1), () -> longs.get(1) == 1),
        passes(
            "AtomicReferenceArray",
            () -> references.compareAndSet(1, null, X),
            () -> references.get(1) != null),
        passes(
            "AtomicStampedReference",
            () -> stamped.compareAndSet(null, X, 0, 1),
            () -> stamped.getStamp() == 1),
        passes("AtomicMarkableReference", () -> marked.set(X, true), marked::isMarked),
        passes("LongAdder", adder::increment, () -> adder.sum() == 1),
        passes("DoubleAdder", () -> doubles.add(1), () -> doubles.sum() == 1),
        passes("LongAccumulator", () -> maximum.accumulate(1), () -> maximum.get() == 1));
  }

  private static Arguments whispered(
      String name, Programs.Step publish, Programs.Source<Object> look) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  publish.run();
                  whisper("published");
                },
                () -> {
                  hear("published");
                  look.get();
                }));
  }

  static Stream<Arguments> noEdges() {
    AtomicInteger a = new AtomicInteger();
    AtomicInteger b = new AtomicInteger();
    AtomicInteger c = new AtomicInteger();
    AtomicInteger d = new AtomicInteger();
    AtomicInteger e = new AtomicInteger();
    AtomicInteger f = new AtomicInteger();
    AtomicIntegerArray array = new AtomicIntegerArray(2);
    LongAdder adder = new LongAdder();
    return Stream.of(
        whispered("setPlain, get", () -> a.setPlain(1), a::get),
        whispered("set, getPlain", () -> b.set(1), b::getPlain),
        whispered("setOpaque, getOpaque", () -> c.setOpaque(1), c::getOpaque),
        whispered("get, get", d::get, d::get),
        whispered("failed compareAndSet, get", () -> e.compareAndSet(5, 6), e::get),
        whispered("get, set", f::get, () -> f.getAndSet(1)),
        whispered("other element", () -> array.set(0, 1), () -> array.get(1)),
        exclusion("adds of an adder", adder::increment));
  }

  private static Arguments exclusion(String name, Programs.Step step) {
    return edge(name, () -> exclude(step, step));
  }
}
