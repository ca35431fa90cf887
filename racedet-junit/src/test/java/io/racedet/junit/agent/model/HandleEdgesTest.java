package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** VarHandles and field updaters, with the modes of their accesses. */
class HandleEdgesTest extends HandleEdgesTestCase {
  private static final VarHandle PLAIN = handle("plain", int.class);
  private static final VarHandle FLAG = handle("flag", int.class);
  private static final VarHandle TEXT = handle("text", String.class);
  private static final VarHandle INHERITED = handle(Derived.class, "plain", int.class);
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle SHARED;

  static {
    try {
      SHARED = MethodHandles.lookup().findStaticVarHandle(Subject.class, "shared", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static VarHandle handle(String field, Class<?> type) {
    return handle(Subject.class, field, type);
  }

  private static VarHandle handle(Class<?> receiver, String field, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(receiver, field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static Field fieldNamed(String name) throws NoSuchFieldException {
    return Subject.class.getDeclaredField(name);
  }

  /** What the handles access. */
  static class Subject {
    static long shared;
    static int plainStatic;
    int plain;
    int other;
    volatile int flag;
    volatile long number;
    volatile String text;
  }

  /** Inherits its fields. */
  static final class Derived extends Subject {}

  private static final AtomicIntegerFieldUpdater<Subject> FLAGS =
      AtomicIntegerFieldUpdater.newUpdater(Subject.class, "flag");
  private static final AtomicLongFieldUpdater<Subject> NUMBERS =
      AtomicLongFieldUpdater.newUpdater(Subject.class, "number");
  private static final AtomicReferenceFieldUpdater<Subject, String> TEXTS =
      AtomicReferenceFieldUpdater.newUpdater(Subject.class, String.class, "text");

  private static Arguments passes(String name, Use<Subject> set, Look<Subject> isSet) {
    return passes(name, Subject::new, set, isSet);
  }

  private static Arguments whispered(String name, Use<Subject> set, Use<Subject> look) {
    return whispered(name, Subject::new, set, look);
  }

  static Stream<Arguments> edges() {
    int[] array = new int[2];
    return Stream.of(
        passes("volatile", s -> PLAIN.setVolatile(s, 1), s -> (int) PLAIN.getVolatile(s) == 1),
        passes(
            "release, acquire", s -> PLAIN.setRelease(s, 1), s -> (int) PLAIN.getAcquire(s) == 1),
        passes(
            "compareAndSet", s -> PLAIN.compareAndSet(s, 0, 1), s -> PLAIN.compareAndSet(s, 1, 2)),
        passes(
            "compareAndExchange",
            s -> PLAIN.compareAndExchange(s, 0, 1),
            s -> (int) PLAIN.compareAndExchangeAcquire(s, 1, 2) == 1),
        passes("getAndAdd", s -> PLAIN.getAndAdd(s, 1), s -> (int) PLAIN.getAndAdd(s, 0) == 1),
        passes("handle, then field", s -> FLAG.setRelease(s, 1), s -> s.flag == 1),
        passes("field, then handle", s -> s.flag = 1, s -> (int) FLAG.getAcquire(s) == 1),
        passes("reference", s -> TEXT.setVolatile(s, "x"), s -> TEXT.getVolatile(s) != null),
        edge(
            "handle of an inherited field, then of its class",
            () -> {
              Derived subject = new Derived();
              handOver(
                  () -> INHERITED.setRelease(subject, 1),
                  () -> untilTrue(() -> (int) PLAIN.getAcquire(subject) == 1));
            }),
        passes("static", s -> SHARED.setVolatile(7L), s -> (long) SHARED.getVolatile() == 7),
        passes(
            "array element",
            s -> INTS.setVolatile(array, 1, 1),
            s -> (int) INTS.getVolatile(array, 1) == 1),
        passes(
            "exchange, then exchange",
            s -> {
              int was = (int) PLAIN.compareAndExchangeRelease(s, 0, 1);
            },
            s -> {
              int was = (int) PLAIN.compareAndExchangeAcquire(s, 1, 2);
              return was == 1;
            }),
        passes(
            "volatile field by reflection",
            s -> fieldNamed("flag").set(s, 1),
            s -> (int) fieldNamed("flag").get(s) == 1),
        passes(
            "field by reflection, then handle",
            s -> fieldNamed("number").setLong(s, 1),
            s -> s.number == 1),
        passes("updater, then field", s -> FLAGS.set(s, 1), s -> s.flag == 1),
        passes("field, then updater", s -> s.flag = 1, s -> FLAGS.get(s) == 1),
        passes("updater", s -> FLAGS.incrementAndGet(s), s -> FLAGS.compareAndSet(s, 1, 2)),
        passes("handle, then updater", s -> FLAG.setVolatile(s, 1), s -> FLAGS.get(s) == 1),
        passes("updater of longs", s -> NUMBERS.addAndGet(s, 1), s -> s.number == 1),
        passes(
            "updater of references",
            s -> TEXTS.compareAndSet(s, null, "x"),
            s -> TEXTS.get(s) != null));
  }

  static Stream<Arguments> noEdges() {
    int[] array = new int[2];
    return Stream.of(
        whispered("opaque", s -> PLAIN.setOpaque(s, 1), s -> PLAIN.getOpaque(s)),
        whispered("plain, then volatile", s -> FLAG.set(s, 1), s -> FLAG.getVolatile(s)),
        whispered(
            "failed compareAndSet", s -> PLAIN.compareAndSet(s, 5, 6), s -> PLAIN.getVolatile(s)),
        whispered(
            "failed compareAndExchange",
            s -> {
              int was = (int) PLAIN.compareAndExchange(s, 5, 6);
            },
            s -> PLAIN.getVolatile(s)),
        whispered(
            "failed compareAndExchange of references",
            s -> {
              String was = (String) TEXT.compareAndExchangeRelease(s, "none", "x");
            },
            s -> TEXT.getVolatile(s)),
        whispered(
            "plain field by reflection",
            s -> fieldNamed("plain").setInt(s, 1),
            s -> fieldNamed("other").getInt(s)),
        whispered("two reads", s -> PLAIN.getVolatile(s), s -> PLAIN.getVolatile(s)),
        whispered(
            "other element", s -> INTS.setVolatile(array, 0, 1), s -> INTS.getVolatile(array, 1)),
        whispered("weak and plain", s -> FLAG.weakCompareAndSetPlain(s, 0, 1), s -> FLAG.get(s)),
        edge(
            "updater of another object",
            () -> {
              Subject first = new Subject();
              Subject second = new Subject();
              exclude(() -> FLAGS.set(first, 1), () -> FLAGS.get(second));
            }));
  }

  @Test
  void plainAccess_besideAtomicOne_races() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Subject subject = new Subject();
              inParallel(() -> subject.plain = 1, () -> PLAIN.setVolatile(subject, 2));
            });
    assertThat(recorded.races()).containsExactly("HandleEdgesTest.Subject.plain");
  }

  @Test
  void plainAccesses_ofAnInheritedField_race() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Derived subject = new Derived();
              inParallel(() -> subject.plain = 1, () -> INHERITED.set(subject, 2));
            });
    assertThat(recorded.races()).containsExactly("HandleEdgesTest.Subject.plain");
  }

  @Test
  void atomicAccesses_ofOneField_doNotRace() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Subject subject = new Subject();
              inParallel(
                  () -> PLAIN.setOpaque(subject, 1),
                  () -> PLAIN.getAndAddRelease(subject, 2),
                  () -> PLAIN.setVolatile(subject, 2));
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(recorded.shared()).contains("HandleEdgesTest.Subject.plain");
  }

  @Test
  void exchange_thatFails_isARead() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Subject subject = new Subject();
              inParallel(
                  () -> {
                    int seen = subject.plain;
                  },
                  () -> {
                    int was = (int) PLAIN.compareAndExchange(subject, 5, 6);
                  });
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(recorded.shared()).contains("HandleEdgesTest.Subject.plain");
  }

  @Test
  void accessesByReflection_race() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Subject subject = new Subject();
              inParallel(
                  () -> {
                    fieldNamed("plain").setInt(subject, 1);
                    fieldNamed("plainStatic").set(null, 2);
                    fieldNamed("other").getInt(subject);
                  },
                  () -> {
                    fieldNamed("plain").get(subject);
                    int seen = Subject.plainStatic + subject.other;
                  });
            });
    assertThat(recorded.races())
        .containsExactlyInAnyOrder(
            "HandleEdgesTest.Subject.plain", "HandleEdgesTest.Subject.plainStatic");
  }

  @Test
  void wrongUse_throwsAsWithoutWeaving_andHoldsNobodyUp() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              int[] array = new int[2];
              Object noSubject = "none";
              for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> PLAIN.setVolatile((Subject) null, 1))
                    .isInstanceOf(NullPointerException.class);
                assertThatThrownBy(() -> PLAIN.setVolatile(noSubject, 1))
                    .isInstanceOf(ClassCastException.class);
                assertThatThrownBy(() -> INTS.setVolatile(array, 2, 1))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
                assertThatThrownBy(() -> TEXT.getAndAdd(new Subject(), "x"))
                    .isInstanceOf(UnsupportedOperationException.class);
                assertThatThrownBy(() -> TEXT.setVolatile(new Subject(), (Object) 1))
                    .isInstanceOf(ClassCastException.class);
              }
              inParallel(
                  () -> INTS.setVolatile(array, 1, 1), () -> TEXT.setVolatile(new Subject(), "x"));
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(recorded.damaged()).isFalse();
  }
}
