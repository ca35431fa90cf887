package io.racedet.oracle;

import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.EnumSet;
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
    /** A notify by a thread that need not hold the lock. */
    UNLOCKED_NOTIFY,
    /** A wait; the thread resumes at its next step for which the lock is free. */
    WAIT,
    ALLOC,
    /** The last access once more, if the thread has done nothing else since. */
    AGAIN,
    /** An empty critical section. */
    EMPTY_SECTION,
    /** A critical section around a single read. */
    GUARDED_READ,
    /** A critical section around a single write. */
    GUARDED_WRITE,
    /** A critical section around a read and a write of other variables. */
    GUARDED_PAIR,
    /** A section in read mode around a read. */
    SHARED_READ,
    /** A section in read mode around a write. */
    SHARED_WRITE,
    /** A section that is entered again, with a write after the inner release. */
    REENTERED_WRITE,
    /** A wait in a section of its own. */
    GUARDED_WAIT,
    /** A write, and a notify without the lock. */
    NOTIFIED_WRITE,
    /** A read, and a send or sync-write. */
    SENT_READ,
    /** A write, and a send or sync-write. */
    SENT_WRITE,
    /** A receive or sync-read, and a read. */
    RECEIVED_READ,
    /** A receive or sync-read, and a write. */
    RECEIVED_WRITE,
    /** A send or sync-write, and a write. */
    LATE_WRITE,
    /** A write, and a receive or sync-read. */
    EARLY_WRITE,
    /** A write and a fork; another thread joins the child, which has no event, and writes. */
    IDLE_CHILD,
    /** A section inside another one, of another lock, each in any mode; sometimes with a read. */
    NESTED_SECTIONS,
    /** One of the {@link HardCases} about sections. */
    SECTION_CASE,
    /** One of the {@link HardCases} about waits. */
    WAIT_CASE
  }

  private static final int FORKED = 2;

  private static final Set<Step> COMPOSITE =
      EnumSet.range(Step.EMPTY_SECTION, Step.WAIT_CASE); // of several events

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
      if (!shape.steps.contains(step) && !COMPOSITE.contains(step)) {
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

  /** Waits, and notifies that mostly come without the lock, several or none to a wait. */
  public static Shape waits() {
    return new Shape(3, 4, 1, 24, List.of())
        .with(Step.READ, 1)
        .with(Step.WRITE, 1)
        .with(Step.RELEASE, 2)
        .with(Step.GUARDED_WAIT, 2)
        .with(Step.NOTIFIED_WRITE, 2)
        .with(Step.UNLOCKED_NOTIFY, 1)
        .with(Step.NOTIFY, 1)
        .with(Step.WAIT_CASE, 5);
  }

  /** Sync operations and channels, each with an access, and the children of others. */
  public static Shape handOffs() {
    return new Shape(3, 2, 1, 24, List.of())
        .with(Step.SENT_READ, 1)
        .with(Step.SENT_WRITE, 2)
        .with(Step.RECEIVED_READ, 1)
        .with(Step.RECEIVED_WRITE, 2)
        .with(Step.LATE_WRITE, 3)
        .with(Step.EARLY_WRITE, 3)
        .with(Step.ATOMIC_READ, 1)
        .with(Step.ATOMIC_WRITE, 1);
  }

  /** Atomic and plain accesses of few variables, some in sections. */
  public static Shape atomics() {
    return new Shape(3, 3, 1, 20, List.of())
        .with(Step.ATOMIC_READ, 3)
        .with(Step.ATOMIC_WRITE, 2)
        .with(Step.READ, 2)
        .with(Step.WRITE, 1)
        .with(Step.GUARDED_WRITE, 1);
  }

  /** Sections in both modes of read-write locks, and some that are entered again. */
  public static Shape sharedSections() {
    return new Shape(3, 2, 2, 30, List.of())
        .with(Step.WRITE, 1)
        .with(Step.GUARDED_READ, 1)
        .with(Step.GUARDED_WRITE, 2)
        .with(Step.SHARED_READ, 3)
        .with(Step.SHARED_WRITE, 2)
        .with(Step.REENTERED_WRITE, 2);
  }

  /** Threads that are forked and joined by others, most of them without an event of their own. */
  public static Shape children() {
    return new Shape(10, 7, 4, 1, 30, List.of())
        .with(Step.WRITE, 2)
        .with(Step.READ, 1)
        .with(Step.FORK, 2)
        .with(Step.JOIN, 2)
        .with(Step.IDLE_CHILD, 2)
        .with(Step.BEGIN, 1)
        .with(Step.END, 1);
  }

  /** So many threads that rows of accesses and bits of threads take more than a word. */
  public static Shape crowd() {
    return new Shape(80, 1, 1, 120, List.of())
        .with(Step.READ, 1)
        .with(Step.SENT_READ, 22)
        .with(Step.RECEIVED_WRITE, 1);
  }

  /** Sections that rules about ordered sections order. */
  public static Shape orderedSections() {
    return new Shape(3, 3, 3, 40, List.of())
        .with(Step.READ, 2)
        .with(Step.WRITE, 1)
        .with(Step.SECTION_CASE, 6);
  }

  /** Sections inside others, in any order of the locks. */
  public static Shape nestedSections() {
    return new Shape(3, 2, 3, 24, List.of())
        .with(Step.READ, 1)
        .with(Step.WRITE, 1)
        .with(Step.ACQUIRE, 2)
        .with(Step.RELEASE, 2)
        .with(Step.NESTED_SECTIONS, 6);
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
