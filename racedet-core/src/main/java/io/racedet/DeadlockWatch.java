package io.racedet;

import io.racedet.engine.Engine;
import io.racedet.engine.deadlock.DeadlockEngine;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.DeadlockPattern;
import io.racedet.wellformed.ExecutionState;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Watches the locks of a trace for dead-lock patterns, which {@link DeadlockAnalysis} can prove in
 * another replay of the trace. Only acquires and releases matter; other events cost nothing, and
 * memory is proportional to the distinct requests by thread, locks held, lock and location. Not
 * thread-safe.
 */
public final class DeadlockWatch implements EventSink {
  private final LockContexts contexts = new LockContexts();
  private final EventContexts held = new EventContexts(contexts);
  private final EventBlock block = new EventBlock();
  private final Set<IntArrayList> patterns = new LinkedHashSet<>();
  private final Engine engine;
  private long index;

  /**
   * Starts without an event.
   *
   * @param isTry whether acquires at a location are tries, which do not wait and so are no requests
   */
  public DeadlockWatch(IntPredicate isTry) {
    engine =
        DeadlockEngine.ofPatterns(contexts, isTry, pattern -> patterns.add(locations(pattern)));
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if a thread releases a lock that it does not hold in that mode
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED, RELEASE, RELEASE_SHARED -> {
        index++;
        int at = held.at(op, thread, operand, index);
        if (at != ExecutionState.INNER && (op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED)) {
          block.add(op, thread, operand, index, at, location);
          flushIfFull();
        }
      }
      default -> {
        /* Patterns are about locks only. */
      }
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    /* Accesses of variables. */
  }

  private void flushIfFull() {
    if (block.isFull()) {
      engine.consume(block);
      block.clear();
    }
  }

  /**
   * Ends the trace.
   *
   * @return for each pattern the locations of its requests, in the order in which they were first
   *     made, {@link EventSink#NO_LOCATION} where one is not known; equal ones once
   */
  public List<int[]> finish() {
    engine.consume(block);
    engine.finish();
    return patterns.stream().map(IntArrayList::toIntArray).toList();
  }

  private static IntArrayList locations(DeadlockPattern pattern) {
    long[] details = pattern.details();
    long[] indices = pattern.requests().get(0);
    return IntStream.range(0, details.length)
        .boxed()
        .sorted(Comparator.comparingLong(i -> indices[i]))
        .mapToInt(i -> AccessContext.location(details[i]))
        .collect(IntArrayList::new, IntArrayList::add, IntArrayList::addAll);
  }
}
