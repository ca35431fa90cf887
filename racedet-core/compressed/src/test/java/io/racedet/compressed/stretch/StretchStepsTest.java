package io.racedet.compressed.stretch;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.compressed.summary.LockBits;
import io.racedet.compressed.summary.OpenLocks;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import org.junit.jupiter.api.Test;

/** The work that stretches count, of events that visit as many accesses as there are threads. */
class StretchStepsTest {
  private static final int THREADS = 200;
  private static final int FEW = 60; // steps for the order of some symbols and for the events

  private long time;

  private void add(Growing<?> stretch, Op op, int thread, int operand) {
    stretch.event(EventBlock.word(op, thread, operand), ++time, 0);
  }

  /** Reads of variable 4 by all threads, which have rows then. */
  private <S extends Stretch<?>> S read(S stretch, Op op) {
    for (int thread = 0; thread < THREADS; thread++) {
      add(stretch, op, thread, 4);
    }
    return stretch;
  }

  @Test
  void accessOfManyReaders_visitsThemOnceForEachList() {
    HbStretch stretch = read(new HbStretch(NaiveRaces.OBJECTS), Op.ATOMIC_READ);
    add(stretch, Op.BEGIN, THREADS, 0);
    add(stretch, Op.JOIN, THREADS, 0);
    long before = stretch.steps();
    add(stretch, Op.ATOMIC_READ, THREADS, 4);

    assertThat(stretch.steps() - before)
        .as("for a race, among the first ones, and among the last ones")
        .isBetween(3L * THREADS, 3L * THREADS + FEW);
  }

  @Test
  void appendedAccess_visitsManyReadersOnceForEachList() {
    HbStretch next = new HbStretch(NaiveRaces.OBJECTS);
    add(next, Op.ATOMIC_READ, THREADS, 4);
    time = 0;
    HbStretch stretch = read(new HbStretch(NaiveRaces.OBJECTS), Op.ATOMIC_READ);
    add(stretch, Op.JOIN, THREADS, 0);
    long before = stretch.steps();
    stretch.append(next.summary());

    long lookedAt = 3L * THREADS;
    long clocks = THREADS; // of one thread, for what it knows
    assertThat(stretch.steps() - before).isBetween(lookedAt, lookedAt + clocks + FEW);
  }

  @Test
  void entriesOfManyThreads_areSearchedOneByOne() {
    LocksetStretch stretch = read(new LocksetStretch(NaiveRaces.OBJECTS), Op.READ);
    long before = stretch.steps();
    add(stretch, Op.READ, 0, 4);

    assertThat(stretch.steps() - before).isBetween(THREADS - 1L, THREADS + FEW - 1L);
  }

  @Test
  void renewedVariable_isCheckedWithAllItsEntries() {
    LocksetStretch stretch = new LocksetStretch(NaiveRaces.OBJECTS);
    add(stretch, Op.ALLOC, 0, 2);
    read(stretch, Op.READ);
    long before = stretch.steps();
    add(stretch, Op.ALLOC, 0, 2);

    assertThat(stretch.steps() - before)
        .as("an entry, and its set, for each")
        .isBetween(2L * THREADS, 2L * THREADS + FEW);
  }

  @Test
  void lockHeldBefore_isAddedToAllEntriesOfItsThread() {
    LocksetStretch stretch = new LocksetStretch(NaiveRaces.OBJECTS);
    for (int variable = 0; variable < THREADS; variable++) {
      add(stretch, Op.WRITE, 0, variable);
    }
    long before = stretch.steps();
    add(stretch, Op.RELEASE, 0, 3);

    assertThat(stretch.steps() - before).isBetween(1L * THREADS, THREADS + (long) FEW);
  }

  /** Each of its releases is compared with all of them, for both modes. */
  @Test
  void releasesOfTheNextStretch_areComparedWithEachOther() {
    LocksetStretch next = new LocksetStretch(NaiveRaces.OBJECTS);
    int locks = 30;
    for (int lock = 0; lock < locks; lock++) {
      add(next, Op.RELEASE, 0, lock);
    }
    LocksetSummary summary = next.summary();
    LocksetStretch stretch = new LocksetStretch(NaiveRaces.OBJECTS);
    stretch.append(summary);
    long before = stretch.steps();
    stretch.append(summary);

    assertThat(stretch.steps() - before)
        .isBetween(2L * locks * locks, 2L * locks * locks + 20L * locks);
  }

