package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * One thread reads elements under the lock of the queue, before another one takes and changes one.
 */
class LookedElementEdgesTest extends EdgesTestCase {
  private static final int ROOM = 6;

  /** Its rank is all that there is to read. */
  static final class Job implements Delayed {
    final Cell rank = new Cell();

    /** Set when it is due: opaque, which orders nothing. */
    final AtomicIntegerArray due = new AtomicIntegerArray(1);

    Job(int rank) {
      this.rank.data = rank;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return due.getOpaque(0) == 0 && rank.data >= 0 ? 1 : -1;
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(rank.data, ((Job) other).rank.data);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Job job && rank.data == job.rank.data;
    }

    @Override
    public int hashCode() {
      return rank.data;
    }
  }

  /** What the first thread does with the queue; the last of its elements is known. */
  interface Look {
    void at(BlockingQueue<Job> queue, Job last);
  }

  /** How the second thread gets the first element that is left. */
  interface Take {
    Job from(BlockingQueue<Job> queue) throws InterruptedException;
  }

  record Kind(String name, Supplier<BlockingQueue<Job>> made) {
    boolean is(String part) {
      return name.contains(part);
    }
  }

  record Way<T>(String name, T way) {}

  private static final Way<Take> POLL = new Way<>("poll", BlockingQueue::poll);

  static final List<Kind> KINDS =
      List.of(
          new Kind("ArrayBlockingQueue", () -> new ArrayBlockingQueue<>(ROOM)),
          new Kind("LinkedBlockingQueue", LinkedBlockingQueue::new),
          new Kind("LinkedBlockingDeque", LinkedBlockingDeque::new),
          new Kind("PriorityBlockingQueue", PriorityBlockingQueue::new),
          new Kind(
              "PriorityBlockingQueue with a Comparator",
              () -> new PriorityBlockingQueue<>(ROOM, Comparator.comparingInt(j -> j.rank.data))),
          new Kind("DelayQueue", DelayQueue::new));

  /** Whether the code of the caller that visits the elements runs under the lock. */
  private static boolean isLockedInVisits(Kind kind) {
    return kind.is("ArrayBlockingQueue") || kind.is("PriorityBlockingQueue");
  }

  static List<Way<Look>> looks(Kind kind) {
    List<Way<Look>> looks = new ArrayList<>();
    looks.add(new Way<>("remove in vain", (q, last) -> check(!q.remove(new Job(9)))));
    if (kind.is("DelayQueue")) {
      looks.add(new Way<>("poll in vain", (q, last) -> check(q.poll() == null)));
      looks.add(
          new Way<>("drainTo in vain", (q, last) -> check(q.drainTo(new ArrayList<>()) == 0)));
    } else {
      looks.add(new Way<>("contains in vain", (q, last) -> check(!q.contains(new Job(9)))));
    }
    if (isLockedInVisits(kind)) {
      looks.add(new Way<>("forEach", (q, last) -> q.forEach(Job::hashCode)));
      looks.add(new Way<>("removeIf in vain", (q, last) -> q.removeIf(j -> j.rank.data == 9)));
    }
    if (kind.is("Deque")) {
      looks.add(
          new Way<>(
              "removeLastOccurrence in vain",
              (q, last) ->
                  check(!((LinkedBlockingDeque<Job>) q).removeLastOccurrence(new Job(9)))));
    }
    return looks;
  }

  private static List<Way<Take>> takes(Kind kind) {
    List<Way<Take>> takes =
        new ArrayList<>(
            List.of(
                new Way<>("take", BlockingQueue::take),
                POLL,
                new Way<>("poll with a limit", q -> q.poll(9, TimeUnit.SECONDS)),
                new Way<>("drainTo", LookedElementEdgesTest::drained)));
    if (!kind.is("DelayQueue")) {
      takes.add(new Way<>("removeIf", LookedElementEdgesTest::removedIf));
    }
    if (isLockedInVisits(kind)) {
      takes.add(new Way<>("removeIf that changes it", LookedElementEdgesTest::changedAndRemoved));
    }
    takes.add(new Way<>("remove by an iterator", LookedElementEdgesTest::iterated));
    if (kind.is("Deque")) {
      takes.add(new Way<>("takeLast", q -> ((LinkedBlockingDeque<Job>) q).takeLast()));
    }
    return takes;
  }

