package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.BufferSpace;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.schedule.Schedule;
import io.racedet.runtime.schedule.SchedulePerturber;
import io.racedet.runtime.spans.AccessSites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thread that does not release its stripe has lost its way or does not run. Other threads take
 * the stripe only if it is certain that the thread is not in an access, or once the thread has run
 * for long.
 */
@Timeout(60)
class UnreleasedStripesTest {
  private static final long FOR_EVER = Long.MAX_VALUE;
  private static final long SHORT_NANOS = 100_000_000L;

  /** In milliseconds; a test passes however much longer it takes. */
  private static final long LONGER_THAN_SHORT = 500;

  private static final int FIELD = 3;
  private static final int SITE = 5;

  private final Object shared = new Object();
  private Recorder recorder;

  private void start(long longestRun) {
    AccessSites sites = new AccessSites();
    SchedulePerturber unperturbed = Schedule.NONE.perturber(1, sites);
    recorder =
        Recorder.start(
            new Session(unperturbed, 1, 1_000, longestRun, sites, BufferSpace.unlimited()));
  }

  @AfterEach
  void stop() {
    recorder.stop().close();
  }

  private static void access(Object owner) {
    DataHooks.after(DataHooks.field(owner, FIELD, SITE, null));
  }

  private static void spinUntil(CountDownLatch over) {
    while (over.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void threadThatEndedInAnAccess_doesNotBlockOthers() throws Exception {
    start(FOR_EVER);
    Thread cutShort = new Thread(() -> DataHooks.field(shared, FIELD, SITE, null));
    cutShort.start();
    cutShort.join();
    access(shared);
    assertThat(recorder.stop().damaged()).isFalse();
  }

  @Test
  void threadThatHasGoneOn_doesNotBlockOthers() throws Exception {
    start(FOR_EVER);
    CountDownLatch goneOn = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread cutShort =
        new Thread(
            () -> {
              DataHooks.field(shared, FIELD, SITE, null);
              access(new Object());
              goneOn.countDown();
              spinUntil(over);
            });
    cutShort.start();
    goneOn.await();
    access(shared);
    over.countDown();
    cutShort.join();
    assertThat(recorder.stop().damaged()).isFalse();
  }

  @Test
  void sameThread_takesItsOwnStripeAgain() {
    start(FOR_EVER);
    DataHooks.field(shared, FIELD, SITE, null);
    access(shared);
    RawTrace trace = recorder.stop();
    long[] words = trace.threads().get(0).words(0);
    assertThat(Layout.kind(words[0])).isEqualTo(Layout.FIELD);
    assertThat(Layout.kind(words[2])).isEqualTo(Layout.FIELD);
    assertThat(trace.damaged()).isFalse();
  }

  @Test
  void threadThatBlocks_doesNotBlockOthers() throws Exception {
    start(FOR_EVER);
    CountDownLatch over = new CountDownLatch(1);
    Thread cutShort =
        new Thread(
            () -> {
              DataHooks.field(shared, FIELD, SITE, null);
              while (over.getCount() > 0) {
                LockSupport.park();
              }
            });
    cutShort.start();
    while (cutShort.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    access(shared);
    over.countDown();
    LockSupport.unpark(cutShort);
    cutShort.join();
    assertThat(recorder.stop().damaged()).isFalse();
  }

  @Test
  void threadThatRunsOnInAnAccess_isRobbedAndTheTraceSaysSo() throws Exception {
    start(SHORT_NANOS);
    CountDownLatch inAccess = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Thread busy =
        new Thread(
            () -> {
              int token = DataHooks.field(shared, FIELD, SITE, null);
              inAccess.countDown();
              spinUntil(over);
              DataHooks.after(token);
            });
    busy.start();
    inAccess.await();
    long before = System.nanoTime();
    access(shared);
    assertThat(System.nanoTime() - before).isGreaterThan(SHORT_NANOS);
    over.countDown();
    busy.join();
    assertThat(recorder.stop().damaged()).isTrue();
  }

  @Test
  void threadThatDoesNotRunInAnAccess_keepsItsPlace() throws Exception {
    start(SHORT_NANOS);
    Pipe pipe = Pipe.open();
    Thread starved = starvedInAnAccess(pipe);
    Thread other = new Thread(() -> access(shared), "other");
    other.start();
    other.join(LONGER_THAN_SHORT);
    assertThat(other.isAlive()).isTrue();
    pipe.sink().write(ByteBuffer.allocate(1));
    starved.join();
    other.join();
    RawTrace trace = recorder.stop();
    assertThat(versionOfAccess(trace, "other")).isEqualTo(versionOfAccess(trace, "starved") + 1);
    assertThat(trace.damaged()).isFalse();
  }

  private static int versionOfAccess(RawTrace trace, String thread) {
    RawThread log =
        trace.threads().stream().filter(t -> t.name().equals(thread)).findFirst().orElseThrow();
    return Layout.version(log.words(0)[1]);
  }

  @Test
  void stop_waitsForThreadThatDoesNotRunInAnAccess() throws Exception {
    start(SHORT_NANOS);
    Pipe pipe = Pipe.open();
    Thread starved = starvedInAnAccess(pipe);
    Thread stops = new Thread(recorder::stop);
    stops.start();
    stops.join(LONGER_THAN_SHORT);
    assertThat(stops.isAlive()).isTrue();
    pipe.sink().write(ByteBuffer.allocate(1));
    starved.join();
    stops.join();
    assertThat(recorder.stop().damaged()).isFalse();
  }

  /* A thread that reads from an empty pipe is runnable and does not run, as on a busy machine. */
  private Thread starvedInAnAccess(Pipe pipe) throws InterruptedException {
    CountDownLatch inAccess = new CountDownLatch(1);
    Thread starved =
        new Thread(
            () -> {
              int token = DataHooks.field(shared, FIELD, SITE, null);
              inAccess.countDown();
              readOne(pipe);
              DataHooks.after(token);
            },
            "starved");
    starved.start();
    inAccess.await();
    return starved;
  }

  private static void readOne(Pipe pipe) {
    try {
      pipe.source().read(ByteBuffer.allocate(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
