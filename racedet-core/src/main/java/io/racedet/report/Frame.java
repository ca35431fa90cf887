package io.racedet.report;

/**
 * A frame of a stack.
 *
 * @param className binary name of the class, with dots; empty when unknown
 * @param method name of the method; empty when unknown
 * @param file name of the source file, without folders; empty when unknown
 * @param line the line, 0 when unknown
 */
public record Frame(String className, String method, String file, int line) {
  /** An unknown location. */
  public static final Frame UNKNOWN = new Frame("", "", "", 0);

  /**
   * {@return the location of a frame of the JVM}
   *
   * @param frame the frame
   */
  public static Frame of(StackTraceElement frame) {
    String file = frame.getFileName() == null ? "" : frame.getFileName();
    return new Frame(
        frame.getClassName(), frame.getMethodName(), file, Math.max(0, frame.getLineNumber()));
  }

  /** {@return whether anything is known about it; false for {@link #UNKNOWN}} */
  public boolean isKnown() {
    return !className.isEmpty() || !file.isEmpty();
  }

  /**
   * {@return the location in a source file, for example {@code Account.java:17}; the class instead
   * of an unknown file}
   */
  public String location() {
    String where = file.isEmpty() ? className : file;
    return line > 0 ? where + ':' + line : where;
  }

  /** Returns the location in a source file, or a placeholder if it is unknown. */
  String knownLocation() {
    String location = location();
    return location.isEmpty() ? "an unknown location" : location;
  }

  /**
   * {@return the frame in the format of stack traces, for example {@code
   * com.acme.Account.deposit(Account.java:17)}}
   */
  public String text() {
    return new StackTraceElement(
            className, method, file.isEmpty() ? null : file, line > 0 ? line : -1)
        .toString();
  }
}
