package io.racedet.junit.threads;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells a repetition that hangs from one that is slow. Time in which no thread of it makes progress
 * counts in full; where threads compute, their CPU time counts; where they record something, or
 * classes are loaded, a part of either does, so that the repetition ends some time. While they wait
 * for racedet's own analysis, a small part of the time does.
 *
 * <p>Not thread-safe: one thread asks from time to time.
 */
public final class HangWatch {
  /** Time with progress counts by this divisor. */
  public static final int PROGRESS_DIVISOR = 5;

  /** Time in which threads wait for racedet counts by this divisor. */
  static final int WAIT_DIVISOR = 50;

  /** Less CPU time, as a part of the time, is none. */
  private static final int MIN_CPU_DIVISOR = 20;

  /** Once this part of the limit is used up, as a divisor, everything is recorded. */
  private static final int RECORDED_DIVISOR = 2;

  /** How often in a row all threads must be seen waiting for each other. */
  private static final int MAX_IDLE_POLLS = 5;

  private static final String TIMER_OF_FUTURES = "CompletableFutureDelayScheduler";

  /**
   * Why a repetition counts as hung.
   *
   * @param isSlow whether it made progress lately, in the last part of the limit as of {@link
   *     #PROGRESS_DIVISOR}: of two looks, one may fall into a time in which no thread got its turn
   * @param waiting where threads of it wait for others, by their ids; empty unless all do
   */
  public record Verdict(HangText reason, boolean isSlow, Map<Long, String> waiting) {
    Verdict(HangText reason, boolean isSlow) {
      this(reason, isSlow, Map.of());
    }
  }

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
  private final TestThreads group;
  private final Activity activity;
  private final long hangAfter;
  private final BiFunction<TestThreads, List<Thread>, HangText> describe;
  private long last;
  private long lastCpu;
  private long lastEvents;
  private long lastClasses;
  private long lastWaited;
  private long counted;
  private int idlePolls;
  private long computedSinceProgress; // nanoseconds
  private final InitialiserWaits initialisers = new InitialiserWaits();
  private long lastProgress;
  private boolean recordsAll;

  /**
   * Starts the watch.
   *
   * @param hangAfter how long it may be without progress
   * @param since when it began, as of {@link System#nanoTime}
   * @param describe describes the threads, given those of the recording, too
   */
  public HangWatch(
      TestThreads group,
      Activity activity,
      Duration hangAfter,
      long since,
      BiFunction<TestThreads, List<Thread>, HangText> describe) {
    this.group = group;
    this.activity = activity;
    this.hangAfter = hangAfter.toNanos();
    this.describe = describe;
    last = since;
    lastProgress = since;
    lastClasses = classes();
  }

