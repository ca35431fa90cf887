package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that use one container, but nothing that one of them has handed over to the other. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
class RacyContainersTest extends JdkPrograms {
  private static final int LATER = 1000;

  /** One thread changes the cell before its step, another one after a later step. */
  private static void apart(Step first, Step second) throws InterruptedException {
    Cell cell = new Cell();
    inParallel(
        () -> {
          cell.add();
          first.run();
        },
        () -> {
          pause(LATER);
          second.run();
          cell.add();
        });
  }

  private static void otherKey(Map<String, Boolean> map) throws InterruptedException {
    apart(
        () -> map.put("mine", true),
        () -> {
          map.put("other", true);
          map.get("other");
        });
  }

  @Test
  @Tag(SMOKE)
  void hashMap_sameValueUnderOtherKey_races() throws InterruptedException {
    otherKey(new ConcurrentHashMap<>());
  }

  @Test
  void skipListMap_sameValueUnderOtherKey_races() throws InterruptedException {
    otherKey(new ConcurrentSkipListMap<>());
  }

  @Test
  void hashMap_computeOfOtherKey_races() throws InterruptedException {
    Map<String, Boolean> map = new ConcurrentHashMap<>();
    apart(() -> map.compute("mine", (k, v) -> true), () -> map.computeIfAbsent("other", k -> true));
  }

  private static void otherKeyFound(Set<String> set) throws InterruptedException {
    set.add("other");
    apart(() -> set.add("mine"), () -> set.contains("other"));
  }

  @Test
  void keySet_otherKeyFound_races() throws InterruptedException {
    otherKeyFound(ConcurrentHashMap.newKeySet());
  }

  @Test
  void skipListSet_otherKeyFound_races() throws InterruptedException {
    otherKeyFound(new ConcurrentSkipListSet<>());
  }

  private static void equalTokens(Queue<String> queue) throws InterruptedException {
    queue.add("token");
    apart(() -> queue.add("token"), queue::poll);
  }

  @Test
  void concurrentLinkedQueue_tokenOfAnother_races() throws InterruptedException {
    equalTokens(new ConcurrentLinkedQueue<>());
  }

  @Test
  void concurrentLinkedDeque_tokenOfAnother_races() throws InterruptedException {
    equalTokens(new ConcurrentLinkedDeque<>());
  }

  @Test
  @Tag(SMOKE)
  void linkedBlockingQueue_tokenOfAnother_races() throws InterruptedException {
    equalTokens(new LinkedBlockingQueue<>());
  }

  @Test
  void linkedBlockingDeque_tokenOfAnother_races() throws InterruptedException {
    equalTokens(new LinkedBlockingDeque<>());
  }

  @Test
  void linkedTransferQueue_tokenOfAnother_races() throws InterruptedException {
    equalTokens(new LinkedTransferQueue<>());
  }

  @Test
  void linkedBlockingQueue_twoProducers_race() throws InterruptedException {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    apart(() -> queue.put(1), () -> queue.put(2));
  }

  private static void failedPoll(SynchronousQueue<Integer> queue) throws InterruptedException {
    Thread taker = start(queue::take);
    apart(queue::poll, () -> queue.put(1));
    join(taker);
  }

  @Test
  void synchronousQueue_failedPoll_races() throws InterruptedException {
    failedPoll(new SynchronousQueue<>());
  }

  @Test
  void fairSynchronousQueue_failedPoll_races() throws InterruptedException {
    failedPoll(new SynchronousQueue<>(true));
  }

  @Test
  void linkedTransferQueue_takerOfAnotherElement_races() throws InterruptedException {
    LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
    queue.add(7);
    Thread taker =
        start(
            () -> {
              pause(2 * LATER);
              while (queue.take() == 7) {
                Thread.onSpinWait();
              }
            });
    apart(queue::poll, () -> queue.transfer(1));
    join(taker);
  }

  @Test
  void copyOnWriteList_elementsThemselves_race() throws InterruptedException {
    List<Cell> list = new CopyOnWriteArrayList<>(List.of(new Cell()));
    inParallel(() -> list.get(0).add(), () -> list.get(0).add());
  }

  @Test
  void hashMap_replacedValue_isNotCounted() throws InterruptedException {
    ConcurrentHashMap<String, Boolean> map = new ConcurrentHashMap<>(Map.of("k", true));
    apart(() -> map.put("k", false), map::size);
  }

  private static void changedInside(BlockingQueue<Cell> queue, Step look)
      throws InterruptedException {
    List<Cell> cells = List.of(cells(2));
    queue.addAll(cells);
    inParallel(look, () -> cells.get(0).add());
  }

  @Test
  void priorityQueue_elementThatIsNotTaken_races() throws InterruptedException {
    BlockingQueue<Cell> queue = new PriorityBlockingQueue<>(2, Comparator.comparing(Cell::get));
    changedInside(queue, () -> queue.put(new Cell()));
  }

  @Test
  void arrayBlockingQueue_elementThatIsNotTaken_races() throws InterruptedException {
    BlockingQueue<Cell> queue = new ArrayBlockingQueue<>(2);
    changedInside(queue, () -> queue.forEach(Cell::get));
  }

  @Test
  void linkedBlockingQueue_elementVisitedOutsideTheLock_races() throws InterruptedException {
    BlockingQueue<Cell> queue = new LinkedBlockingQueue<>(List.of(new Cell()));
    inParallel(
        () -> queue.forEach(Cell::get),
        () -> {
          pause(LATER);
          queue.take().add();
        });
  }
}
