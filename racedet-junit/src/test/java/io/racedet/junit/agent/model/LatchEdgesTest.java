package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.both;
import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Latches: those who count down, wait and ask for the count. */
class LatchEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
        edge(
            "CountDownLatch",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, latch::await);
            }),
        edge(
            "CountDownLatch with a limit",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, () -> untilTrue(() -> latch.await(1, TimeUnit.SECONDS)));
            }),
        edge(
            "CountDownLatch.getCount",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(latch::countDown, () -> untilTrue(() -> latch.getCount() == 0));
            }),
        edge(
            "latch of zero",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              handOver(
                  () -> {
                    latch.countDown();
                    whisper("open");
                  },
                  () -> {
                    hear("open");
                    latch.await();
                  });
            }),
        edge(
            "getCount that is not zero",
            () -> {
              CountDownLatch latch = new CountDownLatch(2);
              handOver(
                  () -> {
                    latch.countDown();
                    whisper("counted");
                  },
                  () -> {
                    hear("counted");
                    latch.getCount();
                  });
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "await that times out",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              tooEarly(latch::countDown, () -> latch.await(1, TimeUnit.MILLISECONDS));
            }),
        edge(
            "getCount of a closed latch",
            () -> {
              CountDownLatch latch = new CountDownLatch(1);
              tooEarly(latch::countDown, latch::getCount);
            }),
        edge(
            "countDown of others",
            () -> {
              CountDownLatch latch = new CountDownLatch(2);
              both(latch::countDown);
              exclude(latch::countDown, () -> {});
            }));
  }
}
