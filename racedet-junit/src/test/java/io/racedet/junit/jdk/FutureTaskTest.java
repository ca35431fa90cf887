package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that are run by hand. */
@RaceFree
class FutureTaskTest extends JdkPrograms {
  @Test
  @Tag(PROMISED)
  void futureTask_getTimeoutRetry() throws Exception {
    Cell c = new Cell();
    FutureTask<?> f =
        new FutureTask<>(
            () -> {
              pause(50);
              return c.add();
            });
    start(f::run);
    for (; ; ) {
      try {
        f.get(10, TimeUnit.MICROSECONDS);
        break;
      } catch (TimeoutException e) {
        // Not done yet.
      }
    }
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_cancelledByOther_get() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(() -> 1);
    Thread t =
        start(
            () -> {
              c.add();
              f.cancel(true);
            });
    try {
      f.get();
      throw new AssertionError();
    } catch (CancellationException e) {
      c.add();
    }
    t.join();
  }

  static final ThreadFactory SILENT =
      r -> {
        Thread t = new Thread(r);
        t.setUncaughtExceptionHandler((x, e) -> {});
        return t;
      };

  static class Again extends FutureTask<Void> {
    Again(Runnable r) {
      super(r, null);
    }

    boolean again() {
      return runAndReset();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void futureTask_runAndReset_oneAtATime() throws Exception {
    Cell c = new Cell();
    Again f = new Again(c::add);
    Step b =
        () -> {
          for (int i = 0; i < 4; i++) {
            f.again();
          }
        };
    inParallel(b, b);
  }

  @Test
  @Tag(IMPLEMENTED)
  void futureTask_cancelReturnsFalse() throws Exception {
    Cell c = new Cell(1);
    c.add();
    FutureTask<Integer> f = new FutureTask<>(c::add);
    Thread t = start(f::run);
    if (!f.cancel(false)) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_isDoneSpin() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(c::add);
    Thread t = start(f::run);
    while (!f.isDone()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_isCancelledSpin() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(() -> 1);
    Thread t =
        start(
            () -> {
              c.add();
              f.cancel(false);
            });
    while (!f.isCancelled()) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  @Test
  @Tag(IMPLEMENTED)
  void futureTask_runAgain_whenDone() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f = new FutureTask<>(c::add);
    Step run =
        () -> {
          f.run();
          if (f.isDone()) {
            c.get();
          }
        };
    inParallel(run, run);
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_ofAnException() throws Exception {
    Cell c = new Cell();
    FutureTask<Integer> f =
        new FutureTask<>(
            () -> {
              c.add();
              throw new IllegalStateException("wanted");
            });
    Thread t = start(f::run);
    try {
      f.get();
      throw new AssertionError();
    } catch (ExecutionException e) {
      c.add();
    }
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_doneHook() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(1);
    FutureTask<Integer> f =
        new FutureTask<>(c::add) {
          @Override
          protected void done() {
            c.add();
            l.countDown();
          }
        };
    Thread t = start(f::run);
    l.await();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void futureTask_doneHook_ofCancel() throws Exception {
    Cell c = new Cell();
    CountDownLatch l = new CountDownLatch(1);
    FutureTask<Integer> f =
        new FutureTask<>(() -> 1) {
          @Override
          protected void done() {
            c.add();
            l.countDown();
          }
        };
    c.add();
    Thread t = start(() -> f.cancel(true));
    l.await();
    c.add();
    t.join();
  }
}
