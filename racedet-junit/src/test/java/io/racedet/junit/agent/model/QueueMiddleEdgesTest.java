package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.BOUNDED;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.KINDS;
import static io.racedet.junit.agent.model.QueueCallEdgesTest.blocking;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Item;
import io.racedet.junit.agent.model.QueueCallEdgesTest.Kind;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What code of the caller does in a call of a queue. */
class QueueMiddleEdgesTest extends EdgesTestCase {
  static final int ROOM = 3;

  /** A queue with elements that a call may look for. */
  static Queue<Object> filled(Kind kind, int count) {
    Queue<Object> queue = kind.make();
    for (int i = 0; i < count; i++) {
      queue.add(new Item());
    }
    return queue;
  }

  static boolean counts(Consumer<Consumer<Object>> visit) {
    int[] count = new int[1];
    visit.accept(element -> count[0]++);
    return count[0] > 0;
  }

  /* ---- code of the caller ---- */

  private record Visit(String name, Visiting visiting) {}

  private interface Visiting {
    void visit(Queue<Object> queue, Consumer<Object> code);
  }

  private static final List<Visit> VISITS =
      List.of(
          new Visit("forEach", (q, code) -> q.forEach(code)),
          new Visit("iterator", (q, code) -> q.iterator().forEachRemaining(code)),
          new Visit("tryAdvance", (q, code) -> q.spliterator().tryAdvance(code)),
          new Visit("spliterator", (q, code) -> q.spliterator().forEachRemaining(code)),
          new Visit("removeIf", (q, code) -> q.removeIf(e -> isTaken(code, e))));

  private static boolean isTaken(Consumer<Object> code, Object element) {
    code.accept(element);
    return true;
  }

