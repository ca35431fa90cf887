package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who takes an element changes it, after others have read it under the lock of the queue. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class ChangedElementsTest extends JdkPrograms {
  private static final int JOBS = 3;
  private static final int ROUNDS = 4;
  private static final long PERIOD_NANOS = 70_000;

  private static final class Job {
    int priority;

    Job(int priority) {
      this.priority = priority;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Job job && job.priority == priority;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static final class Tick implements Delayed {
    long due;

    Tick(long due) {
      this.due = due;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due, ((Tick) other).due);
    }
  }

  @Test
  void priorityQueue_jobsPutBackWithAnotherPriority() throws Exception {
    BlockingQueue<Job> queue =
        new PriorityBlockingQueue<>(JOBS, Comparator.comparingInt(job -> job.priority));
    for (int i = 0; i < JOBS; i++) {
      queue.put(new Job(i));
    }
    Step worker =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            Job job = queue.take();
            job.priority += 2;
            queue.put(job);
          }
        };
    inParallel(worker, worker);
  }

  @Test
  void delayQueue_periodicTicks() throws Exception {
    BlockingQueue<Tick> queue = new DelayQueue<>();
    for (int i = 0; i < JOBS; i++) {
      queue.put(new Tick(System.nanoTime() + i * PERIOD_NANOS));
    }
    Step worker =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            Tick tick = queue.take();
            tick.due += PERIOD_NANOS;
            queue.put(tick);
          }
        };
    inParallel(worker, worker);
  }

  private static void looks(BlockingQueue<Job> queue, Consumer<BlockingQueue<Job>> look)
      throws Exception {
    for (int i = 0; i < JOBS; i++) {
      queue.add(new Job(i));
    }
    inParallel(
        () -> {
          for (int i = 0; i < JOBS; i++) {
            look.accept(queue);
          }
        },
        () -> {
          for (int i = 0; i < JOBS; i++) {
            pause(20);
            queue.take().priority += 10;
          }
        });
  }

  private static BlockingQueue<Job> byIdentity() {
    return new PriorityBlockingQueue<>(JOBS, Comparator.comparingInt(System::identityHashCode));
  }

  @Test
  void arrayQueue_lookedThrough() throws Exception {
    looks(new ArrayBlockingQueue<>(JOBS), queue -> queue.contains(new Job(99)));
    looks(new ArrayBlockingQueue<>(JOBS), queue -> queue.remove(new Job(99)));
    looks(new ArrayBlockingQueue<>(JOBS), queue -> queue.forEach(Job::hashCode));
    looks(new ArrayBlockingQueue<>(JOBS), queue -> queue.removeIf(job -> job.priority == 99));
  }

  @Test
  void linkedQueue_lookedThrough() throws Exception {
    looks(new LinkedBlockingQueue<>(), queue -> queue.contains(new Job(99)));
    looks(new LinkedBlockingQueue<>(), queue -> queue.remove(new Job(99)));
  }

  @Test
  void linkedDeque_lookedThrough() throws Exception {
    looks(new LinkedBlockingDeque<>(), queue -> queue.contains(new Job(99)));
    looks(new LinkedBlockingDeque<>(), queue -> queue.remove(new Job(99)));
  }

  @Test
  void priorityQueue_lookedThrough() throws Exception {
    looks(byIdentity(), queue -> queue.contains(new Job(99)));
    looks(byIdentity(), queue -> queue.remove(new Job(99)));
    looks(byIdentity(), queue -> queue.forEach(job -> job.equals(job)));
    looks(byIdentity(), queue -> queue.removeIf(job -> job.priority == 99));
  }

  @Test
  void hashMap_valueComparedInVain() throws Exception {
    ConcurrentHashMap<Integer, Job> map = new ConcurrentHashMap<>(Map.of(1, new Job(1)));
    inParallel(
        () -> {
          map.remove(1, new Job(99));
          map.replace(1, new Job(98), new Job(3));
        },
        () -> {
          pause(20);
          map.remove(1).priority += 10;
        });
  }
}
