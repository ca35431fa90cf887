package io.racedet.junit;

/**
 * How the scheduling of the threads of a repetition is perturbed. The same seed gives the same
 * decisions.
 */
public enum Schedule {
  /** No perturbation: threads run as the operating system schedules them. */
  NONE,
  /**
   * Random yields, short pauses and hand-offs at synchronisation points, and short pauses inside
   * the calls of the JDK that the model describes.
   */
  NOISE,
  /** Random thread priorities with a few priority changes at random points (PCT). */
  PRIORITY,
  /**
   * One of the other schedules; in addition, a thread that reaches one of the two locations of a
   * race found earlier is held until another thread reaches the other location on the same
   * variable. Used after a repetition that has found a race, to confirm it.
   */
  TARGETED
}
