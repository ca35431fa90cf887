package io.racedet.junit.extension.unwoven;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests that give a thread tasks which nothing shows to have been started before them. */
@TestMethodOrder(MethodOrderer.MethodName.class)
public class WorkerTestCases {
  private static final BlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();

  private int plain;

  @BeforeAll
  static void start() throws ReflectiveOperationException {
    Reflection.start(WorkerTestCases::work);
  }

  private static void work() {
    try {
      while (true) {
        TASKS.take().run();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aHandedOver() throws InterruptedException {
    Counter counter = new Counter();
    plain = 1;
    TASKS.add(
        () -> {
          plain++;
          counter.finish();
        });
    counter.await();
    plain++;
  }

  @Test
  void bRacy() throws InterruptedException {
    Counter counter = new Counter();
    TASKS.add(counter::countRacy);
    counter.awaitRacy();
  }
}
