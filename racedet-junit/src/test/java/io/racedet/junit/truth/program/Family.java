package io.racedet.junit.truth.program;

/** Calls of classes that belong together, drawn at random. */
interface Family {
  /** The next call of a thread. */
  Action next(Draft draft);
}
