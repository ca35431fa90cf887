package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.MapCalls.Kind;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All the ways in which an element leaves a concurrent map, or a set that is one inside. */
class MapElementEdgesTest extends ElementEdgesTestCase {
  static Stream<Arguments> edges() {
    return Stream.of(hashMaps(), hashMapLocks(), sortedMaps(), sortedSets()).flatMap(all -> all);
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
        written("entries, forEach, setValue", m -> m.entrySet().forEach(e -> e.setValue("v"))));
  }

  private static Stream<Arguments> hashMapLocks() {
    return Stream.of(
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
            "ConcurrentHashMap: lock of a key, merge",
            () -> {
              ConcurrentHashMap<String, Cell> map = new ConcurrentHashMap<>();
              map.put("k", new Cell());
              Programs.both(
                  () ->
                      map.merge(
                          "k",
                          new Cell(),
                          (cell, other) -> {
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
        secondKey(MapCalls.KINDS.get(2)));
  }

  /** A key that its part of the map compares with a bound before it looks at the value. */
  private static Arguments secondKey(Kind part) {
    return passes(
        part.name() + ": size",
        () -> {
          ConcurrentMap<Object, String> map = part.made().get();
          map.put(part.keys().make(2), "v");
          return map;
        },
        m -> m.put(part.makeKey(), "v"),
        m -> m.size() == 2);
  }

  private static Stream<Arguments> sortedSets() {
    return Stream.of(
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

  static Stream<Arguments> noEdges() {
    Map<String, Integer> counts = new ConcurrentHashMap<>(Map.of("a", 1));
    Set<String> set = new ConcurrentSkipListSet<>();
    return Stream.of(
        apart("contains of another", set, s -> s.add("x"), s -> s.contains("y")),
        apart("value of another key", counts, m -> m.put("c", 2), m -> m.get("a")),
        apart(
            "computeIfAbsent of another key",
            counts,
            m -> m.computeIfAbsent("d", k -> 5),
            m -> m.computeIfAbsent("e", k -> 6)));
  }
}
