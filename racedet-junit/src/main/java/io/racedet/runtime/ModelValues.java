package io.racedet.runtime;

import java.util.Map;

/** Values and conditions that modelled methods compute by calls, as woven code has no branches. */
public final class ModelValues {
  private ModelValues() {}

  /**
   * Returns the value of an entry.
   *
   * @param entry an entry of the JDK's own, or null
   * @return its value, or null
   */
  public static Object valueOf(Object entry) {
    return session() && entry instanceof Map.Entry<?, ?> e ? e.getValue() : null;
  }

  private static boolean session() {
    return Hooks.session != null;
  }

  /**
   * Negates.
   *
   * @param value a condition
   * @return its opposite
   */
  public static boolean not(boolean value) {
    return !value;
  }

  /**
   * Tells whether a number is not zero.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(int value) {
    return value != 0;
  }

  /**
   * Tells whether a number is not zero.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(long value) {
    return value != 0;
  }

  /**
   * Tells whether there is a result.
   *
   * @param value a result
   * @return whether it says yes
   */
  public static boolean isSet(Object value) {
    return value != null;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(int a, int b) {
    return a == b;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(long a, long b) {
    return a == b;
  }

  /**
   * Compares.
   *
   * @param a a value
   * @param b another
   * @return whether they are the same
   */
  public static boolean same(Object a, Object b) {
    return a == b;
  }
}
