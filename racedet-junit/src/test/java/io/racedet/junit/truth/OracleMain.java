package io.racedet.junit.truth;

import java.util.List;
import java.util.regex.Pattern;

/** Runs the comparison in a JVM of its own: its weaving of the JDK stays. */
final class OracleMain {
  private static final int RUNS = 20;

  private OracleMain() {}

  /**
   * Compares in some programs of each family.
   *
   * @param args the number of programs, the first seed, a regular expression for a difference after
   *     which no further program is compared (it may be empty), and the families
   */
  public static void main(String[] args) throws InterruptedException {
    Comparison comparison = new Comparison(RUNS);
    int count = Integer.parseInt(args[0]);
    long seed = Long.parseLong(args[1]);
    Pattern last = args[2].isEmpty() ? null : Pattern.compile(args[2]);
    comparison.comparePrograms(count, seed, List.of(args).subList(3, args.length), last);
    System.out.println(comparison);
    System.exit(0);
  }
}
