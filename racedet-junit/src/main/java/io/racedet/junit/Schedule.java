package io.racedet.junit;

/** How the threads of a repetition are perturbed. The same seed gives the same decisions. */
public enum Schedule {
  /** Not at all: what the operating system does. */
  NONE,
  /** Random yields, short parks and hand-offs at synchronisation points. */
  NOISE,
  /** Random thread priorities with a few random points of change (PCT). */
  PRIORITY
}
