package io.racedet.junit.length;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.UnseenSignal;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A check of two threads that make many accesses, most of them of arrays of their own, some under a
 * lock, and that race at their ends: one has written before it has taken the lock for the last
 * time, and the other one writes after it. Prints the memory of the process over time, and the
 * failure.
 */
public final class LongProgram {
  private static final int ELEMENTS = 1 << 16;
  private static final int FACTOR = 5; // at no regular distance: each access is a record
  private static final int PER_SECTION = 64;
  private static final long PAUSE_MILLIS = 10;
  private static final int MIB = 1 << 20;

  /** The arguments: accesses, mebibytes of buffers, seconds between two lines on memory, folder. */
  public static void main(String[] args) throws InterruptedException {
    long accesses = Long.parseLong(args[0]);
    new File(args[3]).mkdirs();
    new File(args[3], "first").delete();
    new File(args[3], "first.ready").delete();
    Thread watch = watch(Long.parseLong(args[2]));
    watch.start();
    try {
      RaceCheck.with()
          .repetitions(1)
          .schedule(io.racedet.junit.Schedule.NONE)
          .memory(Long.parseLong(args[1]))
          .hangAfter("1000m")
          .output(args[3])
          .run(() -> new LongProgram(args[3] + "/first", accesses).run());
      System.out.println("NO RACE");
    } catch (RaceFoundError found) {
      System.out.println(found.getMessage());
    } finally {
      watch.interrupt();
      watch.join();
    }
  }

  private static Thread watch(long seconds) {
    long start = System.nanoTime();
    Thread watch =
        new Thread(
            () -> {
              try {
                while (true) {
                  TimeUnit.SECONDS.sleep(seconds);
                  print(start);
                }
              } catch (InterruptedException end) {
                print(start);
              }
            });
    watch.setDaemon(true);
    return watch;
  }

  private static void print(long start) {
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
    System.out.printf(
        "after %d s: %d MiB of heap used, %s resident%n",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start), heap, resident());
  }

  private static String resident() {
    try {
      return java.nio.file.Files.readAllLines(Path.of("/proc/self/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.substring("VmRSS:".length()).strip())
          .findFirst()
          .orElse("?");
    } catch (java.io.IOException unknown) {
      return "?";
    }
  }

  private final List<int[]> walked = new ArrayList<>();
  private boolean walks;
  private int sum;
  private int planted;
  private int sections;
  private final String marker;
  private final long accesses;
  private final Object gate = new Object();
  private boolean seenByFirst;
  private boolean seenBySecond;

  /**
   * Creates a program.
   *
   * @param marker a file that does not exist yet, as one of this name with a suffix: one thread
   *     creates it, the other waits for it
   * @param accesses how many to make
   */
  LongProgram(String marker, long accesses) {
    this.marker = marker;
    this.accesses = accesses;
  }

  void run() throws Throwable {
    RaceCheck.inParallel(this::first, this::second);
  }

  /** The same with walks over the arrays, which are few records. */
  void runWalks() throws Throwable {
    walks = true;
    run();
    for (int[] each : walked) {
      sum += each[0]; // of an array that one thread alone uses, no access is an event
    }
  }

  /**
   * Ends with two locks that both threads take, in different orders, one thread after the other.
   */
  void runLocks() throws Throwable {
    Object other = new Object();
    RaceCheck.inParallel(
        () -> {
          work();
          within(gate, other);
          UnseenSignal.raise(new File(marker));
        },
        () -> {
          work();
          await(new File(marker));
          within(other, gate);
        });
  }

  private void within(Object outer, Object inner) {
    synchronized (outer) {
      synchronized (inner) {
        sections++;
      }
    }
  }

  private void first() throws InterruptedException {
    work();
    await(ready());
    planted = 1;
    synchronized (gate) {
      seenByFirst = true;
    }
    UnseenSignal.raise(new File(marker));
  }

  private void second() throws InterruptedException {
    work();
    UnseenSignal.raise(ready()); // so that the race is at the end, whichever thread is ahead
    await(new File(marker));
    synchronized (gate) {
      seenBySecond = true;
    }
    planted = 2;
  }

  private File ready() {
    return new File(marker + ".ready");
  }

  private static void await(File file) throws InterruptedException {
    while (!UnseenSignal.isRaised(file)) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private void work() {
    int[] own = new int[ELEMENTS];
    if (walks) {
      walk(own);
      return;
    }
    int at = 0;
    for (long done = 0; done < accesses / 2; done += PER_SECTION) {
      int found = 0;
      for (int i = 0; i < PER_SECTION; i++) {
        found += own[at];
        at = at * FACTOR + 1 & ELEMENTS - 1;
      }
      add(found);
    }
  }

  private void walk(int[] own) {
    synchronized (gate) {
      walked.add(own);
    }
    for (long done = 0; done < accesses / 2; done += own.length) {
      int found = 0;
      for (int i = 0; i < own.length; i++) {
        found += own[i];
      }
      add(found);
    }
  }

  private synchronized void add(int found) {
    sum += found;
  }
}
