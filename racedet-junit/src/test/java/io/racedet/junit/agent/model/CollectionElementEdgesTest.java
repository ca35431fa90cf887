package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All the ways in which an element leaves a queue, a list or a locked collection. */
class CollectionElementEdgesTest extends ElementEdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(
            queues("ArrayBlockingQueue", () -> new ArrayBlockingQueue<>(3)),
            queues("LinkedBlockingQueue", LinkedBlockingQueue::new),
            queues("LinkedBlockingDeque", LinkedBlockingDeque::new),
            queues("PriorityBlockingQueue", PriorityBlockingQueue::new),
            queues("LinkedTransferQueue", LinkedTransferQueue::new),
            queues("ConcurrentLinkedQueue", ConcurrentLinkedQueue::new),
            queues("ConcurrentLinkedDeque", ConcurrentLinkedDeque::new),
            lists(),
            locked())
        .flatMap(all -> all);
  }

  private static Stream<Arguments> queues(String name, Supplier<Queue<String>> made) {
    Change<Queue<String>> add = q -> q.add("x");
    return Stream.of(
        passes(name + ": stream", made, add, q -> q.stream().anyMatch("x"::equals)),
        passes(
            name + ": collect", made, add, q -> !q.stream().collect(Collectors.toList()).isEmpty()),
        passes(name + ": contains", made, add, q -> q.contains("x")),
        passes(name + ": remove", made, add, q -> q.remove("x")),
        passes(name + ": removeAll", made, add, q -> q.removeAll(Set.of("x"))),
        passes(name + ": retainAll", made, add, q -> q.retainAll(Set.of("y"))),
        passes(name + ": copy", made, add, q -> !new ArrayList<>(q).isEmpty()),
        passes(name + ": toString", made, add, q -> q.toString().length() > 2),
        passes(name + ": iterator.forEachRemaining", made, add, q -> remains(q)),
        passes(
            name + ": null, then element",
            made,
            add,
            q -> {
              String element = q.poll();
              return element != null;
            }));
  }

  private static boolean remains(Iterable<?> iterable) {
    int[] visited = new int[1];
    iterable.iterator().forEachRemaining(x -> visited[0]++);
    return visited[0] > 0;
  }

  private static Stream<Arguments> lists() {
    Supplier<List<String>> made = CopyOnWriteArrayList::new;
    Change<List<String>> add = l -> l.add("x");
    return Stream.of(
        passes("CopyOnWriteArrayList: contains", made, add, l -> l.contains("x")),
        passes("CopyOnWriteArrayList: size", made, add, l -> l.size() == 1),
        passes("CopyOnWriteArrayList: remove", made, add, l -> l.remove("x")),
        passes("CopyOnWriteArrayList: subList", made, add, l -> subList(l)),
        passes("CopyOnWriteArrayList: listIterator", made, add, l -> l.listIterator().hasNext()),
        passes("CopyOnWriteArrayList: equals", made, add, l -> l.equals(List.of("x"))),
        passes(
            "CopyOnWriteArrayList: addAll", made, l -> l.addAll(List.of("x")), l -> !l.isEmpty()),
        passes(
            "CopyOnWriteArrayList: removeIf",
            () -> new CopyOnWriteArrayList<>(List.of("x")),
            l -> l.removeIf(x -> true),
            List::isEmpty),
        edge(
            "CopyOnWriteArrayList: removeIf that removes nothing, twice",
            () -> {
              List<String> list = new CopyOnWriteArrayList<>(List.of("x"));
              Cell cell = new Cell();
              Programs.both(() -> list.removeIf(x -> cell.data++ < 0));
            }),
        edge(
            "CopyOnWriteArrayList: removeIf that removes nothing, add",
            () -> {
              List<String> list = new CopyOnWriteArrayList<>(List.of("x"));
              Cell cell = new Cell();
              Programs.inParallel(
                  () -> {
                    list.removeIf(x -> cell.data++ < 0);
                    whisper("looked");
                  },
                  () -> {
                    hear("looked");
                    list.add("y");
                    cell.data++;
                  });
            }),
        edge(
            "CopyOnWriteArrayList: removeIf that removes nothing, add, get",
            () -> {
              List<String> list = new CopyOnWriteArrayList<>(List.of("x"));
              Cell cell = new Cell();
              Programs.inParallel(
                  () -> {
                    list.removeIf(x -> cell.data++ < 0);
                    whisper("looked");
                  },
                  () -> {
                    hear("looked");
                    list.add("y");
                  },
                  () -> {
                    Programs.untilTrue(() -> list.size() == 2);
                    cell.data++;
                  });
            }),
        edge(
            "CopyOnWriteArrayList: removeIf that throws, add",
            () -> {
              List<String> list = new CopyOnWriteArrayList<>(List.of("x"));
              Cell cell = new Cell();
              Programs.inParallel(
                  () -> {
                    try {
                      list.removeIf(x -> 1 / cell.data++ > 0);
                    } catch (ArithmeticException e) {
                      whisper("thrown");
                    }
                  },
                  () -> {
                    hear("thrown");
                    list.add("y");
                    cell.data++;
                  });
            }),
        passes(
            "SynchronousQueue: transfer of two",
            SynchronousQueue<String>::new,
            q -> q.offer("x", 9, TimeUnit.SECONDS),
            q -> q.poll() != null));
  }

  private static boolean subList(List<String> list) {
    int size = list.size();
    return size == 1 && list.subList(0, size).contains("x");
  }

  private static Stream<Arguments> locked() {
    return Stream.of(
        passes(
            "synchronizedList: iterated under its lock",
            () -> Collections.synchronizedList(new ArrayList<String>()),
            l -> l.add("x"),
            l -> {
              synchronized (l) {
                return l.iterator().hasNext() && l.iterator().next() != null;
              }
            }),
        passes(
            "synchronizedList: forEach",
            () -> Collections.synchronizedList(new ArrayList<String>()),
            l -> l.add("x"),
            l -> {
              int[] visited = new int[1];
              l.forEach(x -> visited[0]++);
              return visited[0] > 0;
            }),
        passes(
            "synchronizedList: subList",
            () -> Collections.synchronizedList(new ArrayList<>(List.of("a"))),
            l -> l.subList(0, 1).set(0, "x"),
            l -> l.get(0).equals("x")),
        passes(
            "synchronizedMap: keySet",
            () -> Collections.synchronizedMap(new HashMap<String, String>()),
            m -> m.put("k", "v"),
            m -> m.keySet().contains("k")),
        passes(
            "synchronizedMap: compute",
            () -> Collections.synchronizedMap(new HashMap<String, String>()),
            m -> m.computeIfAbsent("k", k -> "v"),
            m -> "v".equals(m.computeIfPresent("k", (k, v) -> v))),
        passes(
            "synchronizedNavigableMap: headMap",
            () -> Collections.synchronizedNavigableMap(new TreeMap<String, String>()),
            m -> m.put("k", "v"),
            m -> m.headMap("z", true).size() == 1),
        passes(
            "synchronizedCollection: removeIf",
            () -> Collections.synchronizedCollection(new ArrayList<String>()),
            l -> l.add("x"),
            l -> l.removeIf("x"::equals)),
        passes("Stack", Stack<String>::new, s -> s.push("x"), s -> !s.empty() && s.pop() != null),
        passes("Properties", Properties::new, p -> p.setProperty("k", "v"), p -> has(p)),
        apart(
            "Properties: put, section of their lock",
            new Properties(),
            p -> p.put("k", "v"),
            p -> {
              synchronized (p) {
                p.getClass();
              }
            }),
        passes("Properties: names", Properties::new, p -> p.setProperty("k", "v"), p -> named(p)),
        passes(
            "StringBuffer: toString",
            StringBuffer::new,
            b -> b.append("x").append(1),
            b -> b.toString().equals("x1")),
        passes(
            "StringBuffer: charAt",
            () -> new StringBuffer("ab"),
            b -> b.insert(0, 'x').reverse(),
            b -> b.charAt(b.length() - 1) == 'x'));
  }

  private static boolean has(Properties properties) {
    return properties.getProperty("k") != null;
  }

  private static boolean named(Properties properties) {
    Enumeration<?> names = properties.propertyNames();
    return names.hasMoreElements() && names.nextElement() != null;
  }

  static Stream<Arguments> noEdges() {
    Queue<String> queue = new ConcurrentLinkedQueue<>(List.of("first"));
    LinkedTransferQueue<String> transfers = new LinkedTransferQueue<>();
    SynchronousQueue<String> synchronous = new SynchronousQueue<>();
    LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>(List.of("first"));
    return Stream.of(
        apart("first element", queue, q -> q.add("second"), Queue::peek),
        apart("other end", deque, d -> d.addLast("second"), LinkedBlockingDeque::pollFirst),
        apart(
            "tryTransfer that fails",
            transfers,
            q -> q.tryTransfer("x"),
            LinkedTransferQueue::poll),
        apart("offer that fails", synchronous, q -> q.offer("x"), SynchronousQueue::poll),
        apart(
            "removeIf that removes nothing",
            new CopyOnWriteArrayList<>(List.of("x")),
            l -> l.removeIf(x -> false),
            l -> l.get(0)),
        apart(
            "two synchronizedLists",
            List.of(
                Collections.synchronizedList(new ArrayList<String>()),
                Collections.synchronizedList(new ArrayList<String>())),
            l -> l.get(0).add("x"),
            l -> l.get(1).add("y")),
        apart(
            "two StringBuffers",
            List.of(new StringBuffer(), new StringBuffer()),
            l -> l.get(0).append("x"),
            l -> l.get(1).append("y")));
  }
}
