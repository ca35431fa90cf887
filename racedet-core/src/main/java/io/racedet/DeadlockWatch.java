package io.racedet;

import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.engine.deadlock.DeadlockPattern;
import io.racedet.engine.deadlock.ThreadOrder;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.run.EventIntake;
import io.racedet.wellformed.EventContexts;
import io.racedet.wellformed.ExecutionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Watches the locks of a trace for deadlock patterns, which {@link DeadlockAnalysis} can prove in
 * another replay of the trace. Only acquires and releases matter, and starts and joins of threads;
 * other events cost nothing. Memory is proportional to the distinct requests by thread, locks held,
 * lock and location, and to the starts and joins. Not thread-safe.
 */
public final class DeadlockWatch implements EventSink {
  /** The maximum number of patterns that are reported. */
  public static final int MAX_PATTERNS = 1000;

  private final LockContexts contexts = new LockContexts();
  private final EventContexts held = new EventContexts(contexts);
  private final ThreadOrder order = new ThreadOrder();
  private final Set<Pattern> patterns = new LinkedHashSet<>();
  private final DeadlockEngine engine;
  private long index;
  private boolean finished;

  /**
   * Requests by threads for locks, each for a lock that the thread of another request holds, in the
   * order in which they were first made.
   *
   * @param threads the threads
   * @param locations the locations, {@link EventSink#NO_LOCATION} where one is not known
   */
  public record Pattern(List<Integer> threads, List<Integer> locations) {
    /**
     * Copies the lists.
     *
     * @param threads the threads
     * @param locations the locations
     */
    public Pattern {
      threads = List.copyOf(threads);
      locations = List.copyOf(locations);
    }

    private static Pattern of(DeadlockPattern pattern, LockContexts contexts) {
      long[] indices = pattern.requests().get(0);
      List<Integer> threads = new ArrayList<>();
      List<Integer> locations = new ArrayList<>();
      IntStream.range(0, indices.length)
          .boxed()
          .sorted(Comparator.comparingLong(i -> indices[i]))
          .mapToLong(i -> pattern.details()[i])
          .forEach(
              detail -> {
                threads.add(contexts.thread(AccessContext.context(detail)));
                locations.add(AccessContext.location(detail));
              });
      return new Pattern(threads, locations);
    }
  }

  /**
   * Starts without an event.
   *
   * @param isTry whether acquires at a location are tries, which do not wait and so are not
   *     requests
   */
  public DeadlockWatch(IntPredicate isTry) {
    engine = DeadlockEngine.ofPatterns(contexts, isTry, this::add);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if an id of an acquire or release is out of range, or a thread
   *     releases a lock that it does not hold in that mode; the event then has no effect
   * @throws IllegalStateException after the end of the trace
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    ensureOpen();
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED, RELEASE, RELEASE_SHARED -> {
        EventIntake.checkOperand(op, operand);
        int at = held.at(op, thread, operand, index + 1);
        index++;
        if (at != ExecutionState.INNER && (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED)) {
          engine.acquire(at, location, index);
        }
      }
      case FORK -> order.fork(thread, operand, ++index);
      case JOIN -> order.join(thread, operand, ++index);
      default -> {
        /* Patterns are about locks only. */
      }
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    /* Accesses to variables. */
  }

  private void ensureOpen() {
    if (finished) {
      throw new IllegalStateException("the trace has ended (expected: a call before its end)");
    }
  }

  private void add(DeadlockPattern pattern) {
    if (patterns.size() < MAX_PATTERNS && !isOrdered(pattern)) {
      patterns.add(Pattern.of(pattern, contexts));
    }
  }

  /* Whether a thread makes all its requests before another one starts, or can make one of its own. */
  private boolean isOrdered(DeadlockPattern pattern) {
    long[] first = pattern.requests().get(0);
    long[] last = pattern.requests().get(1);
    for (int i = 0; i < first.length; i++) {
      for (int j = 0; j < first.length; j++) {
        if (i != j
            && last[i] < first[j]
            && order.isBefore(thread(pattern, i), last[i], thread(pattern, j), first[j])) {
          return true;
        }
      }
    }
    return false;
  }

  private int thread(DeadlockPattern pattern, int request) {
    return contexts.thread(AccessContext.context(pattern.details()[request]));
  }

  /**
   * Ends the trace.
   *
   * @return at most {@link #MAX_PATTERNS} distinct patterns; patterns are left out if starts and
   *     joins of threads order some of their requests before another one
   * @throws IllegalStateException if called again
   */
  public List<Pattern> finish() {
    ensureOpen();
    finished = true;
    engine.finish();
    return List.copyOf(patterns);
  }
}
