package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Memory fences around accesses that order nothing by themselves. */
class FenceEdgesTest extends HandleEdgesTestCase {
  private static final VarHandle FLAG;
  private static final VarHandle STATE;

  static {
    try {
      FLAG = MethodHandles.lookup().findVarHandle(Subject.class, "flag", int.class);
      STATE = MethodHandles.lookup().findVarHandle(Subject.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What is accessed between the fences. */
  static final class Subject {
    final AtomicInteger number = new AtomicInteger();
    final AtomicIntegerArray numbers = new AtomicIntegerArray(2);
    int flag;
    volatile int state;
  }

  private static Arguments fenced(String name, Runnable beforeWrite, Runnable afterRead) {
    return edge(
        name,
        () -> {
          Subject subject = new Subject();
          handOver(
              () -> {
                beforeWrite.run();
                FLAG.setOpaque(subject, 1);
              },
              () -> {
                untilTrue(() -> (int) FLAG.getOpaque(subject) == 1);
                afterRead.run();
              });
        });
  }

  private static void none() {}

  private static Use<Subject> released(Use<Subject> use) {
    return subject -> {
      VarHandle.releaseFence();
      use.on(subject);
    };
  }

  private static Look<Subject> acquired(Look<Subject> look) {
    return subject -> {
      boolean isSet = look.at(subject);
      VarHandle.acquireFence();
      return isSet;
    };
  }

  /** Each with a release of its own, to be read in opaque or plain mode. */
  private static Stream<Arguments> beforeAcquireFence() {
    return Stream.of(
        passes(
            "release, opaque and fence",
            s -> FLAG.setRelease(s, 1),
            acquired(s -> (int) FLAG.getOpaque(s) == 1)),
        passes(
            "release by a decrement, decrement and fence",
            s -> FLAG.getAndAddRelease(s, -1),
            acquired(s -> (int) FLAG.getAndAddRelease(s, 0) == -1)),
        passes(
            "release, plain exchange and fence",
            s -> FLAG.setRelease(s, 1),
            acquired(s -> FLAG.weakCompareAndSetPlain(s, 1, 2))),
        passes(
            "volatile, plain read of the handle and fence",
            s -> s.state = 1,
            acquired(s -> (int) STATE.get(s) == 1)),
        passes(
            "atomic, opaque and fence",
            s -> s.number.set(1),
            acquired(s -> s.number.getOpaque() == 1)),
        passes(
            "atomic, plain and fence",
            s -> s.number.incrementAndGet(),
            acquired(s -> s.number.getPlain() == 1)),
        passes(
            "atomic, failed release and fence",
            s -> s.number.set(1),
            acquired(s -> s.number.compareAndExchangeRelease(5, 6) == 1)),
        passes(
            "atomic array, plain exchange and fence",
            s -> s.numbers.set(1, 1),
            acquired(s -> s.numbers.weakCompareAndSetPlain(1, 1, 2))));
  }

  /** Each with an acquire of its own, of what was written in opaque or plain mode. */
  private static Stream<Arguments> afterReleaseFence() {
    return Stream.of(
        passes(
            "fence and opaque, acquire",
            released(s -> FLAG.setOpaque(s, 1)),
            s -> (int) FLAG.getAcquire(s) == 1),
        passes(
            "fence and acquiring increment, acquire",
            released(s -> FLAG.getAndAddAcquire(s, 1)),
            s -> (int) FLAG.getAcquire(s) == 1),
        passes(
            "fence and plain write of the handle, volatile",
            released(s -> STATE.set(s, 1)),
            s -> s.state == 1),
        passes(
            "fence and opaque atomic, get",
            released(s -> s.number.setOpaque(1)),
            s -> s.number.get() == 1),
        passes(
            "fence and plain atomic, exchange",
            released(s -> s.number.setPlain(1)),
            s -> s.number.compareAndSet(1, 2)),
        passes(
            "fence and acquiring exchange of an atomic, get",
            released(s -> s.number.compareAndExchangeAcquire(0, 1)),
            s -> s.number.get() == 1),
        passes(
            "fence and opaque element, get",
            released(s -> s.numbers.setOpaque(1, 1)),
            s -> s.numbers.get(1) == 1));
  }

  private static Arguments passes(String name, Use<Subject> set, Look<Subject> isSet) {
    return passes(name, Subject::new, set, isSet);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            bothFenced(),
            beforeAcquireFence(),
            afterReleaseFence(),
            Stream.of(
                edge(
                    "many opaque reads before a fence",
                    () -> {
                      Subject subject = new Subject();
                      AtomicIntegerArray others = new AtomicIntegerArray(100);
                      handOver(
                          () -> FLAG.setRelease(subject, 1),
                          () -> {
                            untilTrue(() -> (int) FLAG.getOpaque(subject) == 1);
                            for (int i = 0; i < others.length(); i++) {
                              others.getOpaque(i);
                            }
                            VarHandle.acquireFence();
                          });
                    })))
        .flatMap(all -> all);
  }

  private static Stream<Arguments> bothFenced() {
    return Stream.of(
        fenced("release, acquire", () -> VarHandle.releaseFence(), () -> VarHandle.acquireFence()),
        fenced("full, full", () -> VarHandle.fullFence(), () -> VarHandle.fullFence()),
        fenced(
            "stores, loads", () -> VarHandle.storeStoreFence(), () -> VarHandle.loadLoadFence()));
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(wronglyFenced(), unfenced());
  }

  private static Stream<Arguments> unfenced() {
    return Stream.of(
        passes("release, opaque", s -> FLAG.setRelease(s, 1), s -> (int) FLAG.getOpaque(s) == 1),
        passes("opaque, acquire", s -> FLAG.setOpaque(s, 1), s -> (int) FLAG.getAcquire(s) == 1),
        passes("atomic, opaque", s -> s.number.set(1), s -> s.number.getOpaque() == 1),
        passes("plain atomic, get", s -> s.number.setPlain(1), s -> s.number.get() == 1),
        edge(
            "release, fence before the opaque read",
            () -> {
              Subject subject = new Subject();
              handOver(
                  () -> {
                    FLAG.setRelease(subject, 1);
                    whisper("released");
                  },
                  () -> {
                    hear("released");
                    VarHandle.acquireFence();
                    FLAG.getOpaque(subject);
                  });
            }),
        passes(
            "fence after the opaque write, acquire",
            s -> {
              FLAG.setOpaque(s, 1);
              VarHandle.releaseFence();
            },
            s -> (int) FLAG.getAcquire(s) == 1),
        passes(
            "release, opaque read of another variable and fence",
            s -> {
              FLAG.setRelease(s, 1);
              s.number.setOpaque(1);
            },
            acquired(s -> s.number.getOpaque() == 1)));
  }

  private static Stream<Arguments> wronglyFenced() {
    return Stream.of(
        fenced("no fence", FenceEdgesTest::none, FenceEdgesTest::none),
        fenced("release only", () -> VarHandle.releaseFence(), FenceEdgesTest::none),
        fenced("acquire only", FenceEdgesTest::none, () -> VarHandle.acquireFence()),
        fenced(
            "the wrong way round", () -> VarHandle.acquireFence(), () -> VarHandle.releaseFence()));
  }
}
