package io.racedet.report;

/**
 * The instruction of an access. Class, method, descriptor and ordinal identify it even if its line
 * changes; a trace recorded by another tool has file and line only.
 *
 * @param className binary name of the class, with dots; empty when unknown
 * @param method name of the method, or {@code <init>} or {@code <clinit>}; empty when unknown
 * @param descriptor descriptor of the method; empty when unknown
 * @param ordinal its index among the instructions of the method that concern the same variable, so
 *     that other code in the method does not affect it; -1 when unknown
 * @param file name of the source file, without folders; without a class, any text that names the
 *     location; empty when unknown
 * @param line the line, 0 when unknown
 */
public record Instruction(
    String className, String method, String descriptor, int ordinal, String file, int line) {
  /** An unknown instruction. */
  public static final Instruction UNKNOWN = new Instruction("", "", "", -1, "", 0);

  /**
   * {@return the instruction, without a class, of the text that a trace has for a location}
   *
   * @param location for example {@code Account.java:17}, or any other text, or an empty one
   */
  public static Instruction of(String location) {
    int colon = location.lastIndexOf(':');
    String digits = location.substring(colon + 1);
    boolean hasLine = colon > 0 && digits.matches("[1-9]\\d{0,8}");
    return hasLine
        ? new Instruction("", "", "", -1, location.substring(0, colon), Integer.parseInt(digits))
        : new Instruction("", "", "", -1, location, 0);
  }

  /** {@return whether anything is known about it; false for {@link #UNKNOWN}} */
  public boolean isKnown() {
    return !className.isEmpty() || !file.isEmpty();
  }

  /** {@return the location in a source file, for example {@code Account.java:17}} */
  public String location() {
    return frame().location();
  }

  /** Returns the location in a source file, or a placeholder if it is unknown. */
  String knownLocation() {
    return frame().knownLocation();
  }

  /**
   * {@return a text that identifies the instruction even if its line changes, for example {@code
   * com.acme.Account#deposit(I)V:3}; without a class, the location, which does depend on lines}
   */
  public String key() {
    return className.isEmpty() || ordinal < 0
        ? location()
        : className + '#' + method + descriptor + ':' + ordinal;
  }

  /** {@return the frame that the instruction is in: class, method, file and line} */
  public Frame frame() {
    return new Frame(className, method, file, line);
  }
}
