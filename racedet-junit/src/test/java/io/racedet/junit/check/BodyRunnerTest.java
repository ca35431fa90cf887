package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.BodyThread;
import io.racedet.junit.Schedule;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.junit.threads.HangText;
import io.racedet.junit.threads.TestThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BodyRunnerTest {
  private static final Duration SOON = Duration.ofMillis(1);

  private final CompletableFuture<Thread> thread = new CompletableFuture<>();
  private final CountDownLatch late = new CountDownLatch(1);

  private void body(Repetition repetition) throws InterruptedException {
    thread.complete(Thread.currentThread());
    late.await();
  }

  private Optional<Throwable> run(BodyRunner runner) throws InterruptedException {
    Repetition repetition = new Repetition(1, new SeededSchedule(Schedule.NONE, 1), null);
    return runner.run(this::body, repetition).thrown();
  }

  @Test
  void body_thatDoesNotEnd_isHung() throws InterruptedException {
    assertThat(
            run(
                new BodyRunner(
                    BodyThread.OWN, SOON, (group, others) -> HangText.of("its threads"))))
        .get()
        .isInstanceOf(BodyHung.class)
        .extracting(Throwable::getMessage)
        .isEqualTo("did not end within 1 ms\nits threads");
  }

  /** On a busy machine, it may end while its threads are described. */
  @Test
  void body_thatEndsLate_isNotHung() throws InterruptedException {
    assertThat(run(new BodyRunner(BodyThread.OWN, SOON, (group, others) -> endOfBody()))).isEmpty();
  }

  private HangText endOfBody() {
    late.countDown();
    try {
      assertThat(((TestThread) thread.join()).await(60_000)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return HangText.of("none of its threads");
  }
}