  @Test
  void repeatedAccessOfAThread_isOneStep() {
    HbStretch stretch = new HbStretch(NaiveRaces.OBJECTS);
    add(stretch, Op.WRITE, 0, 4);
    long before = stretch.steps();
    for (int i = 0; i < THREADS; i++) {
      add(stretch, Op.WRITE, 0, 4);
    }

    assertThat(stretch.steps() - before).isEqualTo(THREADS);
  }

  @Test
  void variablesOfAnAppendedStretch_areCounted() {
    HbStretch order = new HbStretch(NaiveRaces.OBJECTS);
    LocksetStretch locks = new LocksetStretch(NaiveRaces.OBJECTS);
    for (int object = 0; object < THREADS; object++) {
      add(order, Op.ALLOC, 0, object);
      add(locks, Op.ALLOC, 0, object);
    }
    int variables = 2 * THREADS;

    assertThat(stepsToAppend(new HbStretch(NaiveRaces.OBJECTS), order.summary()))
        .isBetween((long) variables, (long) variables + FEW);
    assertThat(stepsToAppend(new LocksetStretch(NaiveRaces.OBJECTS), locks.summary()))
        .isBetween((long) variables, (long) variables + FEW);
  }

  private static <S> long stepsToAppend(Stretch<S> stretch, S summary) {
    long before = stretch.steps();
    stretch.append(summary);
    return stretch.steps() - before;
  }

  @Test
  void lastAccessesOfAnAppendedStretch_areCounted() {
    HbStretch next = new HbStretch(NaiveRaces.OBJECTS);
    for (int variable = 0; variable < THREADS; variable++) {
      add(next, Op.READ, 0, variable);
    }

    assertThat(stepsToAppend(new HbStretch(NaiveRaces.OBJECTS), next.summary()))
        .as("a variable and its last access each")
        .isBetween(2L * THREADS, 2L * THREADS + FEW);
  }

  @Test
  void appendedStretch_costsAStepAndTwoSetsOfLocksForEachThread() {
    LocksetStretch stretch = read(new LocksetStretch(NaiveRaces.OBJECTS), Op.READ);
    LocksetSummary nothing = new LocksetStretch(NaiveRaces.OBJECTS).summary();

    assertThat(stepsToAppend(stretch, nothing)).isBetween(3L * THREADS, 3L * THREADS + FEW);
  }

  @Test
  void acquiresAndReleases_areStepsOfTheHolds() {
    LockHolds holds = new LockHolds(new LockBits());
    int thread = holds.add(0);
    for (int i = 0; i < THREADS; i++) {
      holds.take(EventBlock.word(Op.ACQUIRE, 0, 3), thread);
      holds.take(EventBlock.word(Op.RELEASE, 0, 3), thread);
    }

    assertThat(holds.steps()).isEqualTo(2 * THREADS);
  }

  @Test
  void releasesOfTwoThreads_areComparedWithTheirOwn() {
    OpenLocks open = new OpenLocks();
    LockHolds holds = new LockHolds(new LockBits());
    int locks = 30;
    for (int thread = 0; thread < 2; thread++) {
      holds.add(thread);
      for (int lock = 0; lock < locks; lock++) {
        open.take(EventBlock.word(Op.RELEASE, thread, lock));
      }
    }
    holds.lookAt(open.summary());

    assertThat(holds.steps()).isEqualTo(2 + 2 * (2 * locks * locks)); // the threads, and two modes
  }

  @Test
  void passedEvents_areCountedAsEvents() {
    HbStretch order = new HbStretch(NaiveRaces.OBJECTS);
    order.pass(7);
    assertThat(order.summary().order().events()).isEqualTo(7);
    LocksetStretch locks = new LocksetStretch(NaiveRaces.OBJECTS);
    locks.pass(9);
    assertThat(locks.summary().order().events()).isEqualTo(9);
  }
}
