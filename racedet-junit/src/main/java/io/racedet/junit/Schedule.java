package io.racedet.junit;

/** How the threads of a repetition are perturbed. The same seed gives the same decisions. */
public enum Schedule {
  /** Not at all: what the operating system does. */
  NONE,
  /** Random yields, short parks and hand-offs at synchronisation points. */
  NOISE,
  /** Random thread priorities with a few random points of change (PCT). */
  PRIORITY,
  /**
   * As one of the others, while a thread that reaches one of the two places of a race that was
   * found before is held until another one reaches the other place on the same variable. Comes
   * after a repetition that has found a race, to confirm it.
   */
  TARGETED
}
