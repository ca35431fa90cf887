package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Adders, accumulators and references with a mark: who changes them, and who sees the change. */
class AdderEdgesTest extends EdgesTestCase {
  private static final String X = "x";

  private static Arguments passes(String name, Programs.Step set, Programs.Source<Boolean> isSet) {
    return edge(name, () -> handOver(set, () -> untilTrue(isSet)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(adders(), accumulators(), contended(), references()).flatMap(rows -> rows);
  }

  private static LongAdder five() {
    LongAdder adder = new LongAdder();
    adder.add(5);
    return adder;
  }

  private static DoubleAdder half() {
    DoubleAdder adder = new DoubleAdder();
    adder.add(0.5);
    return adder;
  }

  private static Stream<Arguments> adders() {
    LongAdder a = five();
    LongAdder b = five();
    LongAdder c = five();
    LongAdder d = five();
    DoubleAdder e = half();
    DoubleAdder f = half();
    DoubleAdder g = half();
    DoubleAdder h = half();
    return Stream.of(
        passes("add, sum", () -> a.add(1), () -> a.sum() == 6),
        passes("reset, sum", b::reset, () -> b.sum() == 0),
        passes("sumThenReset, sum", c::sumThenReset, () -> c.sum() == 0),
        passes("add, sumThenReset", () -> d.add(1_000), () -> d.sumThenReset() >= 1_000),
        passes("double add, sum", () -> e.add(1), () -> e.sum() > 1),
        passes("double reset, sum", f::reset, () -> f.sum() == 0),
        passes("double sumThenReset, sum", g::sumThenReset, () -> g.sum() == 0),
        passes("double add, sumThenReset", () -> h.add(1_000), () -> h.sumThenReset() >= 1_000));
  }

  private static LongAccumulator longs() {
    LongAccumulator most = new LongAccumulator(Long::max, 0);
    most.accumulate(5);
    return most;
  }

  private static DoubleAccumulator doubles() {
    DoubleAccumulator most = new DoubleAccumulator(Double::max, 0);
    most.accumulate(5);
    return most;
  }

  private static Stream<Arguments> accumulators() {
    LongAccumulator a = longs();
    LongAccumulator b = longs();
    LongAccumulator c = longs();
    LongAccumulator d = longs();
    DoubleAccumulator e = doubles();
    DoubleAccumulator f = doubles();
    DoubleAccumulator g = doubles();
    DoubleAccumulator h = doubles();
    return Stream.of(
        passes("accumulate, get", () -> a.accumulate(9), () -> a.get() == 9),
        passes("reset, get", b::reset, () -> b.get() == 0),
        passes("getThenReset, get", c::getThenReset, () -> c.get() == 0),
        passes("accumulate, getThenReset", () -> d.accumulate(9), () -> d.getThenReset() == 9),
        passes("double accumulate, get", () -> e.accumulate(9), () -> e.get() == 9),
        passes("double reset, get", f::reset, () -> f.get() == 0),
        passes("double getThenReset, get", g::getThenReset, () -> g.get() == 0),
        passes(
            "double accumulate, getThenReset", () -> h.accumulate(9), () -> h.getThenReset() == 9));
  }

  /** An accumulator, by what its methods do. */
  private record Sum(LongConsumer accumulate, LongSupplier get) {
    /** Two threads meet in it: from then on each thread has a cell of its own, or makes one. */
    static Sum contended(Function<LongBinaryOperator, Sum> create) {
      Sum sum = meeting(create);
      Thread other = new Thread(() -> sum.accumulate.accept(1));
      other.start();
      sum.meet();
      Programs.run(other::join);
      return sum;
    }

    /** The first thread but its creator waits in it until the creator has added. */
    static Sum meeting(Function<LongBinaryOperator, Sum> create) {
      Thread creator = Thread.currentThread();
      AtomicInteger meetings = new AtomicInteger();
      return create.apply(
          (a, b) -> {
            if (Thread.currentThread() != creator && meetings.getAndIncrement() == 0) {
              whisper("met");
              hear("lost");
            }
            return a + b;
          });
    }

    /** The other thread has computed a sum, but not yet set it. */
    void meet() {
      hear("met");
      accumulate.accept(1);
      whisper("lost");
    }

    static Sum ofLongs(LongBinaryOperator function) {
      LongAccumulator sum = new LongAccumulator(function, 0);
      return new Sum(sum::accumulate, sum::get);
    }

    static Sum ofDoubles(LongBinaryOperator function) {
      DoubleAccumulator sum =
          new DoubleAccumulator((a, b) -> function.applyAsLong((long) a, (long) b), 0);
      return new Sum(sum::accumulate, () -> (long) sum.get());
    }
  }

  /** Whether a thread finds a cell depends on its number: so there are several. */
  private static Arguments contended(String name, Function<LongBinaryOperator, Sum> create) {
    return edge(
        name,
        () -> {
          for (int i = 0; i < 6; i++) {
            Sum sum = Sum.contended(create);
            handOver(
                () -> sum.accumulate.accept(1), () -> untilTrue(() -> sum.get.getAsLong() == 3));
          }
        });
  }

  /** A thread that has made a cell adds to it. */
  private static Arguments again(String name, Function<LongBinaryOperator, Sum> create) {
    return edge(
        name,
        () -> {
          Sum sum = Sum.meeting(create);
          Programs.Cell cell = new Programs.Cell();
          Thread other =
              new Thread(
                  () -> {
                    sum.accumulate.accept(1);
                    cell.data = 1;
                    sum.accumulate.accept(1);
                    hear("added");
                  });
          other.start();
          sum.meet();
          untilTrue(() -> sum.get.getAsLong() == 3);
          cell.data++;
          whisper("added");
          other.join();
        });
  }

  private static Stream<Arguments> contended() {
    return Stream.of(
        contended("accumulate with contention", Sum::ofLongs),
        contended("double accumulate with contention", Sum::ofDoubles),
        again("accumulate after contention", Sum::ofLongs),
        again("double accumulate after contention", Sum::ofDoubles));
  }

  private static Stream<Arguments> references() {
    AtomicMarkableReference<String> a = new AtomicMarkableReference<>(null, false);
    AtomicMarkableReference<String> b = new AtomicMarkableReference<>(X, false);
    AtomicMarkableReference<String> c = new AtomicMarkableReference<>(null, false);
    AtomicMarkableReference<String> d = new AtomicMarkableReference<>(null, false);
    AtomicStampedReference<String> e = new AtomicStampedReference<>(X, 0);
    AtomicStampedReference<String> f = new AtomicStampedReference<>(null, 0);
    AtomicStampedReference<String> g = new AtomicStampedReference<>(null, 0);
    return Stream.of(
        passes("marked: compareAndSet", () -> a.compareAndSet(null, X, false, true), a::isMarked),
        passes("marked: attemptMark", () -> b.attemptMark(X, true), b::isMarked),
        passes(
            "marked: set, compareAndSet",
            () -> c.set(X, true),
            () -> c.compareAndSet(X, null, true, false)),
        passes(
            "marked: compareAndSet, getReference",
            () -> d.compareAndSet(null, X, false, false),
            () -> d.getReference() != null),
        passes("stamped: attemptStamp", () -> e.attemptStamp(X, 1), () -> e.getStamp() == 1),
        passes(
            "stamped: set, compareAndSet", () -> f.set(X, 1), () -> f.compareAndSet(X, null, 1, 2)),
        passes("stamped: set, get", () -> g.set(X, 1), () -> g.get(new int[1]) != null));
  }

  private static Arguments apart(String name, Programs.Step first, Programs.Source<Object> second) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  first.run();
                  whisper("done");
                },
                () -> {
                  hear("done");
                  second.get();
                }));
  }

  static Stream<Arguments> noEdges() {
    LongAdder longs = five();
    DoubleAdder doubles = half();
    LongAccumulator most = longs();
    DoubleAccumulator greatest = doubles();
    AtomicStampedReference<String> stamped = new AtomicStampedReference<>(null, 0);
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>(null, false);
    return Stream.of(
        edge("sums", () -> exclude(longs::sum, longs::sum)),
        edge("double sums", () -> exclude(doubles::sum, doubles::sum)),
        edge("adds", () -> exclude(longs::increment, longs::decrement)),
        edge("double adds", () -> exclude(() -> doubles.add(1), () -> doubles.add(1))),
        edge("accumulated values", () -> exclude(most::get, most::get)),
        edge("double accumulated values", () -> exclude(greatest::get, greatest::get)),
        apart("value that changes nothing", () -> most.accumulate(1), most::get),
        apart("double value that changes nothing", () -> greatest.accumulate(1), greatest::get),
        apart(
            "stamped: compareAndSet that fails",
            () -> stamped.compareAndSet(X, null, 0, 1),
            stamped::getReference),
        apart(
            "marked: compareAndSet that fails",
            () -> marked.compareAndSet(X, null, false, true),
            marked::getReference));
  }
}