  private static Job drained(BlockingQueue<Job> queue) {
    List<Job> drained =
        new ArrayList<>() {
          private static final long serialVersionUID = 1;

          @Override
          public boolean add(Job job) {
            job.rank.data = 7;
            return super.add(job);
          }
        };
    check(queue.drainTo(drained) > 0);
    return drained.get(0);
  }

  private static Job removedIf(BlockingQueue<Job> queue) {
    List<Job> removed = new ArrayList<>();
    queue.removeIf(removed::add);
    return removed.get(0);
  }

  private static Job changedAndRemoved(BlockingQueue<Job> queue) {
    Job[] first = new Job[1];
    queue.removeIf(
        job -> {
          job.rank.data = 7;
          first[0] = job;
          return true;
        });
    return first[0];
  }

  static Job iterated(BlockingQueue<Job> queue) {
    Iterator<Job> jobs = queue.iterator();
    Job first = jobs.next();
    jobs.remove();
    return first;
  }

  interface Change {
    void of(BlockingQueue<Job> queue, List<Job> jobs) throws InterruptedException;
  }

  static Recorded.Program program(Kind kind, Look look, Change change) {
    return () -> {
      BlockingQueue<Job> queue = kind.made.get();
      List<Job> jobs = List.of(new Job(1), new Job(2), new Job(3));
      queue.addAll(jobs);
      inParallel(
          () -> {
            look.at(queue, jobs.get(2));
            whisper("looked");
          },
          () -> {
            hear("looked");
            jobs.forEach(LookedElementEdgesTest::due);
            change.of(queue, jobs);
          });
    };
  }

  static Arguments taken(Kind kind, Way<Look> look, Way<Take> take) {
    String name = kind.name + ": " + look.name + ", then " + take.name;
    return edge(name, program(kind, look.way, (queue, jobs) -> take.way.from(queue).rank.data = 0));
  }

  /** The last element is removed by the second thread, which has known it before. */
  static Arguments removed(Kind kind, Way<Look> look) {
    return edge(
        kind.name + ": " + look.name + ", then remove",
        program(
            kind,
            look.way,
            (queue, jobs) -> {
              check(queue.remove(jobs.get(2)));
              jobs.get(2).rank.data = 0;
            }));
  }

  /** The second thread knows what was in the queue before it was cleared. */
  private static Arguments cleared(Kind kind, Way<Look> look) {
    return edge(
        kind.name + ": " + look.name + ", then clear",
        program(
            kind,
            look.way,
            (queue, jobs) -> {
              queue.clear();
              jobs.get(2).rank.data = 0;
            }));
  }

  /**
   * The first thread reads what it looks for, and finds an equal element, which a third one takes.
   */
  private static Arguments equalFound(Kind kind) {
    return edge(
        kind.name + ": contains that finds an equal one, poll of that, then poll",
        () -> {
          BlockingQueue<Job> queue = kind.made.get();
          Job last = new Job(1);
          queue.addAll(List.of(new Job(1), last));
          inParallel(
              () -> {
                check(queue.contains(last));
                whisper("looked");
              },
              () -> {
                hear("looked");
                check(queue.poll() != last);
                whisper("taken");
              },
              () -> {
                hear("taken");
                check(queue.poll() == last);
                last.rank.data = 0;
              });
        });
  }

  /** Takes those before, and then the one that the first thread has looked for or moved. */
  private static Arguments lastTaken(Kind kind, Way<Look> look) {
    return edge(
        kind.name + ": " + look.name + ", then poll of the last one",
        program(
            kind,
            look.way,
            (queue, jobs) -> {
              Job next = queue.poll();
              while (queue.size() > 0) {
                next = queue.poll();
              }
              next.rank.data = 0;
            }));
  }

