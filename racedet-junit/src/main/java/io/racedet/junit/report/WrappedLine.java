package io.racedet.junit.report;

/**
 * Prose in lines that are no longer than those of a schedule. They break at spaces, so that names,
 * locations and options stay whole, which are searched, copied and followed.
 */
public final class WrappedLine {
  private static final int WIDEST = 120;

  private WrappedLine() {}

  /**
   * Breaks a line where it is too long; returns it without a line feed at its end.
   *
   * @param margin what the second and later lines begin with, mostly more spaces than the first
   */
  public static String of(String line, String margin) {
    StringBuilder text = new StringBuilder();
    String rest = line;
    int from = line.length() - line.stripLeading().length();
    int space = space(rest, from);
    while (rest.length() > WIDEST && space > 0) {
      text.append(rest, 0, space).append('\n');
      rest = margin + rest.substring(space + 1);
      from = margin.length();
      space = space(rest, from);
    }
    return text.append(rest).toString();
  }

  /* The last one that fits, or else the first one; -1 if there is none. */
  private static int space(String line, int from) {
    int last = line.lastIndexOf(' ', WIDEST);
    return last > from ? last : line.indexOf(' ', Math.max(from, WIDEST));
  }
}
