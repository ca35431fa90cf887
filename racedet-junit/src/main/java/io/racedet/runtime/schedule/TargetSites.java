package io.racedet.runtime.schedule;

/**
 * The instructions to which threads are driven, to confirm a race or a deadlock: for each location
 * one for each class loader that defines its class.
 */
public abstract sealed class TargetSites {
  final long attempt; // decides which threads are held

  private TargetSites(long attempt) {
    this.attempt = attempt;
  }

  /** What drives threads there, beside another perturbation. */
  public abstract SchedulePerturber beside(SchedulePerturber base);

  /** Two locations at which two threads are to meet, on one variable. */
  public static final class Pair extends TargetSites {
    private final int[] first;
    private final int[] second;
    private final int element;
    private final int late;

    /**
     * Creates a target.
     *
     * @param element index of the element of an array that is meant; negative for any variable
     * @param late the slot of the thread that begins only when another one is held; negative for
     *     none
     */
    public Pair(int[] first, int[] second, long attempt, int element, int late) {
      super(attempt);
      this.first = first;
      this.second = second;
      this.element = element;
      this.late = late;
    }

    @Override
    public SchedulePerturber beside(SchedulePerturber base) {
      long nanos = Rendezvous.HELD_NANOS;
      return new Rendezvous.Targeted(
          base, new Rendezvous(first, second, attempt, element, late, nanos));
    }
  }

  /**
   * Requests for locks at which threads are to meet, each with the lock that another one requests;
   * the request of the last one ends with an error.
   */
  public static final class Cycle extends TargetSites {
    private final int[][] requests;
    private final boolean[] shared;

    public Cycle(int[][] requests, boolean[] shared, long attempt) {
      super(attempt);
      this.requests = requests;
      this.shared = shared;
    }

    @Override
    public SchedulePerturber beside(SchedulePerturber base) {
      long nanos = LockCycle.HELD_NANOS;
      return new LockCycle.Targeted(base, new LockCycle(requests, shared, attempt, nanos));
    }
  }
}
