package io.racedet.samples;

import java.util.concurrent.FutureTask;

/** A subject with two bodies, which run concurrently, each once and on a thread of its own. */
public interface TwoThreads extends Subject {
  /**
   * What the first thread does.
   *
   * @throws Exception if it fails
   */
  void first() throws Exception;

  /**
   * What the second thread does.
   *
   * @throws Exception if it fails
   */
  void second() throws Exception;

  @Override
  default void run() throws Exception {
    FutureTask<Void> first = task(this::first);
    FutureTask<Void> second = task(this::second);
    Thread one = new Thread(first, "first");
    Thread other = new Thread(second, "second");
    one.start();
    other.start();
    one.join();
    other.join();
    first.get(); // rethrows what the body threw
    second.get();
  }

  private static FutureTask<Void> task(Subject body) {
    return new FutureTask<>(
        () -> {
          body.run();
          return null;
        });
  }
}
