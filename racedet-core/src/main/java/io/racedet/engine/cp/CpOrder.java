package io.racedet.engine.cp;

import io.racedet.clock.Clock;
import io.racedet.engine.EngineSetup;
import io.racedet.event.Op;
import io.racedet.ids.ObjectPages;

/** The CP order of a trace: the part that is known, and the questions that are still undecided. */
final class CpOrder {
  final CpClocks clocks;
  final CpQuestions questions;
  final CpThreads open = new CpThreads();
  private final CpConflicts conflicts = new CpConflicts();
  private final ObjectPages<CpLock> locks;

  CpOrder(EngineSetup setup, CpReports reports) {
    clocks = new CpClocks(setup);
    locks = new ObjectPages<>(() -> new CpLock(clocks.newHistory()));
    questions = new CpQuestions(clocks, reports, setup.edges());
  }

  /** Adds the pairs that await an answer to a reclaim pass. */
  void addTo(CpReclaim reclaim) {
    for (int i = 0; i < questions.size(); i++) {
      reclaim.waiting(questions.undecided(i));
    }
  }

  /** The events known to be CP-before a thread's present; valid until the event after the next. */
  Clock clock(int thread) {
    return clocks.cp.clock(thread);
  }

  /** Processes any event but an access. */
  void order(Op op, int thread, int operand, long time) {
    switch (op) {
      case RELEASE -> release(thread, operand, false, time);
      case RELEASE_SHARED -> release(thread, operand, true, time);
      default -> {
        /* No section ends. */
      }
    }
    clocks.order(op, thread, operand, time);
    switch (op) {
      case ACQUIRE -> acquire(thread, operand, false, time);
      case ACQUIRE_SHARED -> acquire(thread, operand, true, time);
      default -> {
        /* No section begins. */
      }
    }
  }

  /** Ends the sections that are still open. */
  void finish() {
    for (int thread = 0; thread < open.threads(); thread++) {
      while (open.size(thread) > 0) {
        CpSection section = open.section(thread, open.size(thread) - 1);
        questions.close(open.close(thread, section.lock, section.shared), thread);
      }
    }
  }

  /** Algorithm 3. */
  private void acquire(int thread, int id, boolean shared, long time) {
    CpLock lock = locks.of(id);
    CpHistory exclusive = lock.exclusive;
    long since = 0;
    if (exclusive.size() > 0) {
      clocks.acquire(thread, exclusive);
      since = exclusive.acquired(exclusive.size() - 1);
    }
    CpHistory history = shared ? sharedHistory(lock, thread) : exclusive;
    CpSection section = new CpSection(id, shared, history, time);
    for (int i = 0; !shared && i < lock.sharedHistories(); i++) {
      CpHistory of = lock.shared(i);
      if (of.size() > 0 && of.released(of.size() - 1) > since) {
        clocks.acquire(thread, of); // the others are ordered before the last exclusive section
      }
    }
    questions.ask(section, exclusive, thread);
    for (int i = 0; !shared && i < lock.sharedHistories(); i++) {
      questions.ask(section, lock.shared(i), thread);
    }
    open.open(thread, section);
  }

  private CpHistory sharedHistory(CpLock lock, int thread) {
    CpHistory history = lock.sharedOf(thread);
    if (history == null) {
      history = clocks.newHistory();
      lock.addShared(thread, history);
    }
    return history;
  }

  /** Algorithms 4 and 5. */
  private void release(int thread, int lock, boolean shared, long time) {
    CpSection section = open.close(thread, lock, shared);
    questions.close(section, thread);
    clocks.release(thread, section, time);
  }

  /** Records an access in the open sections around it: rule (a) (Algorithms 1 and 2, line 3). */
  void access(int thread, int variable, boolean isWrite) {
    for (int i = 0, sections = open.size(thread); i < sections; i++) {
      CpSection section = open.section(thread, i);
      for (int j = 0; j < section.questions(); j++) {
        CpQuestion question = section.question(j);
        long conflicting = conflicts.newest(question.history.id(), variable, isWrite, thread);
        if (conflicting > question.marked) {
          question.marked = conflicting;
        }
      }
      conflicts.note(section.history.id(), variable, isWrite, thread, section.number());
    }
  }
}
