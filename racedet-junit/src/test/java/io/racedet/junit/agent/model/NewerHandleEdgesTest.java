package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.provider.Arguments;

/**
 * VarHandles that are made from others, and of memory segments: by reflection, as the tests compile
 * for Java 17, which has neither.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class NewerHandleEdgesTest extends HandleEdgesTestCase {
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle PLAIN = handle("plain");
  private static final VarHandle STATE = handle("state");
  private static final VarHandle IS_SET =
      adapted(
          "filterValue",
          new Class<?>[] {VarHandle.class, MethodHandle.class, MethodHandle.class},
          STATE,
          method("numberOf", MethodType.methodType(int.class, boolean.class)),
          method("isSet", MethodType.methodType(boolean.class, int.class)));
  private static final VarHandle OF_NEXT =
      adapted(
          "filterCoordinates",
          new Class<?>[] {VarHandle.class, int.class, MethodHandle[].class},
          PLAIN,
          0,
          new MethodHandle[] {
            method("nextOf", MethodType.methodType(Subject.class, Subject.class))
          });
  private static final VarHandle SEGMENT = ofSegments();

  /** What the handles access. */
  static final class Subject {
    final Subject next;
    int plain;
    volatile int state;

    Subject(Subject next) {
      this.next = next;
    }
  }

  private static VarHandle handle(String field) {
    return Programs.get(
        () -> MethodHandles.lookup().findVarHandle(Subject.class, field, int.class));
  }

  private static MethodHandle method(String name, MethodType type) {
    return Programs.get(
        () -> MethodHandles.lookup().findStatic(NewerHandleEdgesTest.class, name, type));
  }

  private static int numberOf(boolean set) {
    return set ? 1 : 0;
  }

  private static boolean isSet(int number) {
    return number != 0;
  }

  private static Subject nextOf(Subject subject) {
    return subject.next;
  }

  private static VarHandle adapted(String how, Class<?>[] types, Object... arguments) {
    return Programs.get(
        () -> (VarHandle) MethodHandles.class.getMethod(how, types).invoke(null, arguments));
  }

  private static VarHandle ofElement(int[] array, int index) {
    return adapted(
        "insertCoordinates",
        new Class<?>[] {VarHandle.class, int.class, Object[].class},
        ELEMENT,
        0,
        new Object[] {array, index});
  }

  private static VarHandle ofSegments() {
    return Programs.get(
        () -> {
          Class<?> layout = Class.forName("java.lang.foreign.ValueLayout");
          Object ints = layout.getField("JAVA_INT").get(null);
          return (VarHandle) layout.getMethod("varHandle").invoke(ints);
        });
  }

  private static Object segment() throws ReflectiveOperationException {
    Class<?> arena = Class.forName("java.lang.foreign.Arena");
    Object automatic = arena.getMethod("ofAuto").invoke(null);
    return arena.getMethod("allocate", long.class, long.class).invoke(automatic, 64L, 8L);
  }

  private static Subject twoSubjects() {
    return new Subject(new Subject(null));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        passesLinked(
            "segment",
            NewerHandleEdgesTest::segment,
            m -> SEGMENT.setRelease(m, 8L, 1),
            m -> (int) SEGMENT.getAcquire(m, 8L) == 1),
        passesLinked(
            "exchange in a segment",
            NewerHandleEdgesTest::segment,
            m -> SEGMENT.compareAndSet(m, 16L, 0, 1),
            m -> SEGMENT.compareAndSet(m, 16L, 1, 2)),
        passesLinked(
            "inserted coordinates",
            () -> ofElement(new int[4], 2),
            h -> h.setRelease(1),
            h -> (int) h.getAcquire() == 1),
        passesLinked(
            "filtered value, then the field",
            NewerHandleEdgesTest::twoSubjects,
            s -> IS_SET.setVolatile(s, true),
            s -> s.state == 1),
        passesLinked(
            "handle of the field, then filtered value",
            NewerHandleEdgesTest::twoSubjects,
            s -> STATE.setRelease(s, 1),
            s -> (boolean) IS_SET.getAcquire(s)),
        passesLinked(
            "filtered coordinate",
            NewerHandleEdgesTest::twoSubjects,
            s -> OF_NEXT.setRelease(s, 1),
            s -> (int) OF_NEXT.getAcquire(s) == 1),
        passesLinked(
            "filtered coordinate, then another way to the same",
            NewerHandleEdgesTest::twoSubjects,
            s -> OF_NEXT.setRelease(new Subject(s), 1),
            s -> (int) OF_NEXT.getAcquire(new Subject(s)) == 1));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        whispered(
            "opaque in a segment",
            NewerHandleEdgesTest::segment,
            m -> SEGMENT.setOpaque(m, 8L, 1),
            m -> SEGMENT.getAcquire(m, 8L)),
        whispered(
            "filtered value, opaque",
            NewerHandleEdgesTest::twoSubjects,
            s -> IS_SET.setOpaque(s, true),
            s -> IS_SET.getOpaque(s)),
        whispered(
            "filtered value, opaque, then the field",
            NewerHandleEdgesTest::twoSubjects,
            s -> IS_SET.setOpaque(s, true),
            s -> STATE.getVolatile(s)));
  }

  @Test
  void filteredCoordinate_isNoAccessOfTheFirstObject() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Subject subject = twoSubjects();
              inParallel(() -> subject.plain = 1, () -> OF_NEXT.setVolatile(subject, 2));
            });
    assertThat(recorded.races()).isEmpty();
  }
}
