package io.racedet.junit.truth;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs the comparison in a JVM of its own: its weaving of the JDK stays.
 *
 * <p>System property: {@code racedet.truth.runs} for the runs of each program.
 */
final class OracleMain {
  private static final int RUNS = Integer.getInteger("racedet.truth.runs", 20);
  private static final String SECONDS = "s";

  private OracleMain() {}

  /**
   * Compares in some programs of each family.
   *
   * @param args the number of programs, or for how long as in {@code 60s}, the first seed, a
   *     regular expression for a difference after which no further program is compared (it may be
   *     empty; not with a time), and the families
   */
  public static void main(String[] args) throws InterruptedException {
    Comparison comparison = new Comparison(RUNS);
    long seed = Long.parseLong(args[1]);
    List<String> families = List.of(args).subList(3, args.length);
    if (args[0].endsWith(SECONDS)) {
      comparison.compareFor(Long.parseLong(args[0].replace(SECONDS, "")), seed, families);
    } else {
      Pattern last = args[2].isEmpty() ? null : Pattern.compile(args[2]);
      comparison.comparePrograms(Integer.parseInt(args[0]), seed, families, last);
    }
    System.out.println(comparison);
    System.exit(0);
  }
}
