package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All the ways in which an element leaves a concurrent collection. */
class BulkEdgesTest extends EdgesTestCase {
  /** Looks whether an element is there. */
  private interface Look<T> {
    boolean finds(T collection) throws Exception;
  }

  /** Puts an element there. */
  private interface Change<T> {
    void make(T collection) throws Exception;
  }

  private static <T> Arguments passes(
      String name, Supplier<T> made, Change<T> change, Look<T> look) {
    return edge(
        name,
        () -> {
          T collection = made.get();
          handOver(() -> change.make(collection), () -> untilTrue(() -> look.finds(collection)));
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            hashMaps(),
            sortedMaps(),
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

  private static Arguments read(String name, Look<ConcurrentHashMap<String, String>> look) {
    return passes("ConcurrentHashMap: " + name, ConcurrentHashMap::new, m -> m.put("k", "v"), look);
  }

  private static Arguments written(String name, Change<ConcurrentHashMap<String, String>> change) {
    return passes(
        "ConcurrentHashMap: " + name,
        () -> new ConcurrentHashMap<>(Map.of("other", "1")),
        change,
        m -> "v".equals(m.get("k")) || "v".equals(m.get("other")));
  }

  private static Stream<Arguments> hashMaps() {
    return Stream.of(
        read("containsValue", m -> m.containsValue("v")),
        read("contains", m -> m.contains("v")),
        read("getOrDefault", m -> m.getOrDefault("k", "w").equals("v")),
        read("keys", m -> m.keys().hasMoreElements() && m.keys().nextElement() != null),
        read("elements", m -> m.elements().hasMoreElements() && m.elements().nextElement() != null),
        read("search", m -> m.search(1, (k, v) -> v) != null),
        read("searchValues", m -> m.searchValues(9, v -> v) != null),
        read("searchKeys", m -> m.searchKeys(9, k -> k) != null),
        read("searchEntries", m -> m.searchEntries(9, e -> e) != null),
        read("reduce", m -> m.reduce(1, (k, v) -> v, String::concat) != null),
        read("reduceValues", m -> m.reduceValues(9, String::concat) != null),
        read("reduceKeys", m -> m.reduceKeys(9, String::concat) != null),
        read("reduceValuesToInt", m -> m.reduceValuesToInt(9, String::length, 0, Integer::sum) > 0),
        read("forEach in parallel", m -> visits(m)),
        read("values stream", m -> m.values().stream().anyMatch("v"::equals)),
        read("keySet stream", m -> m.keySet().stream().count() > 0 && m.keySet().contains("k")),
        read("entrySet stream", m -> m.entrySet().stream().anyMatch(e -> e.getValue() != null)),
        read("keySet toArray", m -> m.keySet().toArray().length > 0),
        read("values toArray", m -> m.values().toArray(new String[0]).length > 0),
        read("entrySet copy", m -> !new ArrayList<>(m.entrySet()).isEmpty()),
        read("values contains", m -> m.values().contains("v")),
        read("entrySet contains", m -> m.entrySet().contains(Map.entry("k", "v"))),
        read("values removeIf", m -> m.values().removeIf(v -> v.equals("v"))),
        read("entrySet removeIf", m -> m.entrySet().removeIf(e -> e.getValue().equals("v"))),
        read("keySet removeAll", m -> m.keySet().removeAll(Set.of("k"))),
        read("keySet remove", m -> m.keySet().remove("k")),
        read("remove with value", m -> m.remove("k", "v")),
        read("replace with value", m -> m.replace("k", "v", "w")),
        read("copy", m -> !new HashMap<>(m).isEmpty()),
        read("equals", m -> m.equals(Map.of("k", "v"))),
        read("toString", m -> m.toString().length() > 2),
        read("replaceAll", m -> replaces(m)),
        written("putAll", m -> m.putAll(Map.of("k", "v"))),
        written("replace", m -> m.replace("other", "v")),
        written("replace with value", m -> m.replace("other", "1", "v")),
        written("replaceAll", m -> m.replaceAll((k, v) -> "v")),
        written("computeIfPresent", m -> m.computeIfPresent("other", (k, v) -> "v")),
        written("merge", m -> m.merge("other", "2", (a, b) -> "v")),
        written("setValue", m -> m.entrySet().iterator().next().setValue("v")),
        written("entries, forEach, setValue", m -> m.entrySet().forEach(e -> e.setValue("v"))),
        edge(
            "ConcurrentHashMap: lock of a key",
            () -> {
              ConcurrentHashMap<String, Cell> map = new ConcurrentHashMap<>();
              map.put("k", new Cell());
              Programs.both(
                  () ->
                      map.compute(
                          "k",
                          (k, cell) -> {
                            cell.data++;
                            return cell;
                          }));
            }),
        edge(
            "ConcurrentHashMap: lock of a key, if present",
            () -> {
              ConcurrentHashMap<String, Cell> map = new ConcurrentHashMap<>();
              map.put("k", new Cell());
              Programs.both(
                  () ->
                      map.computeIfPresent(
                          "k",
                          (k, cell) -> {
                            cell.data++;
                            return cell;
                          }));
            }),
        edge(
            "ConcurrentHashMap: made once",
            () -> {
              ConcurrentHashMap<String, Cell> map = new ConcurrentHashMap<>();
              Programs.both(
                  () -> {
                    Cell cell =
                        map.computeIfAbsent(
                            "k",
                            k -> {
                              Cell made = new Cell();
                              made.data++;
                              return made;
                            });
                    int seen = cell.data;
                  });
            }));
  }

  private static boolean visits(ConcurrentHashMap<String, String> map) {
    int[] visited = new int[1];
    map.forEach(9, (k, v) -> visited[0]++);
    return visited[0] > 0;
  }

  private static boolean replaces(ConcurrentHashMap<String, String> map) {
    int[] visited = new int[1];
    map.replaceAll(
        (k, v) -> {
          visited[0]++;
          return v;
        });
    return visited[0] > 0;
  }

  private static Arguments sorted(String name, Look<ConcurrentSkipListMap<String, String>> look) {
    return passes(
        "ConcurrentSkipListMap: " + name, ConcurrentSkipListMap::new, m -> m.put("k", "v"), look);
  }

  private static Stream<Arguments> sortedMaps() {
    return Stream.of(
        sorted("firstEntry", m -> m.firstEntry() != null),
        sorted("pollFirstEntry", m -> m.pollFirstEntry() != null),
        sorted("pollLastEntry", m -> m.pollLastEntry() != null),
        sorted("floorEntry", m -> m.floorEntry("z") != null),
        sorted("ceilingKey", m -> m.ceilingKey("a") != null),
        sorted("headMap", m -> m.headMap("z").containsKey("k")),
        sorted("tailMap values", m -> m.tailMap("a").values().stream().anyMatch("v"::equals)),
        sorted("descendingMap", m -> descends(m)),
        sorted("containsValue", m -> m.containsValue("v")),
        sorted("values stream", m -> m.values().stream().anyMatch("v"::equals)),
        sorted("remove with value", m -> m.remove("k", "v")),
        sorted("replace with value", m -> m.replace("k", "v", "w")),
        sorted("entrySet removeIf", m -> m.entrySet().removeIf(e -> e.getValue().equals("v"))),
        sorted("values removeIf", m -> m.values().removeIf(v -> v.equals("v"))),
        sorted("clone", m -> !m.clone().isEmpty()),
        sorted("merge", m -> m.merge("k", "w", (a, b) -> a).equals("v")),
        sorted("getOrDefault", m -> m.getOrDefault("k", "w").equals("v")),
        passes(
            "ConcurrentSkipListSet: pollFirst",
            ConcurrentSkipListSet<String>::new,
            s -> s.add("x"),
            s -> s.pollFirst() != null),
        passes(
            "ConcurrentSkipListSet: stream",
            ConcurrentSkipListSet<String>::new,
            s -> s.add("x"),
            s -> s.stream().anyMatch("x"::equals)),
        passes(
            "ConcurrentSkipListSet: first",
            ConcurrentSkipListSet<String>::new,
            s -> s.add("x"),
            s -> s.ceiling("a") != null),
        passes(
            "newSetFromMap",
            () -> Collections.<String>newSetFromMap(new ConcurrentHashMap<>()),
            s -> s.add("x"),
            s -> s.contains("x")));
  }

  private static boolean descends(NavigableMap<String, String> map) {
    Iterator<String> values = map.descendingMap().values().iterator();
    return values.hasNext() && values.next() != null;
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
              Programs.Cell cell = new Programs.Cell();
              Programs.both(() -> list.removeIf(x -> cell.data++ < 0));
            }),
        edge(
            "CopyOnWriteArrayList: removeIf that removes nothing, add",
            () -> {
              List<String> list = new CopyOnWriteArrayList<>(List.of("x"));
              Programs.Cell cell = new Programs.Cell();
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

  private static <T> Arguments apart(String name, T collection, Change<T> change, Change<T> look) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  change.make(collection);
                  whisper("changed");
                },
                () -> {
                  hear("changed");
                  look.make(collection);
                }));
  }

  static Stream<Arguments> noEdges() {
    Map<String, Integer> counts = new ConcurrentHashMap<>(Map.of("a", 1));
    Set<String> set = new ConcurrentSkipListSet<>();
    Queue<String> queue = new ConcurrentLinkedQueue<>(List.of("first"));
    LinkedTransferQueue<String> transfers = new LinkedTransferQueue<>();
    SynchronousQueue<String> synchronous = new SynchronousQueue<>();
    LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>(List.of("first"));
    return Stream.of(
        apart("contains of another", set, s -> s.add("x"), s -> s.contains("y")),
        apart("first element", queue, q -> q.add("second"), Queue::peek),
        apart("other end", deque, d -> d.addLast("second"), LinkedBlockingDeque::pollFirst),
        apart(
            "tryTransfer that fails",
            transfers,
            q -> q.tryTransfer("x"),
            LinkedTransferQueue::poll),
        apart("offer that fails", synchronous, q -> q.offer("x"), SynchronousQueue::poll),
        apart("value of another key", counts, m -> m.put("c", 2), m -> m.get("a")),
        apart(
            "computeIfAbsent of another key",
            counts,
            m -> m.computeIfAbsent("d", k -> 5),
            m -> m.computeIfAbsent("e", k -> 6)),
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
