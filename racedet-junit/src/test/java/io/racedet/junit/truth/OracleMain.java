package io.racedet.junit.truth;

import java.util.List;

/** Runs the comparison in a JVM of its own. */
final class OracleMain {
  private OracleMain() {}

  /**
   * Compares for some time.
   *
   * @param args the time in seconds, the first seed, and the families
   */
  public static void main(String[] args) throws InterruptedException {
    Comparison comparison = new Comparison(20);
    List<String> families = List.of(args).subList(2, args.length);
    comparison.compareFor(Long.parseLong(args[0]), Long.parseLong(args[1]), families);
    System.out.println(comparison);
    System.exit(0);
  }
}
