package io.racedet.junit;

/**
 * How the scheduling of the threads of a repetition is perturbed. The same seed gives the same
 * decisions.
 *
 * <p>Where one thread runs at a time, the others are held at their points: before they start, and
 * before synchronisation, accesses to volatile variables and atomics, and some accesses of data. A
 * thread that is blocked, or reaches no point for a while, is not waited for, and each thread is
 * held for only a few milliseconds of a repetition in total. The guarantees in the literature
 * therefore do not hold where a thread does a lot between two points.
 */
public enum Schedule {
  /** No perturbation: threads run as the operating system schedules them. */
  NONE,
  /**
   * Random yields, short pauses and hand-offs at synchronisation points, and short pauses inside
   * the calls of the JDK that the model describes.
   */
  NOISE,
  /**
   * One thread runs at a time; each instruction has a random priority, so that all threads wait
   * before some instructions until no other thread can proceed elsewhere, or all wait before one,
   * or after one and before the accesses that it covers.
   */
  INSTRUCTION,
  /**
   * One thread runs at a time, the one with the highest priority; priorities are random, and change
   * at a few random points (PCT: Burckhardt et al., ASPLOS 2010).
   */
  PRIORITY,
  /**
   * One thread runs at a time; each event has a random priority, which is drawn again when another
   * thread has accessed its variable (POS: Yuan et al., CAV 2018).
   */
  PARTIAL_ORDER,
  /** One thread runs at a time; at each point, all threads are equally likely to proceed. */
  RANDOM_WALK,
  /**
   * One of the other schedules; in addition, a thread that reaches one of the two locations of a
   * race found earlier is held until another thread reaches the other location on the same
   * variable. Used after a repetition that has found a race, to confirm it.
   */
  TARGETED
}
