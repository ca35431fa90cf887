package io.racedet.junit.grande;

import java.util.Locale;

/** What takes the time of processors of a checked program. */
enum Part {
  /** The program, with what is woven into its own methods. */
  PROGRAM,
  /** What its woven methods call to record, in its threads. */
  HOOKS,
  /** Merging the logs of the threads, and translating their records to events. */
  MERGE,
  /** The search of engines for races and deadlocks. */
  ENGINES,
  /** Keeping what the engines report, and proving or refuting it. */
  PROOFS,
  /** Weaving classes, and removing what was woven. */
  WEAVING,
  /** The rest of racedet, and threads of the JDK. */
  REST,
  /** The JVM's threads that collect garbage, or do what else needs a pause. */
  GC,
  /** The JVM's compilers, which work beside the other threads. */
  JIT;

  /** Its name in the table. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
