package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.racedet.junit.DeadlocksTest.Step;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What is said of deadlocks that come, where reflection or method handles request the locks. */
@ResourceLock(Resources.GLOBAL)
class ReflectiveDeadlocksTest {
  private static final Step NOTHING = () -> {};

  /** The number of a lambda among those of its method; compilers differ in their order. */
  private static final String ANY = "[0-4]";

  /** A call by reflection, or one by a method handle. */
  interface Call<T> {
    void of(T what) throws Exception;
  }

  private static String message(Step body) {
    return catchThrowable(() -> DeadlocksTest.check().schedule(Schedule.NONE).run(body::run))
        .getMessage();
  }

  private static void reflect(Class<?> type) throws Exception {
    type.getDeclaredMethod("run", Step.class).invoke(null, NOTHING);
  }

  private static void handle(Class<?> type) throws Exception {
    MethodType runs = MethodType.methodType(void.class, Step.class);
    MethodHandle run = MethodHandles.lookup().findStatic(type, "run", runs);
    try {
      run.invokeExact(NOTHING);
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  @Test
  void classes_calledDirectly() {
    String message =
        message(
            () -> {
              CyclicBarrier both = new CyclicBarrier(2);
              RaceCheck.inParallel(
                  () ->
                      CalledFirst.run(
                          () -> {
                            both.await();
                            CalledSecond.run(NOTHING);
                          }),
                  () ->
                      CalledSecond.run(
                          () -> {
                            both.await();
                            CalledFirst.run(NOTHING);
                          }));
            });
    assertThat(message)
        .startsWith("deadlock (OBSERVED) of Called")
        .contains("\" requests CalledFirst.class monitor\n")
        .contains("\" requests CalledSecond.class monitor\n")
        .containsPattern(" monitor\n" + frame("lambda$classes_calledDirectly$" + ANY));
  }

  /** The JVM takes such a lock without a request that racedet knows of. */
  @Test
  void classes_calledByReflection() {
    String message =
        message(
            () -> {
              CyclicBarrier both = new CyclicBarrier(2);
              RaceCheck.inParallel(
                  () ->
                      ReflectedFirst.run(
                          () -> {
                            both.await();
                            reflect(ReflectedSecond.class);
                          }),
                  () ->
                      ReflectedSecond.run(
                          () -> {
                            both.await();
                            reflect(ReflectedFirst.class);
                          }));
            });
    assertHung(message, "Reflected", "reflect", "lambda$classes_calledByReflection$");
  }

  @Test
  void classes_calledByMethodHandles() {
    String message =
        message(
            () -> {
              CyclicBarrier both = new CyclicBarrier(2);
              RaceCheck.inParallel(
                  () ->
                      HandledFirst.run(
                          () -> {
                            both.await();
                            handle(HandledSecond.class);
                          }),
                  () ->
                      HandledSecond.run(
                          () -> {
                            both.await();
                            handle(HandledFirst.class);
                          }));
            });
    assertHung(message, "Handled", "handle", "lambda$classes_calledByMethodHandles$");
  }

  /* Locks and lambdas have the names that reports of deadlocks have for them. */
  private static void assertHung(String message, String classes, String caller, String lambda) {
    assertThat(message)
        .contains(") hung in a deadlock\n")
        .contains("\"parallel-1\" waits for " + classes + "Second.class held by \"parallel-2\"")
        .containsPattern(
            "\"parallel-1\" BLOCKED on "
                + classes
                + "Second.class held by \"parallel-2\"\n"
                + "    at io.racedet.junit."
                + classes
                + "Second.run\\(ReflectiveDeadlocksTest.java\\)\n"
                + frame(caller)
                + frame(lambda + ANY)
                + "    at io.racedet.junit."
                + classes
                + "First.run\\(ReflectiveDeadlocksTest.java:\\d+\\)\n"
                + frame(lambda + ANY)
                + "    holds "
                + classes
                + "First.class\n");
  }

  private static String frame(String method) {
    return "    at io.racedet.junit.ReflectiveDeadlocksTest."
        + method.replace("$", "\\$")
        + "\\(ReflectiveDeadlocksTest.java:\\d+\\)\n";
  }

  @Test
  void locks_requestedByReflection() {
    Call<Lock> request = lock -> Lock.class.getMethod("lock").invoke(lock);
    assertThat(message(() -> deadlock(request)))
        .startsWith("deadlock (OBSERVED) of ReentrantLock@")
        .containsPattern(
            "\" requests ReentrantLock@\\d\n" + frame("lambda$locks_requestedByReflection$0"))
        .doesNotContain("Method.java");
  }

  @Test
  void locks_requestedByMethodHandles() {
    assertThat(message(() -> deadlock(ReflectiveDeadlocksTest::lock)))
        .startsWith("deadlock (OBSERVED) of ReentrantLock@")
        .containsPattern("\" requests ReentrantLock@\\d\n" + frame("lock"))
        .doesNotContain("LambdaForm");
  }

  private static void lock(Lock lock) throws Exception {
    MethodType locks = MethodType.methodType(void.class);
    MethodHandle request = MethodHandles.lookup().findVirtual(Lock.class, "lock", locks);
    try {
      request.invokeExact(lock);
    } catch (Throwable thrown) {
      throw new IllegalStateException(thrown);
    }
  }

  private static void deadlock(Call<Lock> request) throws Exception {
    Lock a = new ReentrantLock();
    Lock b = new ReentrantLock();
    CyclicBarrier both = new CyclicBarrier(2);
    RaceCheck.inParallel(() -> within(a, b, both, request), () -> within(b, a, both, request));
  }

  private static void within(Lock outer, Lock inner, CyclicBarrier both, Call<Lock> request)
      throws Exception {
    outer.lock();
    try {
      both.await();
      request.of(inner);
    } finally {
      outer.unlock();
    }
  }
}

/** Is locked by its method, as each of these classes. */
final class CalledFirst {
  private CalledFirst() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}

final class CalledSecond {
  private CalledSecond() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}

final class ReflectedFirst {
  private ReflectedFirst() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}

final class ReflectedSecond {
  private ReflectedSecond() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}

final class HandledFirst {
  private HandledFirst() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}

final class HandledSecond {
  private HandledSecond() {}

  static synchronized void run(Step step) throws Exception {
    step.run();
  }
}