  /**
   * What is added is compared with the element above it in the heap, and moved away from there by a
   * third thread.
   */
  private static Arguments moved(Kind kind) {
    return edge(
        kind.name + ": put, poll of another one, then remove of what was above",
        () -> {
          BlockingQueue<Job> queue = kind.made.get();
          List<Job> jobs = Stream.of(1, 4, 2, 5, 6, 3, 7).map(Job::new).toList();
          queue.addAll(jobs);
          Job above = jobs.get(3);
          inParallel(
              () -> {
                queue.add(new Job(8));
                whisper("looked");
              },
              () -> {
                hear("looked");
                pollFirst(queue);
                whisper("moved");
              },
              () -> {
                hear("moved");
                check(queue.remove(above));
                above.rank.data = 0;
              });
        });
  }

  private static Arguments lastRemoved(Kind kind, Way<Look> look) {
    return edge(
        kind.name + ": " + look.name + ", then removeIf of all",
        program(
            kind,
            look.way,
            (queue, jobs) -> {
              List<Job> removed = new ArrayList<>();
              queue.removeIf(removed::add);
              removed.get(removed.size() - 1).rank.data = 0;
            }));
  }

  private static Arguments left(Kind kind, Way<Look> look) {
    return Arguments.of(
        kind.name + ": " + look.name + ", change of an element that is left",
        program(
            kind,
            look.way,
            (queue, jobs) -> {
              queue.poll();
              jobs.get(1).rank.data = 0;
            }));
  }

  private static Arguments outside(Kind kind, Way<Look> look) {
    return Arguments.of(
        kind.name + ": " + look.name + ", which does not hold the lock, then poll",
        program(kind, look.way, (queue, jobs) -> queue.poll().rank.data = 0));
  }

  static Stream<Arguments> edges() {
    return KINDS.stream().flatMap(LookedElementEdgesTest::edgesOf);
  }

  private static Stream<Arguments> edgesOf(Kind kind) {
    Way<Look> first = looks(kind).get(0);
    Way<Look> put = new Way<>("put", (q, last) -> q.add(due(new Job(0))));
    Way<Look> poll = new Way<>("poll", (q, last) -> pollFirst(q));
    Stream<Arguments> kindsOwn =
        kind.is("Priority") || kind.is("DelayQueue")
            ? Stream.of(moved(kind), taken(kind, poll, POLL), lastTaken(kind, poll))
            : Stream.of(cleared(kind, first));
    Stream<Arguments> others =
        kind.is("DelayQueue")
            ? Stream.of(taken(kind, put, POLL))
            : Stream.of(equalFound(kind), lastRemoved(kind, first));
    return Stream.of(
            looks(kind).stream().map(look -> taken(kind, look, POLL)),
            takes(kind).stream().map(take -> taken(kind, first, take)),
            kindsOwn,
            others,
            Stream.of(removed(kind, first)))
        .flatMap(all -> all);
  }

  private static Job due(Job job) {
    job.due.setOpaque(0, 1);
    return job;
  }

  static void pollFirst(BlockingQueue<Job> queue) {
    due(queue.peek());
    check(queue.poll() != null);
  }

  static Stream<Arguments> noEdges() {
    Way<Look> forEach = new Way<>("forEach", (q, last) -> q.forEach(Job::hashCode));
    Way<Look> stream = new Way<>("stream", (q, last) -> q.stream().forEach(Job::hashCode));
    Way<Look> removeIf =
        new Way<>("removeIf in vain", (q, last) -> q.removeIf(j -> j.rank.data < 0));
    return Stream.of(
            KINDS.stream().map(kind -> left(kind, looks(kind).get(0))),
            KINDS.stream()
                .filter(kind -> kind.is("LinkedBlocking"))
                .flatMap(k -> Stream.of(forEach, stream, removeIf).map(look -> outside(k, look))))
        .flatMap(all -> all);
  }
}
