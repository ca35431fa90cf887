package io.racedet.engine.cp;

import it.unimi.dsi.fastutil.objects.ObjectArrays;

/** An open critical section. */
final class CpSection {
  private static final CpQuestion[] NO_QUESTION = {};

  final int lock;
  final boolean shared;
  final CpHistory history; // that it is added to at its end
  final long acquired;
  private CpQuestion[] questions = NO_QUESTION;
  private int size;

  CpSection(int lock, boolean shared, CpHistory history, long acquired) {
    this.lock = lock;
    this.shared = shared;
    this.history = history;
    this.acquired = acquired;
  }

  /** The number that it will have in its history. */
  long number() {
    return history.count() + 1;
  }

  void add(CpQuestion question) {
    questions = ObjectArrays.grow(questions, size + 1);
    questions[size++] = question;
  }

  int questions() {
    return size;
  }

  CpQuestion question(int i) {
    return questions[i];
  }
}
