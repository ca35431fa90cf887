package io.racedet.runtime.log;

import java.lang.reflect.Array;

/** Arrays that grow. The methods of the JDK for that are modelled themselves. */
public final class Grown {
  private Grown() {}

  /** Copies an array of any type to the beginning of a longer one, and returns that. */
  public static <A> A copy(A array, A longer) {
    System.arraycopy(array, 0, longer, 0, Array.getLength(array));
    return longer;
  }
}
