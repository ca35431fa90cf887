package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import com.acme.locks.LibraryLongLock;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Date;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that was woken cannot have gone on before the signal, whatever the lock allows. */
@Timeout(20)
class ConditionPredictionTest {
  private static final String SHARED = "Programs.Cell.data";

  private interface Waiting {
    void await(Condition condition) throws Exception;
  }

  /** A lock with a condition. */
  private record Guard(Programs.Step lock, Programs.Step unlock, Condition condition) {
    static Guard reentrant() {
      Lock lock = new ReentrantLock();
      return new Guard(lock::lock, lock::unlock, lock.newCondition());
    }

    static Guard writer() {
      Lock lock = new ReentrantReadWriteLock().writeLock();
      return new Guard(lock::lock, lock::unlock, lock.newCondition());
    }

    static Guard queuedLong() {
      QueuedSync sync = new QueuedSync.OfLong(new LibraryLongLock(0));
      return new Guard(sync::acquire, sync::release, sync.newCondition());
    }
  }

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(ConditionPredictionTest.class, () -> {});
  }

  static Stream<Arguments> waits() {
    return Stream.of(
        waits("await", Condition::await),
        waits("awaitUninterruptibly", Condition::awaitUninterruptibly),
        waits("awaitNanos", condition -> condition.awaitNanos(10_000_000_000L)),
        waits("await with a limit", condition -> condition.await(10, TimeUnit.SECONDS)),
        waits(
            "awaitUntil",
            condition -> condition.awaitUntil(new Date(System.currentTimeMillis() + 10_000))));
  }

  private static Arguments waits(String name, Waiting waiting) {
    return Arguments.of(name, waiting);
  }

  private static Set<String> witnessed(Guard guard, Waiting waiting, Consumer<Condition> signal) {
    Cell cell = new Cell();
    return Recorded.witnessed(
        ConditionPredictionTest.class,
        () ->
            inParallel(
                () -> {
                  guard.lock.run();
                  whisper("waits");
                  waiting.await(guard.condition);
                  guard.unlock.run();
                  cell.data++;
                },
                () -> {
                  hear("waits");
                  cell.data++;
                  guard.lock.run();
                  signal.accept(guard.condition);
                  guard.unlock.run();
                }));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void accessBeforeSignal_accessAfterWait_neverSwapped(String name, Waiting waiting) {
    assertThat(witnessed(Guard.reentrant(), waiting, Condition::signal)).isEmpty();
    assertThat(witnessed(Guard.reentrant(), waiting, Condition::signalAll)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void accessBeforeSignal_ofWriters_neverSwapped(String name, Waiting waiting) {
    assertThat(witnessed(Guard.writer(), waiting, Condition::signal)).isEmpty();
    assertThat(witnessed(Guard.writer(), waiting, Condition::signalAll)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("waits")
  void accessBeforeSignal_ofQueuedSynchroniser_neverSwapped(String name, Waiting waiting) {
    assertThat(witnessed(Guard.queuedLong(), waiting, Condition::signal)).isEmpty();
    assertThat(witnessed(Guard.queuedLong(), waiting, Condition::signalAll)).isEmpty();
  }

  @Test
  void accessBeforeNotify_accessAfterTimedWait_neverSwapped() {
    Object monitor = new Object();
    Cell cell = new Cell();
    Set<String> races =
        Recorded.witnessed(
            getClass(),
            () ->
                inParallel(
                    () -> {
                      synchronized (monitor) {
                        whisper("waits");
                        TimeUnit.SECONDS.timedWait(monitor, 10);
                      }
                      cell.data++;
                    },
                    () -> {
                      hear("waits");
                      cell.data++;
                      synchronized (monitor) {
                        monitor.notifyAll();
                      }
                    }));
    assertThat(races).isEmpty();
  }

  /** The wait is over at once: it does not give the monitor up. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 0})
  void accessAfterTimedWait_withoutTime_isInTheSameSection(long limit) {
    Object monitor = new Object();
    assertThat(inSection(monitor, () -> TimeUnit.SECONDS.timedWait(monitor, limit))).isEmpty();
  }

  @Test
  void accessAfterJoin_ofAThreadThatHasEnded_isInTheSameSection() throws Exception {
    Thread thread = new Thread(() -> {});
    thread.start();
    thread.join();
    assertThat(inSection(thread, thread::join)).isEmpty();
  }

  /** What precedes a call in a section tells another thread that what follows it has been done. */
  private static Set<String> inSection(Object monitor, Programs.Step call) {
    Cell first = new Cell();
    Cell second = new Cell();
    return Recorded.witnessed(
        ConditionPredictionTest.class,
        () ->
            inParallel(
                () -> {
                  synchronized (monitor) {
                    first.data = 1;
                    call.run();
                    second.data++;
                  }
                  whisper("left");
                },
                () -> {
                  hear("left");
                  synchronized (monitor) {
                    check(first.data == 1);
                  }
                  second.data++;
                }));
  }

  /** A wait that is over at once might as well have come before the signal. */
  @Test
  void accessBeforeNotify_accessAfterTimedWaitWithoutTime_swapped() {
    Object monitor = new Object();
    Cell cell = new Cell();
    Set<String> races =
        Recorded.witnessed(
            getClass(),
            () ->
                inParallel(
                    () -> {
                      hear("left");
                      cell.data++;
                      synchronized (monitor) {
                        monitor.notifyAll();
                      }
                      whisper("notified");
                    },
                    () -> {
                      synchronized (monitor) {
                        whisper("left");
                      }
                      hear("notified");
                      synchronized (monitor) {
                        TimeUnit.SECONDS.timedWait(monitor, 0);
                      }
                      cell.data++;
                    }));
    assertThat(races).contains(SHARED);
  }

  @Test
  void accessBeforeSignal_ofAnotherCondition_swapped() {
    ReentrantLock lock = new ReentrantLock();
    Condition awaited = lock.newCondition();
    Condition other = lock.newCondition();
    Cell cell = new Cell();
    Set<String> races =
        Recorded.witnessed(
            getClass(),
            () ->
                inParallel(
                    () -> {
                      lock.lock();
                      whisper("waits");
                      awaited.await();
                      lock.unlock();
                      cell.data++;
                    },
                    () -> {
                      hear("waits");
                      cell.data++;
                      lock.lock();
                      other.signalAll();
                      lock.unlock();
                      whisper("signalled the other");
                    },
                    () -> {
                      hear("signalled the other");
                      lock.lock();
                      awaited.signal();
                      lock.unlock();
                    }));
    assertThat(races).contains(SHARED);
  }
}
