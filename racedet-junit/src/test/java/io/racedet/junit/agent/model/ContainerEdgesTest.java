package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.exclude;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.until;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Queues, concurrent maps and synchronized collections. */
class ContainerEdgesTest extends EdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
            blocking("ArrayBlockingQueue", () -> new ArrayBlockingQueue<>(3)),
            blocking("LinkedBlockingQueue", LinkedBlockingQueue::new),
            blocking("LinkedBlockingDeque", LinkedBlockingDeque::new),
            blocking("PriorityBlockingQueue", PriorityBlockingQueue::new),
            blocking("LinkedTransferQueue", LinkedTransferQueue::new),
            polled("ArrayBlockingQueue", () -> new ArrayBlockingQueue<>(3)),
            polled("LinkedBlockingQueue", LinkedBlockingQueue::new),
            polled("LinkedBlockingDeque", LinkedBlockingDeque::new),
            polled("PriorityBlockingQueue", PriorityBlockingQueue::new),
            polled("LinkedTransferQueue", LinkedTransferQueue::new),
            polled("ConcurrentLinkedQueue", ConcurrentLinkedQueue::new),
            polled("ConcurrentLinkedDeque", ConcurrentLinkedDeque::new),
            queues(),
            maps("ConcurrentHashMap", ConcurrentHashMap::new),
            maps("ConcurrentSkipListMap", ConcurrentSkipListMap::new),
            sets("newKeySet", ConcurrentHashMap::newKeySet),
            sets("ConcurrentSkipListSet", ConcurrentSkipListSet::new),
            sets("CopyOnWriteArraySet", CopyOnWriteArraySet::new),
            lists(),
            locked())
        .flatMap(all -> all);
  }

  private static Stream<Arguments> blocking(String name, Supplier<BlockingQueue<String>> queues) {
    BlockingQueue<String> a = queues.get();
    BlockingQueue<String> b = queues.get();
    BlockingQueue<String> c = queues.get();
    return Stream.of(
        edge(name + ": put, take", () -> handOver(() -> a.put("x"), a::take)),
        edge(
            name + ": offer and poll with limits",
            () ->
                handOver(
                    () -> b.offer("x", 1, TimeUnit.SECONDS),
                    () -> until(() -> b.poll(1, TimeUnit.SECONDS)))),
        edge(
            name + ": drainTo",
            () ->
                handOver(
                    () -> c.add("x"), () -> untilTrue(() -> c.drainTo(new ArrayList<>()) == 1))));
  }

  private static Stream<Arguments> polled(String name, Supplier<Queue<String>> queues) {
    Queue<String> a = queues.get();
    Queue<String> b = queues.get();
    Queue<String> c = queues.get();
    Queue<String> d = queues.get();
    Queue<String> e = queues.get();
    Queue<String> f = queues.get();
    return Stream.of(
        edge(name + ": offer, poll", () -> handOver(() -> a.offer("x"), () -> until(a::poll))),
        edge(name + ": add, peek", () -> handOver(() -> b.add("x"), () -> until(b::peek))),
        edge(
            name + ": add, iterator",
            () -> handOver(() -> c.add("x"), () -> until(() -> first(c.iterator())))),
        edge(
            name + ": addAll, forEach",
            () -> handOver(() -> d.addAll(List.of("x")), () -> untilTrue(() -> visits(d)))),
        edge(
            name + ": add, removeIf",
            () -> handOver(() -> e.add("x"), () -> untilTrue(() -> e.removeIf(x -> true)))),
        edge(
            name + ": add, toArray",
            () -> handOver(() -> f.add("x"), () -> untilTrue(() -> f.toArray().length == 1))));
  }

  private static <T> T first(Iterator<T> iterator) {
    return iterator.hasNext() ? iterator.next() : null;
  }

  private static boolean visits(Iterable<?> iterable) {
    int[] visited = new int[1];
    iterable.forEach(x -> visited[0]++);
    return visited[0] > 0;
  }

  /** Ready at once. */
  private static final class Ready implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return 0;
    }
  }

  private static Stream<Arguments> queues() {
    return Stream.of(
        edge(
            "SynchronousQueue",
            () -> {
              SynchronousQueue<String> queue = new SynchronousQueue<>();
              handOver(() -> queue.put("x"), queue::take);
            }),
        edge(
            "SynchronousQueue, fair",
            () -> {
              SynchronousQueue<String> queue = new SynchronousQueue<>(true);
              handOver(
                  () -> untilTrue(() -> queue.offer("x")), () -> queue.poll(1, TimeUnit.SECONDS));
            }),
        edge(
            "DelayQueue",
            () -> {
              DelayQueue<Ready> queue = new DelayQueue<>();
              handOver(() -> queue.put(new Ready()), queue::take);
            }),
        edge(
            "transfer",
            () -> {
              LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
              handOver(() -> queue.transfer("x"), queue::take);
            }),
        edge(
            "stack",
            () -> {
              ConcurrentLinkedDeque<String> stack = new ConcurrentLinkedDeque<>();
              handOver(() -> stack.push("x"), () -> until(stack::pollLast));
            }),
        edge(
            "blocking deque, from the other end",
            () -> {
              LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>();
              handOver(() -> deque.putFirst("x"), deque::takeLast);
            }));
  }

  private static Arguments map(
      String name, ConcurrentMap<String, String> map, Programs.Step put, Programs.Step get) {
    return edge(name, () -> handOver(put, get));
  }

  private static Stream<Arguments> maps(String name, Supplier<ConcurrentMap<String, String>> maps) {
    ConcurrentMap<String, String> a = maps.get();
    ConcurrentMap<String, String> b = maps.get();
    ConcurrentMap<String, String> c = maps.get();
    ConcurrentMap<String, String> d = maps.get();
    ConcurrentMap<String, String> e = maps.get();
    ConcurrentMap<String, String> f = maps.get();
    ConcurrentMap<String, String> g = maps.get();
    ConcurrentMap<String, String> h = maps.get();
    ConcurrentMap<String, String> i = maps.get();
    ConcurrentMap<String, String> j = maps.get();
    return Stream.of(
        map(name + ": put, get", a, () -> a.put("k", "v"), () -> until(() -> a.get("k"))),
        map(
            name + ": putIfAbsent, containsKey",
            b,
            () -> b.putIfAbsent("k", "v"),
            () -> untilTrue(() -> b.containsKey("k"))),
        map(
            name + ": computeIfAbsent, remove",
            c,
            () -> c.computeIfAbsent("k", k -> "v"),
            () -> until(() -> c.remove("k"))),
        map(
            name + ": merge, keySet iterator",
            d,
            () -> d.merge("k", "v", String::concat),
            () -> until(() -> first(d.keySet().iterator()))),
        map(
            name + ": put, entrySet iterator",
            e,
            () -> e.put("k", "v"),
            () -> until(() -> first(e.entrySet().iterator()))),
        map(
            name + ": put, forEach",
            f,
            () -> f.put("k", "v"),
            () -> untilTrue(() -> visits(f.values()))),
        map(
            name + ": compute, compute",
            g,
            () -> g.compute("k", (k, v) -> "v"),
            () -> until(() -> g.compute("k", (k, v) -> v == null ? null : v + "w"))),
        map(
            name + ": failed putIfAbsent",
            h,
            () -> h.put("k", "v"),
            () -> untilTrue(() -> !"w".equals(putAndRemove(h)))),
        map(
            name + ": replace, values iterator",
            i,
            () -> {
              i.put("k", "u");
              i.replace("k", "v");
            },
            () -> untilTrue(() -> "v".equals(first(i.values().iterator())))),
        map(
            name + ": put, keySet forEach",
            j,
            () -> j.put("k", "v"),
            () -> untilTrue(() -> visits(j.keySet()))));
  }

  /** What is there under the key, or w when nothing was. */
  private static String putAndRemove(ConcurrentMap<String, String> map) {
    String before = map.putIfAbsent("other", "w");
    map.remove("other");
    String mine = map.putIfAbsent("k", "w");
    if (mine == null) {
      map.remove("k", "w");
      return "w";
    }
    return mine + before;
  }

  private static Stream<Arguments> sets(String name, Supplier<Set<String>> sets) {
    Set<String> a = sets.get();
    Set<String> b = sets.get();
    Set<String> c = sets.get();
    return Stream.of(
        edge(
            name + ": contains",
            () -> handOver(() -> a.add("x"), () -> untilTrue(() -> a.contains("x")))),
        edge(
            name + ": iterator",
            () -> handOver(() -> b.add("x"), () -> until(() -> first(b.iterator())))),
        edge(
            name + ": forEach",
            () -> handOver(() -> c.add("x"), () -> untilTrue(() -> visits(c)))));
  }

  private static Stream<Arguments> lists() {
    List<String> a = new CopyOnWriteArrayList<>();
    List<String> b = new CopyOnWriteArrayList<>(List.of("x"));
    List<String> c = new CopyOnWriteArrayList<>();
    CopyOnWriteArrayList<String> d = new CopyOnWriteArrayList<>();
    return Stream.of(
        edge(
            "CopyOnWriteArrayList: clone",
            () ->
                handOver(
                    () -> d.add("x"), () -> untilTrue(() -> ((List<?>) d.clone()).size() == 1))),
        edge(
            "CopyOnWriteArrayList: iterator",
            () -> handOver(() -> a.add("x"), () -> until(() -> first(a.iterator())))),
        edge(
            "CopyOnWriteArrayList: set, get",
            () -> handOver(() -> b.set(0, "y"), () -> untilTrue(() -> b.get(0).equals("y")))),
        edge(
            "CopyOnWriteArrayList: stream",
            () -> handOver(() -> c.add("x"), () -> untilTrue(() -> c.stream().count() == 1))));
  }

  private static Stream<Arguments> locked() {
    List<String> list = Collections.synchronizedList(new ArrayList<>());
    Map<String, String> map = Collections.synchronizedMap(new java.util.LinkedHashMap<>());
    Collection<String> vector = new Vector<>();
    List<String> iterated = new Vector<>(List.of("old"));
    Map<String, String> table = new Hashtable<>();
    StringBuffer buffer = new StringBuffer();
    return Stream.of(
        edge(
            "synchronizedList",
            () -> handOver(() -> list.add("x"), () -> untilTrue(() -> list.size() == 1))),
        edge(
            "synchronizedMap",
            () -> handOver(() -> map.put("x", "y"), () -> until(() -> map.get("x")))),
        edge(
            "Vector",
            () -> handOver(() -> vector.add("x"), () -> untilTrue(() -> vector.size() == 1))),
        edge(
            "Vector: iterator",
            () ->
                handOver(
                    () -> iterated.set(0, "x"),
                    () -> untilTrue(() -> "x".equals(first(iterated.iterator()))))),
        edge(
            "Hashtable",
            () -> handOver(() -> table.put("x", "y"), () -> until(() -> table.get("x")))),
        edge(
            "StringBuffer",
            () -> handOver(() -> buffer.append("x"), () -> untilTrue(() -> buffer.length() > 0))),
        edge(
            "monitor of a synchronizedList",
            () -> {
              Cell cell = new Cell();
              inParallel(
                  () -> {
                    synchronized (list) {
                      cell.data++;
                    }
                  },
                  () -> {
                    synchronized (list) {
                      cell.data++;
                      list.add("z");
                    }
                  });
            }));
  }

  static Stream<Arguments> noEdges() {
    BlockingQueue<String> empty = new LinkedBlockingQueue<>();
    BlockingQueue<String> producers = new LinkedBlockingQueue<>();
    BlockingQueue<String> array = new ArrayBlockingQueue<>(9);
    ConcurrentMap<String, String> map = new ConcurrentHashMap<>();
    ConcurrentMap<String, String> sorted = new ConcurrentSkipListMap<>();
    List<String> copied = new CopyOnWriteArrayList<>();
    return Stream.of(
        edge(
            "poll of an empty queue",
            () ->
                handOver(
                    () -> {
                      hear("polled");
                      empty.add("x");
                      whisper("added");
                    },
                    () -> {
                      empty.poll();
                      whisper("polled");
                      hear("added");
                    })),
        edge("two producers", () -> exclude(() -> producers.put("x"), () -> producers.put("y"))),
        edge("two producers, array", () -> exclude(() -> array.put("x"), () -> array.put("y"))),
        edge("other key", () -> otherKey(map)),
        edge("other key, sorted", () -> otherKey(sorted)),
        edge(
            "failed get",
            () ->
                exclude(
                    () -> map.get("none"), () -> map.put(Thread.currentThread().getName(), "v"))),
        edge("two writers of a copied list", () -> exclude(() -> {}, () -> copied.add("x"))));
  }

  private static void otherKey(ConcurrentMap<String, String> map) {
    map.put("mine", "old");
    handOver(
        () -> {
          map.put("yours", "new");
          whisper("put");
        },
        () -> {
          hear("put");
          map.get("mine");
        });
  }
}
