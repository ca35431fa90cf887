package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The queue of a scheduled pool, by tasks that notice what it asks them. */
class ScheduledQueueEdgesTest extends EdgesTestCase {
  /** A task of the caller, which has been written to before it gets into the queue. */
  private static final class Own extends FutureTask<Void> implements RunnableScheduledFuture<Void> {
    private Cell cell = new Cell();
    private long delay;

    Own(long delay) {
      super(() -> null);
      this.delay = delay;
    }

    @Override
    public boolean isPeriodic() {
      return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return delay + cell.data;
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(delay + cell.data, ((Own) other).delay + ((Own) other).cell.data);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Own && delay + cell.data == ((Own) other).cell.data - 9;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  private static ScheduledThreadPoolExecutor pool() {
    return new ScheduledThreadPoolExecutor(1);
  }

  private interface Use {
    void of(BlockingQueue<Runnable> queue) throws Exception;
  }

  /** One thread puts a task into the queue of a pool without a worker, and another one uses it. */
  private static Arguments own(String name, long delay, Use use) {
    return edge(
        "own task: " + name,
        () -> {
          BlockingQueue<Runnable> queue = pool().getQueue();
          Own task = new Own(delay);
          inTurn(
              () -> {
                task.cell.data = 0;
                queue.add(task);
              },
              () -> use.of(queue));
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(ownTasks(), tasks()).flatMap(rows -> rows);
  }

  private static Stream<Arguments> ownTasks() {
    return Stream.of(
        own("take", 0, queue -> check(queue.take() != null)),
        own("poll", 0, queue -> check(queue.poll() != null)),
        own("poll with a limit", 0, queue -> check(queue.poll(1, TimeUnit.SECONDS) != null)),
        own("poll too early", 1, queue -> queue.poll()),
        own("poll with a limit, too early", 1, queue -> queue.poll(0, TimeUnit.SECONDS)),
        own("drainTo", 0, queue -> check(queue.drainTo(new ArrayList<>()) == 1)),
        own("drainTo too early", 1, queue -> queue.drainTo(new ArrayList<>())),
        own("another that comes later", 0, queue -> queue.add(new Own(1))),
        own("another that comes before", 1, queue -> queue.add(new Own(0))),
        own("remove of another", 1, queue -> queue.remove(new Own(0))),
        own("contains of another", 1, queue -> queue.contains(new Own(0))),
        own(
            "the second of three that are taken",
            0,
            queue -> {
              queue.add(new Own(0));
              queue.add(new Own(0));
              check(queue.poll() != null && queue.poll() != null && queue.poll() != null);
            }));
  }

  /** The queue compares the others to find the next one. */
  private static void takeFirst() {
    BlockingQueue<Runnable> queue = pool().getQueue();
    inTurn(
        () -> {
          for (int i = 0; i < 4; i++) {
            Own task = new Own(0);
            task.cell.data = 0;
            queue.add(task);
          }
        },
        () -> check(queue.poll() != null));
  }

  private static Runnable foreignTask() {
    ScheduledThreadPoolExecutor other = pool();
    Runnable task = (Runnable) other.schedule(() -> {}, 1, TimeUnit.HOURS);
    other.shutdownNow();
    return task;
  }

  private static Arguments put(String name, Use put) {
    return edge(
        name,
        () -> {
          BlockingQueue<Runnable> queue = pool().getQueue();
          inTurn(() -> put.of(queue), () -> check(queue.peek() != null));
        });
  }

  private static Stream<Arguments> tasks() {
    return Stream.of(
        put("add", queue -> queue.add(foreignTask())),
        put("put", queue -> queue.put(foreignTask())),
        put("offer", queue -> queue.offer(foreignTask())),
        put("offer with a limit", queue -> queue.offer(foreignTask(), 1, TimeUnit.SECONDS)),
        edge(
            "remove of a task that another has put",
            () -> {
              BlockingQueue<Runnable> queue = pool().getQueue();
              Runnable task = foreignTask();
              inTurn(() -> queue.add(task), () -> check(queue.remove(task)));
            }),
        edge(
            "shutdown of a pool with a task of another",
            () -> {
              ScheduledThreadPoolExecutor pool = pool();
              inTurn(() -> pool.schedule(() -> {}, 1, TimeUnit.HOURS), pool::shutdown);
              pool.shutdownNow();
            }),
        edge(
            "count of the tasks of a pool",
            () -> {
              ScheduledThreadPoolExecutor pool = pool();
              // A worker that begins counts as one with a task.
              check(pool.prestartCoreThread());
              untilTrue(() -> pool.getActiveCount() == 0);
              inTurn(
                  () -> pool.schedule(() -> {}, 1, TimeUnit.HOURS),
                  () -> check(pool.getTaskCount() == 1));
              pool.shutdownNow();
            }),
        edge("own tasks: the first of four", ScheduledQueueEdgesTest::takeFirst),
        edge(
            "collection that tasks are drained to",
            () -> {
              BlockingQueue<Runnable> queue = pool().getQueue();
              queue.add(new Own(0));
              Queue<Runnable> found = new ConcurrentLinkedQueue<>();
              inTurn(() -> queue.drainTo(found), () -> check(found.poll() != null));
            }),
        edge("count of tasks, of which one waits again", ScheduledQueueEdgesTest::countAgain));
  }

  /** The task is in the queue again while its worker has not yet counted its run. */
  private static void countAgain() throws Exception {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          protected void afterExecute(Runnable task, Throwable thrown) {
            whisper("counted or not");
            hear("looked");
          }
        };
    Cell cell = new Cell();
    pool.scheduleAtFixedRate(() -> cell.data++, 0, 1, TimeUnit.HOURS);
    hear("counted or not");
    untilTrue(() -> pool.getTaskCount() == 2);
    cell.data++;
    whisper("looked");
    pool.shutdownNow();
    pool.awaitTermination(1, TimeUnit.MINUTES);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "remove of a task that is not there any more",
            () -> {
              BlockingQueue<Runnable> queue = pool().getQueue();
              Runnable task = foreignTask();
              inTurn(
                  () -> {
                    queue.add(task);
                    check(queue.remove(task));
                  },
                  () -> check(!queue.remove(task)));
            }),
        edge(
            "two queues",
            () -> {
              BlockingQueue<Runnable> first = pool().getQueue();
              BlockingQueue<Runnable> second = pool().getQueue();
              inTurn(() -> first.add(foreignTask()), () -> second.add(foreignTask()));
            }));
  }
}
