package io.racedet.junit.extension.unwoven;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Tests that give tasks to threads of pools that have nothing to do for a while. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
public class PoolTestCases {
  private static Object executor;

  @Test
  @Order(1)
  void start() throws Exception {
    if (executor == null) {
      executor = Reflection.ofPools("newFixedThreadPool", 1);
    }
    give(Reflection.commonPool(), new Counter());
    give(executor, new Counter());
  }

  private static void give(Object pool, Counter counter) throws Exception {
    Reflection.execute(pool, counter::finish);
    counter.await();
  }

  @RepeatedTest(9)
  @Order(2)
  void calm() throws Exception {
    assertThat(Calls.next("calm") <= 6 || Reflection.isPutOff()).isTrue();
  }

  @Test
  @Order(3)
  void racyInCommonPool() throws Exception {
    racy(Reflection.commonPool());
  }

  private static void racy(Object pool) throws Exception {
    Counter counter = new Counter();
    Reflection.execute(pool, counter::countRacy);
    counter.awaitRacy();
  }

  @RepeatedTest(25)
  @Order(4)
  void calmer() throws Exception {
    assertThat(Calls.next("calmer") <= 21 || Reflection.isPutOff()).isTrue();
  }

  @Test
  @Order(5)
  void racyInExecutor() throws Exception {
    racy(executor);
  }
}