  /** One thread fills an element in and adds it, and the code of another one reads it. */
  private static Arguments reads(Kind kind, Visit visit) {
    return edge(
        kind.name() + ": element read in " + visit.name,
        () -> {
          Queue<Object> queue = kind.make();
          boolean isFirst = visit.name.equals("tryAdvance");
          Object added = new Item();
          if (!isFirst) {
            queue.add(new Item());
          }
          Consumer<Consumer<Object>> visiting =
              isFirst ? queue.spliterator()::tryAdvance : code -> visit.visiting.visit(queue, code);
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                queue.add(added);
                whisper("added");
              },
              () -> {
                hear("added");
                visiting.accept(
                    e -> {
                      if (e == added) {
                        cell.data++;
                      }
                    });
              });
        });
  }

  /** There is no other element, which would be tested or compared before. */
  private static Arguments testsOnly(Kind kind) {
    return edge(
        kind.name() + ": only element read in removeIf",
        () -> {
          Queue<Object> queue = kind.make();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                queue.add(new Item());
                whisper("added");
              },
              () -> {
                hear("added");
                check(!queue.removeIf(e -> cell.data++ < 0));
              });
        });
  }

  /** Who finds that there is none comes after what the code did with the last one. */
  private static Arguments tests(Kind kind) {
    return edge(
        kind.name() + ": removeIf by code that writes, none left",
        () -> {
          Queue<Object> queue = filled(kind, 2);
          Cell cell = new Cell();
          inParallel(
              () -> queue.removeIf(e -> isTaken(each -> cell.data = 1, e)),
              () -> {
                untilTrue(() -> queue.peek() == null);
                cell.data++;
              });
        });
  }

  /** What matches is removed at the end, so who misses it comes after what the code did last. */
  private static Arguments testsAgain(Kind kind) {
    return edge(
        kind.name() + ": removeIf by code that writes after the match",
        () -> {
          Queue<Object> queue = filled(kind, 2);
          Cell cell = new Cell();
          inParallel(
              () -> {
                queue.removeIf(e -> cell.data++ == 0);
                whisper("removed");
              },
              () -> {
                hear("removed");
                check(queue.size() == 1);
                cell.data++;
              });
        });
  }

  /** The third of four elements is removed while the code of another thread has the first one. */
  private static Arguments removedMeanwhile(Kind kind, Visit visit) {
    Recorded.Program program =
        () -> {
          Queue<Object> queue = filled(kind, 2);
          Object third = new Item();
          queue.addAll(List.of(third, new Item()));
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("in the middle");
                cell.data = 1;
                check(queue.remove(third));
                whisper("removed");
              },
              () -> {
                int[] count = new int[1];
                visit.visiting.visit(
                    queue,
                    e -> {
                      if (count[0]++ == 0) {
                        whisper("in the middle");
                        hear("removed");
                      }
                    });
                if (count[0] == 3) {
                  cell.data++;
                }
              });
        };
    return Arguments.of(kind.name() + ": remove meanwhile, " + visit.name, program, false);
  }

  private static boolean isLocked(Kind kind) {
    return kind.make() instanceof BlockingQueue && !(kind.make() instanceof LinkedTransferQueue);
  }

  private static Stream<Arguments> visits() {
    return VISITS.stream()
        .flatMap(
            visit ->
                Stream.concat(
                    KINDS.stream().map(kind -> reads(kind, visit)),
                    KINDS.stream()
                        .filter(kind -> !isLocked(kind) && !visit.name.equals("tryAdvance"))
                        .map(kind -> removedMeanwhile(kind, visit))));
  }

  /** The place of what another thread has added and removed is still there. */
  private static Arguments visitsBehind(Kind kind, Visit visit) {
    return edge(
        kind.name() + ": add, poll, " + visit.name + " of another one",
        () -> {
          Queue<Object> queue = kind.make();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                check(queue.add(new Item()) && queue.poll() != null);
                whisper("removed");
              },
              () -> {
                hear("removed");
                queue.add(new Item());
                visit.visiting.visit(queue, e -> cell.data++);
              });
        });
  }

  /** A third thread gets an element out of what another one has drained the queue to. */
  private static Arguments drains(Kind kind) {
    return edge(
        kind.name() + ": drainTo a queue of another thread",
        () -> {
          BlockingQueue<Object> queue = (BlockingQueue<Object>) kind.make();
          Queue<Object> next = new ConcurrentLinkedQueue<>();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                queue.add(new Item());
              },
              () -> untilTrue(() -> queue.drainTo(next) == 1),
              () -> {
                untilTrue(() -> next.poll() != null);
                cell.data++;
              });
        });
  }

  /** Who finds that there is none comes after what the collection did with the last one. */
  private static Arguments drained(Kind kind) {
    return edge(
        kind.name() + ": drainTo a collection of the caller, none left",
        () -> {
          BlockingQueue<Object> queue = (BlockingQueue<Object>) kind.make();
          queue.add(new Item());
          Cell cell = new Cell();
          Collection<Object> counting =
              new ArrayList<>() {
                private static final long serialVersionUID = 1;

                @Override
                public boolean add(Object element) {
                  cell.data = 1;
                  return true;
                }
              };
          inParallel(
              () -> check(queue.drainTo(counting) == 1),
              () -> {
                untilTrue(() -> queue.peek() == null);
                cell.data++;
              });
        });
  }

  /** Who finds no room comes after the code that has made the elements which fill the queue. */
  private static Arguments computes(Kind kind) {
    return edge(
        kind.name() + ": addAll of what the caller computes, no room",
        () -> {
          Queue<Object> queue = filled(kind, ROOM - 1);
          Cell cell = new Cell();
          Collection<Object> computed =
              new AbstractList<>() {
                @Override
                public Object get(int index) {
                  cell.data = 1;
                  return new Item();
                }

                @Override
                public int size() {
                  cell.data = 1;
                  return 1;
                }
              };
          inParallel(
              () -> {
                check(queue.addAll(computed));
                whisper("full");
              },
              () -> {
                hear("full");
                check(!queue.offer(new Item()));
                cell.data++;
              });
        });
  }

  static Stream<Arguments> edges() {
    List<Kind> blocking =
        KINDS.stream().filter(kind -> kind.make() instanceof BlockingQueue).toList();
    return Stream.of(
            visits(),
            KINDS.stream().map(QueueMiddleEdgesTest::tests),
            KINDS.stream().map(QueueMiddleEdgesTest::testsOnly),
            blocking.stream()
                .filter(kind -> !kind.name().equals("DelayQueue"))
                .filter(kind -> !kind.name().equals("LinkedTransferQueue"))
                .map(QueueMiddleEdgesTest::testsAgain),
            blocking.stream().map(QueueMiddleEdgesTest::drains),
            blocking.stream()
                .filter(kind -> !kind.name().equals("LinkedTransferQueue"))
                .map(QueueMiddleEdgesTest::drained),
            BOUNDED.stream()
                .filter(kind -> kind.name().startsWith("LinkedBlockingDeque"))
                .map(QueueMiddleEdgesTest::computes))
        .flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return KINDS.stream()
        .filter(kind -> !isLocked(kind))
        .flatMap(
            kind ->
                VISITS.stream()
                    .filter(visit -> isBehind(kind, visit))
                    .map(visit -> visitsBehind(kind, visit)));
  }

  /** Other calls look first for the first one, and find what has been removed. */
  private static boolean isBehind(Kind kind, Visit visit) {
    return visit.name.equals("forEach")
        || visit.name.equals("removeIf")
        || visit.name.equals("spliterator") && kind.make() instanceof Deque;
  }
}
