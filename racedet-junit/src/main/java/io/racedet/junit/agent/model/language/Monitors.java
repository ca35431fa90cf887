package io.racedet.junit.agent.model.language;

/** What is recorded of the monitors that the methods of a class enter. */
public enum Monitors {
  /** Nothing. */
  IGNORED,
  /** That they are acquired and released. */
  LOCKS,
  /** The same, and that they guard accesses that no line describes. */
  UNSEEN,
  /** That code of the program runs under them: see {@link Verb#LEND}. */
  LENT;

  /** Those of an entry, by the word that follows {@code monitors}, or null. */
  static Monitors named(String word) {
    return word == null ? LOCKS : word.equals("unseen") ? UNSEEN : LENT;
  }

  public boolean areWoven() {
    return this != IGNORED;
  }

  /** Whether all that happens under them is recorded as a critical section. */
  public boolean areLocks() {
    return this == LOCKS || this == UNSEEN;
  }
}
