package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.tooEarly;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Permits that one thread gives and another one takes; each call that waits for them: who sees it
 * wait, and who gives it what it waits for.
 */
class SemaphoreEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.concat(permits(), waits());
  }

  private static Stream<Arguments> permits() {
    return Stream.of(
        edge(
            "Semaphore",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, semaphore::acquire);
            }),
        edge(
            "Semaphore, tried",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, () -> untilTrue(semaphore::tryAcquire));
            }),
        edge(
            "Semaphore as lock",
            () -> {
              Semaphore semaphore = new Semaphore(1);
              exclude(semaphore::acquireUninterruptibly, semaphore::release);
            }),
        edge(
            "Semaphore, several permits",
            () -> {
              Semaphore semaphore = new Semaphore(0, true);
              handOver(() -> semaphore.release(3), () -> semaphore.acquire(2));
            }),
        edge(
            "Semaphore, with a limit",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(
                  semaphore::release,
                  () -> untilTrue(() -> semaphore.tryAcquire(1, 1, TimeUnit.SECONDS)));
            }),
        edge(
            "Semaphore, drained",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              handOver(semaphore::release, () -> untilTrue(() -> semaphore.drainPermits() == 1));
            }));
  }

  private interface Call {
    void of(Semaphore semaphore) throws Exception;
  }

  private interface Look {
    boolean at(Semaphore semaphore);
  }

  private static Stream<Arguments> waits() {
    return Stream.of(
            ofCall("acquire", Semaphore::acquire),
            ofCall("acquire of some", semaphore -> semaphore.acquire(2)),
            ofCall("acquireUninterruptibly", Semaphore::acquireUninterruptibly),
            ofCall(
                "acquireUninterruptibly of some", semaphore -> semaphore.acquireUninterruptibly(2)),
            ofCall(
                "tryAcquire with a limit", semaphore -> semaphore.tryAcquire(1, TimeUnit.MINUTES)),
            ofCall("tryAcquire of some", semaphore -> semaphore.tryAcquire(2, 1, TimeUnit.MINUTES)))
        .flatMap(rows -> rows);
  }

  private static Arguments sees(String name, Call wait, Look look) {
    return edge(
        name,
        () -> {
          Semaphore semaphore = new Semaphore(0);
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
    return Stream.of(
        sees(name + ", hasQueuedThreads", wait, Semaphore::hasQueuedThreads),
        sees(name + ", getQueueLength", wait, semaphore -> semaphore.getQueueLength() > 0),
        edge(
            "release, " + name,
            () -> {
              Semaphore semaphore = new Semaphore(0, true);
              handOver(() -> semaphore.release(2), () -> wait.of(semaphore));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "failed tryAcquire",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              tooEarly(semaphore::release, semaphore::tryAcquire);
            }),
        edge(
            "tryAcquire with a limit",
            () -> {
              Semaphore semaphore = new Semaphore(0);
              tooEarly(semaphore::release, () -> semaphore.tryAcquire(1, TimeUnit.MILLISECONDS));
            }),
        edge(
            "two semaphores",
            () -> handOver(new Semaphore(0)::release, new Semaphore(1)::acquire)));
  }
}
