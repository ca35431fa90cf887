package io.racedet.samples.traces;

/**
 * The program of Figure 1 of Kini, Mathur and Viswanathan, "Data Race Detection on Compressed
 * Traces" (ESEC/FSE 2018): two threads increment a static field in a loop.
 */
final class Increments extends Thread {
  private static int y;

  private final long iterations;

  private Increments(long iterations) {
    this.iterations = iterations;
  }

  private void inc() {
    y++;
  }

  @Override
  public void run() {
    long times = iterations; // a constant in the paper, so the loop itself has no accesses
    for (long i = 0; i < times; i++) {
      inc();
    }
  }

  /** Runs the program; each increment is two events. */
  static void run(long iterations) throws InterruptedException {
    Increments first = new Increments(iterations);
    Increments second = new Increments(iterations);
    first.start();
    second.start();
    first.join();
    second.join();
  }
}
