package io.racedet.junit.truth;

import java.util.List;

/** Runs the comparison in a JVM of its own: its weaving of the JDK stays. */
final class OracleMain {
  private static final int RUNS = 20;

  private OracleMain() {}

  /**
   * Compares for some time, or in some programs of each family.
   *
   * @param args "30s" for a time or "5" for a number of programs, the first seed, and the families
   */
  public static void main(String[] args) throws InterruptedException {
    Comparison comparison = new Comparison(RUNS);
    String size = args[0];
    long seed = Long.parseLong(args[1]);
    List<String> families = List.of(args).subList(2, args.length);
    if (size.endsWith("s")) {
      long seconds = Long.parseLong(size.substring(0, size.length() - 1));
      comparison.compareFor(seconds, seed, families);
    } else {
      comparison.comparePrograms(Integer.parseInt(size), seed, families);
    }
    System.out.println(comparison);
    System.exit(0);
  }
}
