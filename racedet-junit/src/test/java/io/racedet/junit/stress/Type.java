package io.racedet.junit.stress;

/** The types of variables, with the expressions that generated code writes to them. */
enum Type {
  BOOLEAN("z", "boolean", "(%s & 32) != 0"),
  BYTE("b", "byte", "(byte) %s"),
  CHAR("c", "char", "(char) %s"),
  SHORT("s", "short", "(short) %s"),
  INT("i", "int", "(int) %s"),
  LONG("l", "long", "%s"),
  FLOAT("f", "float", "(float) %s"),
  DOUBLE("d", "double", "(double) %s"),
  OBJECT("o", "Object", "%s");

  private final String letter;
  private final String javaName;
  private final String conversion;

  Type(String letter, String javaName, String conversion) {
    this.letter = letter;
    this.javaName = javaName;
    this.conversion = conversion;
  }

  /** The name of the field of {@link Cell}. */
  String letter() {
    return letter;
  }

  String javaName() {
    return javaName;
  }

  /** An expression of this type for a new value; {@code #} is replaced by the line. */
  String fresh() {
    return String.format(conversion, this == OBJECT ? "j.token(#)" : "j.fresh(#)");
  }

  /** The value that a variable of this type holds after a value was written to it. */
  long of(long value) {
    return switch (this) {
      case BOOLEAN -> (value & Journal.THREADS) != 0 ? 1 : 0;
      case BYTE -> (byte) value;
      case CHAR -> (char) value;
      case SHORT -> (short) value;
      case INT -> (int) value;
      default -> value;
    };
  }
}
