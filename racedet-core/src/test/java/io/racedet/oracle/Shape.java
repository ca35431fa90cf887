package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The parameters of random traces.
 *
 * @param threads number of threads
 * @param forked how many of them must be forked, where forks are among the steps; one never is
 * @param variables number of data variables
 * @param locks number of locks
 * @param maxEvents longest trace
 * @param steps the steps to choose from; a step may be listed several times to be chosen more often
 */
public record Shape(
    int threads, int forked, int variables, int locks, int maxEvents, List<Step> steps) {
  /** One choice of the generator. */
  public enum Step {
    READ,
    WRITE,
    ACQUIRE,
    RELEASE,
    ACQUIRE_SHARED,
    RELEASE_SHARED,
    FORK,
    JOIN,
    BEGIN,
    END,
    ATOMIC_READ,
    ATOMIC_WRITE,
    SYNC_READ,
    SYNC_WRITE,
    /** A sync-read and a sync-write with nothing between. */
    SYNC_UPDATE,
    SEND,
    RECEIVE,
    NOTIFY,
    /** A wait; the thread resumes at its next step for which the lock is free. */
    WAIT,
    ALLOC,
    /** An empty critical section. */
    EMPTY_SECTION,
    /** A critical section around a single read. */
    GUARDED_READ,
    /** A critical section around a single write. */
    GUARDED_WRITE,
    /** A critical section around a read and a write of other variables. */
    GUARDED_PAIR
  }

  private static final int FORKED = 2;

  private static final Set<Step> WHOLE_SECTIONS =
      Set.of(Step.EMPTY_SECTION, Step.GUARDED_READ, Step.GUARDED_WRITE, Step.GUARDED_PAIR);

  public Shape {
    steps = List.copyOf(steps);
  }

  /** A shape of which two threads must be forked. */
  public Shape(int threads, int variables, int locks, int maxEvents, List<Step> steps) {
    this(threads, FORKED, variables, locks, maxEvents, steps);
  }

  /** Reads, writes, exclusive locks, fork and join, as defined in the papers. */
  public static Shape plain() {
    return new Shape(4, 3, 3, 40, List.of())
        .with(Step.READ, 4)
        .with(Step.WRITE, 4)
        .with(Step.ACQUIRE, 4)
        .with(Step.RELEASE, 4)
        .with(Step.FORK, 2)
        .with(Step.JOIN, 1);
  }

  /** Every operation. */
  public static Shape everything() {
    Shape shape = plain().with(Step.ACQUIRE_SHARED, 2).with(Step.RELEASE_SHARED, 2);
    for (Step step : Step.values()) {
      if (!shape.steps.contains(step) && !WHOLE_SECTIONS.contains(step)) {
        shape = shape.with(step, 1);
      }
    }
    return shape.with(Step.READ, 3).with(Step.WRITE, 3).with(Step.WAIT, 1);
  }

  /** Many sections on one lock, which overflow histories of sections. */
  public static Shape lockHeavy() {
    return new Shape(3, 3, 1, 40, List.of())
        .with(Step.READ, 2)
        .with(Step.WRITE, 3)
        .with(Step.ACQUIRE, 5)
        .with(Step.RELEASE, 5);
  }

  /** Whole sections, some with accesses: on most traces relations differ in what they order. */
  public static Shape guarded() {
    return new Shape(3, 2, 3, 40, List.of())
        .with(Step.READ, 1)
        .with(Step.WRITE, 1)
        .with(Step.ACQUIRE, 2)
        .with(Step.RELEASE, 2)
        .withWholeSections();
  }

  /** Every operation, and whole sections. */
  public static Shape guardedEverything() {
    return everything().withVariables(2).with(Step.ACQUIRE, 2).withWholeSections();
  }

  /** Sections with two accesses, of which only one conflicts, which distinguishes WCP from CP. */
  public static Shape guardedPairs() {
    return new Shape(2, 3, 2, 40, List.of())
        .with(Step.WRITE, 1)
        .with(Step.ACQUIRE, 1)
        .with(Step.RELEASE, 1)
        .with(Step.GUARDED_WRITE, 1)
        .with(Step.GUARDED_PAIR, 2);
  }

  /** Many threads that are forked and joined, so that some begin after the join of others. */
  public static Shape shortThreads() {
    Shape shape = everything().with(Step.FORK, 16).with(Step.JOIN, 12);
    return new Shape(12, 9, shape.variables, shape.locks, 80, shape.steps);
  }

  private Shape withWholeSections() {
    return with(Step.EMPTY_SECTION, 1).with(Step.GUARDED_READ, 1).with(Step.GUARDED_WRITE, 2);
  }

  /** Without some steps. */
  public Shape without(Step... unwanted) {
    List<Step> fewer = new ArrayList<>(steps);
    fewer.removeAll(List.of(unwanted));
    return new Shape(threads, forked, variables, locks, maxEvents, fewer);
  }

  public Shape withLocks(int count) {
    return new Shape(threads, forked, variables, count, maxEvents, steps);
  }

  public Shape with(Step step, int weight) {
    List<Step> more = new ArrayList<>(steps);
    for (int i = 0; i < weight; i++) {
      more.add(step);
    }
    return new Shape(threads, forked, variables, locks, maxEvents, more);
  }

  /** Number of threads that run from the start; the others must be forked. */
  int roots() {
    return steps.contains(Step.FORK) ? Math.max(1, threads - forked) : threads;
  }

  public Shape withThreads(int count) {
    return new Shape(count, forked, variables, locks, maxEvents, steps);
  }

  public Shape withVariables(int count) {
    return new Shape(threads, forked, count, locks, maxEvents, steps);
  }

  public Shape withMaxEvents(int count) {
    return new Shape(threads, forked, variables, locks, count, steps);
  }

  /** The operation of a step that is one event. */
  static Op op(Step step) {
    return Op.valueOf(step.name());
  }
}
