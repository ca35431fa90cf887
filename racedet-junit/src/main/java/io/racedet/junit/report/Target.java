package io.racedet.junit.report;

/**
 * The two locations of a race, at which threads are held to confirm it. They are the same in every
 * JVM with the same classes.
 *
 * @param first one location, for example {@code com.acme.Account.deposit(I)V#3}
 * @param second the other one, not smaller as text
 */
public record Target(String first, String second) {
  /** No race in particular. */
  public static final Target NONE = new Target("", "");

  /** Puts the locations in order: which access came first makes no difference. */
  public Target {
    if (first.compareTo(second) > 0) {
      String larger = first;
      first = second;
      second = larger;
    }
  }

  /**
   * Returns whether both locations are known.
   *
   * @return false for {@link #NONE}
   */
  public boolean isKnown() {
    return !first.isEmpty() && !second.isEmpty();
  }
}
