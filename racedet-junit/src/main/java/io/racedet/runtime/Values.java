package io.racedet.runtime;

/**
 * Objects that are nothing but their values, as null, strings and boxes are: no code of the program
 * runs in their methods, and the same object may stand for many.
 */
final class Values {
  private Values() {}

  static boolean contain(Object object) {
    return object == null
        || object instanceof String
        || object instanceof Integer
        || object instanceof Long
        || object instanceof Boolean
        || object instanceof Character
        || object instanceof Double
        || object instanceof Float
        || object instanceof Short
        || object instanceof Byte;
  }
}
