package io.racedet.junit.agent.model;

import java.io.IOException;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;

/** Building blocks of the programs in these tests, woven with them. */
class Programs {
  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final int SLOTS = 1024;
  private static final AtomicIntegerArray WHISPERS = new AtomicIntegerArray(SLOTS);
  private static final AtomicReference<Throwable> FAILURE = new AtomicReference<>();

  /** One step of a program. */
  interface Step {
    void run() throws Exception;
  }

  /** One step of a program, with a result. */
  interface Source<T> {
    T get() throws Exception;
  }

  /** A variable that threads share without synchronisation. */
  static final class Cell {
    int data;
  }

  private Programs() {}

  static Cell[] cells(int number) {
    Cell[] cells = new Cell[number];
    Arrays.setAll(cells, i -> new Cell());
    return cells;
  }

  static void touchAll(Cell[] cells) {
    for (Cell cell : cells) {
      cell.data++;
    }
  }

  /** One thread writes and publishes, another waits for that and reads. */
  static void handOver(Step publish, Step await) {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.data = 1;
          publish.run();
        },
        () -> {
          await.run();
          cell.data++;
        });
  }

  /**
   * As {@link #handOver}, but the second step begins after the first one, which nothing orders, and
   * the first thread lives on until then: its end would order them.
   */
  static void inTurn(Step publish, Step await) {
    handOver(
        () -> {
          publish.run();
          whisper("second");
          hear("end");
        },
        () -> {
          hear("second");
          await.run();
          whisper("end");
        });
  }

  /** As {@link #handOver}, but the second step begins before the first one, and waits for it. */
  static void handOverMeanwhile(Step publish, Step await) {
    handOver(
        () -> {
          hear("waiting");
          publish.run();
        },
        () -> {
          whisper("waiting");
          await.run();
        });
  }

  /**
   * As {@link #handOver}, but the second step ends before the first begins: nothing orders them.
   */
  static void tooEarly(Step publish, Step await) {
    handOver(
        () -> {
          hear("too early");
          publish.run();
          whisper("published");
        },
        () -> {
          await.run();
          whisper("too early");
          hear("published");
        });
  }

  /** Takes a step that is given too little time. */
  static void timesOut(Step step) throws Exception {
    try {
      step.run();
    } catch (TimeoutException wanted) {
      return;
    }
    throw new IllegalStateException("it was in time");
  }

  /** Takes a step that input or output ends with an exception. */
  static void fails(Step step) throws Exception {
    try {
      step.run();
    } catch (IOException | ExecutionException wanted) {
      return;
    }
    throw new IllegalStateException("it did not fail");
  }

  static void check(boolean isSo) {
    if (!isSo) {
      throw failure("it is not so");
    }
  }

  /** An exception that has a cause refuses another one. */
  static void refuse(Exception caused, Throwable cause) {
    boolean isRefused = false;
    try {
      caused.initCause(cause);
    } catch (IllegalStateException e) {
      isRefused = true;
    }
    check(isRefused);
  }

  /** Keeps a failure: the thread may be one whose exceptions nobody asks for. */
  private static IllegalStateException failure(String what) {
    IllegalStateException failure = new IllegalStateException(what);
    FAILURE.setOpaque(failure);
    return failure;
  }

  /** The last failure since the last call of this method, or null. */
  static Throwable takeFailure() {
    return FAILURE.getAndSet(null);
  }

  /** Two threads write, each between two steps. */
  static void exclude(Step begin, Step end) {
    Cell cell = new Cell();
    Step section =
        () -> {
          begin.run();
          cell.data++;
          end.run();
        };
    inParallel(section, section);
  }

  /** Two threads take the same step. */
  static void both(Step step) {
    inParallel(step, step);
  }

  /** Runs steps in threads of their own, and waits for their ends. */
  static void inParallel(Step... steps) {
    List<Thread> threads = Arrays.stream(steps).map(step -> new Thread(() -> run(step))).toList();
    threads.forEach(Thread::start);
    threads.forEach(thread -> run(thread::join));
  }

  static void run(Step step) {
    try {
      step.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static <T> T get(Source<T> source) {
    try {
      return source.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Calls a public method of the JDK from the code of a library. */
  static Runnable calling(Class<?> type, String method, MethodType types, Object... arguments) {
    return get(
        () ->
            MethodHandleProxies.asInterfaceInstance(
                Runnable.class,
                MethodHandles.insertArguments(
                    MethodHandles.publicLookup().findVirtual(type, method, types), 0, arguments)));
  }

  /** Waits until there is a result, without any order of its own. */
  static <T> T until(Source<T> source) throws Exception {
    long start = System.nanoTime();
    T result = source.get();
    while (result == null) {
      yieldSince(start);
      result = source.get();
    }
    return result;
  }

  /** Waits until something is true, without any order of its own. */
  static void untilTrue(Source<Boolean> source) throws Exception {
    long start = System.nanoTime();
    while (!source.get()) {
      yieldSince(start);
    }
  }

  /** Notifies other threads: an opaque write orders nothing. */
  static void whisper(String what) {
    WHISPERS.setOpaque(slot(what), 1);
  }

  /** Waits for {@link #whisper}, without any order. */
  static void hear(String what) {
    long start = System.nanoTime();
    while (WHISPERS.getOpaque(slot(what)) == 0) {
      yieldSince(start);
    }
    WHISPERS.setOpaque(slot(what), 0);
  }

  private static int slot(String what) {
    return what.hashCode() & SLOTS - 1;
  }

  /** A program that waits too long fails, so that it does not hang the tests. */
  private static void yieldSince(long start) {
    if (System.nanoTime() - start > PATIENCE_NANOS) {
      throw failure("nothing came in " + PATIENCE_NANOS + " ns");
    }
    Thread.yield();
  }
}
