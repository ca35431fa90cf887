package io.racedet.junit.report;

/**
 * The two places of a race, for driving threads into it: they mean the same in every JVM that has
 * the same classes.
 *
 * @param first the one place, for example {@code com.acme.Account.deposit(I)V#3}
 * @param second the other one, not smaller as text
 */
public record Target(String first, String second) {
  /** No race in particular. */
  public static final Target NONE = new Target("", "");

  /**
   * Puts the places in order: which access came first does not tell races apart.
   *
   * @param first the one place
   * @param second the other one
   */
  public Target {
    if (first.compareTo(second) > 0) {
      String larger = first;
      first = second;
      second = larger;
    }
  }

  /**
   * Returns whether threads can be driven there.
   *
   * @return false for {@link #NONE}, and when one place is not known
   */
  public boolean isKnown() {
    return !first.isEmpty() && !second.isEmpty();
  }
}
