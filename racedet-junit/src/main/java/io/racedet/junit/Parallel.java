package io.racedet.junit;

import io.racedet.junit.spi.Unchecked;
import java.util.ArrayList;
import java.util.List;

/** Runs blocks concurrently, each on a thread of its own. */
final class Parallel {
  private Parallel() {}

  /**
   * Starts one thread for each block and waits for all of them.
   *
   * @param blocks the blocks; the failure of the first block that fails, in this order, is thrown,
   *     with those of the others as suppressed exceptions
   */
  public static void run(RaceCheck.Block... blocks) {
    List<Worker> workers = new ArrayList<>();
    for (RaceCheck.Block block : blocks) {
      workers.add(new Worker(block, "parallel-" + (workers.size() + 1)));
    }
    workers.forEach(worker -> worker.thread.start());
    Throwable failure = null;
    for (Worker worker : workers) {
      failure = joined(worker, failure);
    }
    if (failure != null) {
      Unchecked.rethrow(failure);
    }
  }

  private static Throwable joined(Worker worker, Throwable earlier) {
    Throwable failure = null;
    try {
      worker.thread.join();
      failure = worker.failure;
    } catch (InterruptedException interrupted) {
      // Interrupting the caller cancels all of its blocks.
      worker.thread.interrupt();
      failure = interrupted;
    }
    if (earlier == null || failure == null) {
      return earlier == null ? failure : earlier;
    }
    earlier.addSuppressed(failure);
    return earlier;
  }

  private static final class Worker implements Runnable {
    final Thread thread;
    private final RaceCheck.Block block;
    // Written before the thread ends, read after it was joined.
    private Throwable failure;

    Worker(RaceCheck.Block block, String name) {
      this.block = block;
      this.thread = new Thread(null, this, name);
    }

    @Override
    public void run() {
      try {
        block.run();
      } catch (Throwable thrown) {
        failure = thrown;
      }
    }
  }
}
