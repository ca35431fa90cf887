package io.racedet.junit.extension.unwoven;

import java.lang.ref.Cleaner;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Threads that act by themselves. Found by name only, so that no class file refers to it. */
public final class Acting {
  private static final int MILLIS = 5;

  private static Cleaner cleaner;

  private Acting() {}

  /** An object that does something when it is finalized. */
  private static final class Finalized {
    private final Runnable task;

    Finalized(Runnable task) {
      this.task = task;
    }

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
      task.run();
    }
  }

  /**
   * Starts a thread of a kind.
   *
   * @param kind which one
   * @param task what it does, again and again
   */
  public static void start(String kind, Runnable task) throws Exception {
    switch (kind) {
      case "spinner" -> start(() -> repeat(task));
      case "sleeper" -> start(() -> sleepAndRepeat(task));
      case "timer" -> new Timer(true).schedule(asTimerTask(task), 0, MILLIS);
      case "scheduled" ->
          Executors.newScheduledThreadPool(1, Acting::daemon)
              .scheduleAtFixedRate(task, 0, MILLIS, TimeUnit.MILLISECONDS);
      case "cleaner" -> cleaner = Cleaner.create();
      case "finalizer" -> System.gc();
      default -> throw new IllegalArgumentException(kind);
    }
  }

  /**
   * Makes some of them act now.
   *
   * @param kind which one
   * @param task what it does, once
   */
  public static void provoke(String kind, Runnable task) {
    switch (kind) {
      case "cleaner" -> cleaner.register(new Object(), task);
      case "finalizer" -> new Finalized(task);
      default -> {
        return;
      }
    }
    System.gc();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "acting");
    thread.setDaemon(true);
    return thread;
  }

  private static void start(Runnable task) {
    daemon(task).start();
  }

  private static void repeat(Runnable task) {
    while (true) {
      task.run();
    }
  }

  private static void sleepAndRepeat(Runnable task) {
    while (true) {
      try {
        Thread.sleep(MILLIS);
      } catch (InterruptedException ended) {
        return;
      }
      task.run();
    }
  }

  private static TimerTask asTimerTask(Runnable task) {
    return new TimerTask() {
      @Override
      public void run() {
        task.run();
      }
    };
  }
}