  /** Looks at the threads; returns a verdict once the repetition hangs. */
  public Optional<Verdict> look() {
    Optional<HangText> deadlock = StuckThreads.deadlock(group);
    if (deadlock.isPresent()) {
      return Optional.of(new Verdict(deadlock.get().behind("hung "), false));
    }
    Optional<HangText> abandoned = StuckThreads.abandonedLock(group, activity.threads());
    if (abandoned.isPresent()) {
      return Optional.of(new Verdict(abandoned.get(), false));
    }
    count();
    if (idlePolls >= MAX_IDLE_POLLS) {
      return Optional.of(
          new Verdict(
              described("does not end: all its threads wait, and none with a time limit\n"),
              false,
              StuckThreads.places(group)));
    }
    if (!recordsAll && counted > hangAfter / RECORDED_DIVISOR) {
      recordsAll = true;
      // What is said of a hang is from the recording; and it may have been progress so far.
      if (activity.endSolo() && computes()) {
        counted /= PROGRESS_DIVISOR;
      }
    }
    if (counted < hangAfter) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict(
            described("did not end within " + text(hangAfter) + besides() + "\n"), isSlow()));
  }

  private boolean computes() {
    return computedSinceProgress > (last - lastProgress) / MIN_CPU_DIVISOR;
  }

  private boolean isSlow() {
    return last - lastProgress < hangAfter / PROGRESS_DIVISOR;
  }

  private String besides() {
    return lastWaited < hangAfter / PROGRESS_DIVISOR
        ? ""
        : ", besides " + text(lastWaited) + " in which it waited for racedet's own analysis";
  }

  private HangText described(String verdict) {
    String reasons =
        Stream.concat(initialisers.lines().stream(), alone().stream())
            .map(line -> line + '\n')
            .collect(Collectors.joining());
    return describe.apply(group, workers()).behind(verdict + reasons);
  }

  /* The only thread that may still do something, if it does nothing that others could notice. */
  private Optional<String> alone() {
    List<Thread> known = known();
    List<Thread> running = running(known);
    if (!computes() || isSlow() || running.size() != 1 || !nothingElseWakes()) {
      return Optional.empty();
    }
    StackTraceElement[] stack = running.get(0).getStackTrace();
    boolean isInProgram = Arrays.stream(stack).anyMatch(OwnFrames::isOwn);
    return isInProgram // else it has begun or ended by now
        ? Optional.of(
            "nobody is left: only \""
                + running.get(0).getName()
                + "\" runs, at "
                + OwnFrames.place(stack)
                + "; if it waits there in a loop, no other thread can end that")
        : Optional.empty();
  }

  /**
   * Returns for how many nanoseconds the repetition may go on, if nothing makes progress from now
   * on.
   */
  public long left() {
    return hangAfter - counted;
  }

  private void count() {
    long now = System.nanoTime();
    List<Thread> known = known();
    long events = activity.events(known);
    long classes = classes();
    long cpu = cpu();
    long passed = now - last;
    long computed = Math.max(0, cpu - lastCpu);
    boolean isIdle = computed < passed / MIN_CPU_DIVISOR;
    initialisers.look(group.alive(), now);
    long waited = activity.waited();
    long inWait = Math.min(passed, waited - lastWaited);
    boolean isProgress = events != lastEvents || classes != lastClasses || inWait > 0;
    long missing = isIdle ? passed : Math.min(passed, computed);
    if (isProgress) {
      counted += Math.min(missing, passed - inWait) / PROGRESS_DIVISOR + inWait / WAIT_DIVISOR;
      lastProgress = now;
      computedSinceProgress = 0;
    } else {
      counted += missing;
      computedSinceProgress += computed;
    }
    idlePolls = !isProgress && isIdle && allWait(known) ? idlePolls + 1 : 0;
    last = now;
    lastCpu = cpu;
    lastEvents = events;
    lastClasses = classes;
    lastWaited = waited;
  }

  private List<Thread> known() {
    return activity.threads().stream().filter(thread -> !wakesNoTest(thread)).toList();
  }

  /* Threads of the common pool may be in the group of the JVM. */
  private List<Thread> workers() {
    return activity.threads().stream()
        .filter(thread -> thread instanceof ForkJoinWorkerThread || !wakesNoTest(thread))
        .toList();
  }

  /* Whether nothing in sight will ever wake a thread of the repetition. */
  private boolean allWait(List<Thread> known) {
    return !group.alive().isEmpty() && running(known).isEmpty() && nothingElseWakes();
  }

  private List<Thread> running(List<Thread> known) {
    return Stream.concat(group.alive().stream(), known.stream())
        .distinct()
        .filter(thread -> !waitsOrHasEnded(thread))
        .toList();
  }

  private boolean nothingElseWakes() {
    return group.alive().stream().noneMatch(HangWatch::waitsForOthers) && !isTimerOfFuturesSet();
  }

  /* Whether a thread serves the JVM, the build tool, the IDE or JUnit. */
  private static boolean wakesNoTest(Thread thread) {
    return thread == Thread.currentThread()
        || ThreadRoles.isOfJvm(thread)
        || ThreadRoles.isNamedByRunner(thread)
        || ThreadRoles.isNamedByJunit(thread)
        || ThreadRoles.runsRunner(thread.getStackTrace());
  }

  private boolean waitsOrHasEnded(Thread thread) {
    return thread.getState() == Thread.State.TERMINATED
        || initialisers.waits(thread)
        || StuckThreads.waits(thread)
        || thread.getState() == Thread.State.TIMED_WAITING && isIdle(thread.getStackTrace());
  }

  private static boolean isIdle(StackTraceElement[] stack) {
    return ThreadRoles.isIdle(stack) || ThreadRoles.isHeld(stack);
  }

  private static boolean waitsForOthers(Thread thread) {
    return ThreadRoles.waitsForOthers(thread.getStackTrace());
  }

  private static boolean isTimerOfFuturesSet() {
    return ThreadRoles.all().stream()
        .anyMatch(
            thread -> thread.getName().equals(TIMER_OF_FUTURES) && !StuckThreads.waits(thread));
  }

  private long cpu() {
    if (!bean.isThreadCpuTimeSupported() || !bean.isThreadCpuTimeEnabled()) {
      return 0;
    }
    long sum = 0;
    for (Thread thread : group.alive()) {
      sum += Math.max(0, bean.getThreadCpuTime(thread.getId()));
    }
    return sum;
  }

  private static long classes() {
    return ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
  }

  static String text(long nanos) {
    long millis = Duration.ofNanos(nanos).toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }
}
