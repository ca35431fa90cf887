package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnTest {
  private final Turn turn = new Turn();
  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    other.shutdownNow();
  }

  private Void takeAndRelease() throws InterruptedException {
    turn.take(Optional.empty());
    turn.release();
    return null;
  }

  @Test
  void otherThread_getsTheTurn_onceItIsGivenBackAsOftenAsTaken() throws Exception {
    turn.take(Optional.empty());
    turn.take(Optional.empty());
    CountDownLatch begun = new CountDownLatch(1);
    Future<Void> taken =
        other.submit(
            () -> {
              begun.countDown();
              return takeAndRelease();
            });
    begun.await();
    turn.release();
    assertThat(taken.isDone()).isFalse();
    turn.release();
    taken.get();
  }

  @Test
  void thread_thatIsInterrupted_waitsNoLonger() throws Exception {
    turn.take(Optional.empty());
    Future<Void> waiting = other.submit(this::takeAndRelease);
    other.shutdownNow();
    assertThat(waiting).failsWithin(Duration.ofSeconds(60));
    turn.release();
    takeAndRelease();
  }
}
