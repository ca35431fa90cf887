package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Each call that waits for permits: who sees it wait, and who gives it what it waits for. */
class SemaphoreEdgesTest extends EdgesTestCase {
  private interface Call {
    void of(Semaphore semaphore) throws Exception;
  }

  private interface Look {
    boolean at(Semaphore semaphore);
  }

  private static final Map<String, Call> WAITING =
      Map.of(
          "acquire", Semaphore::acquire,
          "acquire of some", semaphore -> semaphore.acquire(2),
          "acquireUninterruptibly", Semaphore::acquireUninterruptibly,
          "acquireUninterruptibly of some", semaphore -> semaphore.acquireUninterruptibly(2),
          "tryAcquire with a limit", semaphore -> semaphore.tryAcquire(1, TimeUnit.MINUTES),
          "tryAcquire of some", semaphore -> semaphore.tryAcquire(2, 1, TimeUnit.MINUTES));

  private static final Map<String, Look> LOOKING =
      Map.of(
          "hasQueuedThreads",
          Semaphore::hasQueuedThreads,
          "getQueueLength",
          semaphore -> semaphore.getQueueLength() > 0);

  private static Arguments sees(String name, boolean fair, Call wait, Look look) {
    return edge(
        name,
        () -> {
          Semaphore semaphore = new Semaphore(0, fair);
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                wait.of(semaphore);
              },
              () -> {
                untilTrue(() -> look.at(semaphore));
                cell.data++;
                semaphore.release(2);
              });
        });
  }

  private static Stream<Arguments> ofCall(String name, Call wait) {
    Stream<Arguments> seen =
        LOOKING.entrySet().stream()
            .map(look -> sees(name + ", " + look.getKey(), false, wait, look.getValue()));
    Arguments given =
        edge(
            "release, " + name,
            () -> {
              Semaphore semaphore = new Semaphore(0, true);
              handOver(() -> semaphore.release(2), () -> wait.of(semaphore));
            });
    return Stream.concat(seen, Stream.of(given));
  }

  static Stream<Arguments> edges() {
    return WAITING.entrySet().stream().flatMap(wait -> ofCall(wait.getKey(), wait.getValue()));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "two semaphores",
            () -> handOver(new Semaphore(0)::release, new Semaphore(1)::acquire)));
  }
}
