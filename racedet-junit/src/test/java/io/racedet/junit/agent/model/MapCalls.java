package io.racedet.junit.agent.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Calls of concurrent maps that put a mapping in, find it, or look at all of them. */
final class MapCalls {
  /** A key that comparisons read. Any two have the same hash. */
  static class Key {
    private int id;

    Key(int id) {
      this.id = id;
    }

    @Override
    public int hashCode() {
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key && ((Key) other).id == id;
    }
  }

  private static final class OrderedKey extends Key implements Comparable<OrderedKey> {
    OrderedKey(int id) {
      super(id);
    }

    @Override
    public int compareTo(OrderedKey other) {
      return Integer.compare(super.id, ((Key) other).id);
    }
  }

  interface Keys {
    Object make(int id);
  }

  /** Calls a map with a key; whether the call has done or seen what it is for. */
  interface Calling<M> {
    boolean call(M map, Object key);
  }

  record Call<M>(String name, Class<M> of, Calling<M> calling) {
    boolean call(Map<Object, String> map, Object key) {
      return calling.call(of.cast(map), key);
    }
  }

  private static final int FIRST = 5;

  record Kind(String name, Keys keys, Supplier<ConcurrentMap<Object, String>> made) {
    boolean has(Call<?> call) {
      return call.of.isInstance(made.get());
    }

    /** A key that is equal to the others. */
    Object makeKey() {
      return keys.make(FIRST);
    }

    ConcurrentMap<Object, String> withOne() {
      ConcurrentMap<Object, String> map = made.get();
      map.put(makeKey(), "v");
      return map;
    }
  }

  private static ConcurrentMap<Object, String> tree(Keys keys) {
    ConcurrentMap<Object, String> map = new ConcurrentHashMap<>(128);
    for (int i = 10; i < 30; i++) {
      map.put(keys.make(i), "other");
    }
    return map;
  }

  private static ConcurrentSkipListMap<Object, String> skipList() {
    return new ConcurrentSkipListMap<>();
  }

  static final List<Kind> KINDS =
      List.of(
          new Kind("ConcurrentHashMap", Key::new, ConcurrentHashMap::new),
          new Kind("ConcurrentSkipListMap", OrderedKey::new, MapCalls::skipList),
          new Kind(
              "part of a ConcurrentSkipListMap",
              OrderedKey::new,
              () -> skipList().subMap(new OrderedKey(1), new OrderedKey(9))),
          new Kind(
              "descending part",
              OrderedKey::new,
              () -> skipList().subMap(new OrderedKey(1), new OrderedKey(9)).descendingMap()));

  /** Other ways to look up a key. */
  static final List<Kind> OTHERS =
      List.of(
          new Kind(
              "by a comparator",
              Key::new,
              () -> new ConcurrentSkipListMap<>(Comparator.comparingInt(key -> ((Key) key).id))),
          new Kind("tree", Key::new, () -> tree(Key::new)),
          new Kind("tree of ordered keys", OrderedKey::new, () -> tree(OrderedKey::new)));

  /** Keys that are the same objects are not compared. */
  static final Kind HASHED_NUMBERS =
      new Kind("ConcurrentHashMap of numbers", id -> id, ConcurrentHashMap::new);

  /** Keys that are only values: no comparison of them is anything that threads share. */
  static final List<Kind> OF_NUMBERS =
      List.of(
          new Kind("ConcurrentSkipListMap of numbers", id -> id, MapCalls::skipList),
          new Kind("part of numbers", id -> id, () -> skipList().subMap(1, 9)),
          new Kind("open part of numbers", id -> id, () -> skipList().tailMap(1)),
          new Kind(
              "descending part of numbers",
              id -> id,
              () -> skipList().subMap(1, 9).descendingMap()));

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> of(String name, Calling<ConcurrentMap<Object, String>> calling) {
    return new Call(name, ConcurrentMap.class, calling);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Call<?> hashed(String name, Calling<ConcurrentHashMap<Object, String>> calling) {
    return new Call(name, ConcurrentHashMap.class, calling);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Call<?> sorted(String name, Calling<NavigableMap<Object, String>> calling) {
    return new Call(name, NavigableMap.class, calling);
  }

  static final Call<?> PUT = of("put", (m, k) -> m.put(k, "v") == null);
  static final Call<?> GET = of("get", (m, k) -> m.get(k) != null);

  static final List<Call<?>> PUTTING =
      List.of(
          PUT,
          of("putIfAbsent", (m, k) -> m.putIfAbsent(k, "v") == null),
          of("putAll", (m, k) -> done(() -> m.putAll(Map.of(k, "v")))),
          of("compute", (m, k) -> m.compute(k, (key, v) -> "v") != null),
          of("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "v") != null),
          of("merge", (m, k) -> m.merge(k, "v", String::concat) != null));

  /** Those that look up a key. */
  static final List<Call<?>> FINDING =
      List.of(
          GET,
          of("getOrDefault", (m, k) -> m.getOrDefault(k, "w").equals("v")),
          of("containsKey", (m, k) -> m.containsKey(k)),
          of("put of another value", (m, k) -> m.put(k, "w") != null),
          of("putIfAbsent of what is there", (m, k) -> m.putIfAbsent(k, "w") != null),
          of("compute", (m, k) -> m.compute(k, (key, v) -> v + "w").equals("vw")),
          of("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "w").equals("v")),
          of("computeIfPresent", (m, k) -> m.computeIfPresent(k, (key, v) -> "w") != null),
          of("merge", (m, k) -> m.merge(k, "w", String::concat).equals("vw")),
          of("remove", (m, k) -> m.remove(k) != null),
          of("remove of a mapping", (m, k) -> m.remove(k, "v")),
          of("remove of another mapping", (m, k) -> !m.remove(k, "w")),
          of("replace", (m, k) -> m.replace(k, "w") != null),
          of("replace of a value", (m, k) -> m.replace(k, "v", "w")),
          of("replace of another value", (m, k) -> !m.replace(k, "x", "w")),
          of("keySet.contains", (m, k) -> m.keySet().contains(k)),
          of("keySet.remove", (m, k) -> m.keySet().remove(k)),
          of("entrySet.contains", (m, k) -> m.entrySet().contains(Map.entry(k, "v"))),
          of("entrySet.remove", (m, k) -> m.entrySet().remove(Map.entry(k, "v"))),
          sorted("floorKey", (m, k) -> m.floorKey(k) != null),
          sorted("ceilingKey", (m, k) -> m.ceilingKey(k) != null),
          sorted("floorEntry", (m, k) -> m.floorEntry(k) != null),
          sorted("ceilingEntry", (m, k) -> m.ceilingEntry(k) != null),
          sorted("lowerKey", (m, k) -> m.lowerKey(after(m, k)) != null),
          sorted("higherKey", (m, k) -> m.higherKey(before(m, k)) != null),
          sorted("lowerEntry", (m, k) -> m.lowerEntry(after(m, k)) != null),
          sorted("higherEntry", (m, k) -> m.higherEntry(before(m, k)) != null),
          sorted("headMap", (m, k) -> m.headMap(k, true).size() == 1),
          sorted("tailMap", (m, k) -> !m.tailMap(k, true).isEmpty()));

  /** A key after another one, in the order of the map. */
  static Object after(NavigableMap<Object, String> map, Object key) {
    return near(key, ascends(map, key) ? 1 : -1);
  }

  static Object before(NavigableMap<Object, String> map, Object key) {
    return near(key, ascends(map, key) ? -1 : 1);
  }

  private static boolean ascends(NavigableMap<Object, String> map, Object key) {
    return map.comparator() == null || map.comparator().compare(key, near(key, 1)) < 0;
  }

  private static Object near(Object key, int distance) {
    return key instanceof Key ? new OrderedKey(FIRST + distance) : (Object) (FIRST + distance);
  }

  static boolean done(Runnable step) {
    step.run();
    return true;
  }

  static boolean visits(Iterator<?> elements) {
    return elements.hasNext() && elements.next() != null;
  }

  static boolean advances(Spliterator<?> elements) {
    return elements.tryAdvance(element -> {});
  }

  static boolean remains(Spliterator<?> elements) {
    boolean[] seen = new boolean[1];
    elements.forEachRemaining(element -> seen[0] = true);
    return seen[0];
  }

  private static boolean splits(Spliterator<?> elements) {
    Spliterator<?> other = elements.trySplit();
    return (other != null && advances(other)) | advances(elements);
  }

  static boolean forEach(Iterable<?> elements) {
    boolean[] seen = new boolean[1];
    elements.forEach(element -> seen[0] = true);
    return seen[0];
  }

  private interface View {
    Collection<?> of(Map<Object, String> map);
  }

  private static Stream<Call<?>> views(String name, View view) {
    return Stream.of(
        of(name + ".iterator", (m, k) -> visits(view.of(m).iterator())),
        of(name + ".iterator.hasNext", (m, k) -> view.of(m).iterator().hasNext()),
        of(name + ".forEach", (m, k) -> forEach(view.of(m))),
        of(name + ".tryAdvance", (m, k) -> advances(view.of(m).spliterator())),
        of(name + ".forEachRemaining", (m, k) -> remains(view.of(m).spliterator())),
        of(name + ".trySplit", (m, k) -> splits(view.of(m).spliterator())),
        of(name + ".parallelStream", (m, k) -> view.of(m).parallelStream().anyMatch(e -> true)),
        of(name + ".toArray", (m, k) -> view.of(m).toArray().length > 0),
        of(name + ".toArray(T[])", (m, k) -> view.of(m).toArray(new Object[0]).length > 0),
        of(name + ".size", (m, k) -> view.of(m).size() > 0),
        of(name + ".isEmpty", (m, k) -> !view.of(m).isEmpty()),
        of(name + ".toString", (m, k) -> view.of(m).toString().length() > 2),
        of(name + ".removeIf", (m, k) -> view.of(m).removeIf(e -> true)),
        of(name + ".copy", (m, k) -> !new ArrayList<>(view.of(m)).isEmpty()));
  }

  /** Those that look at all mappings. */
  static final List<Call<?>> LOOKING =
      Stream.of(
              Stream.of(
                  of("size", (m, k) -> m.size() > 0),
                  of("isEmpty", (m, k) -> !m.isEmpty()),
                  of("containsValue", (m, k) -> m.containsValue("v")),
                  of("forEach", (m, k) -> forEach(m)),
                  of("toString", (m, k) -> m.toString().length() > 2),
                  of("hashCode", (m, k) -> m.hashCode() != 0),
                  of("equals", (m, k) -> !m.equals(Map.of())),
                  of("replaceAll", (m, k) -> replacesAll(m)),
                  of("entry.getValue", (m, k) -> visits(m.entrySet(), Map.Entry::getValue)),
                  of("entry.hashCode", (m, k) -> visits(m.entrySet(), Map.Entry::hashCode)),
                  of("entry.toString", (m, k) -> visits(m.entrySet(), Map.Entry::toString)),
                  of(
                      "entry.equals",
                      (m, k) -> visits(m.entrySet(), e -> e.equals(Map.entry(k, "")))),
                  of("values.contains", (m, k) -> m.values().contains("v")),
                  of("values.remove", (m, k) -> m.values().remove("v"))),
              views("keySet", Map::keySet),
              views("values", Map::values),
              views("entrySet", Map::entrySet),
              Stream.of(
                  hashed("mappingCount", (m, k) -> m.mappingCount() > 0),
                  hashed("contains", (m, k) -> m.contains("v")),
                  hashed("keys", (m, k) -> m.keys().hasMoreElements()),
                  hashed("keys.nextElement", (m, k) -> m.keys().nextElement() != null),
                  hashed("elements.nextElement", (m, k) -> m.elements().nextElement() != null)),
              Stream.of(
                  sorted("firstKey", (m, k) -> m.firstKey() != null),
                  sorted("lastKey", (m, k) -> m.lastKey() != null),
                  sorted("firstEntry", (m, k) -> m.firstEntry() != null),
                  sorted("lastEntry", (m, k) -> m.lastEntry() != null),
                  sorted("pollFirstEntry", (m, k) -> m.pollFirstEntry() != null),
                  sorted("pollLastEntry", (m, k) -> m.pollLastEntry() != null),
                  sorted("descendingMap", (m, k) -> visits(m.descendingMap().values().iterator())),
                  sorted("descendingKeySet", (m, k) -> visits(m.descendingKeySet().iterator()))))
          .flatMap(calls -> calls)
          .<Call<?>>map(call -> call)
          .toList();

  static boolean forEach(Map<Object, String> map) {
    boolean[] seen = new boolean[1];
    map.forEach((key, value) -> seen[0] = true);
    return seen[0];
  }

  static boolean replacesAll(Map<Object, String> map) {
    boolean[] seen = new boolean[1];
    map.replaceAll(
        (key, value) -> {
          seen[0] = true;
          return "w";
        });
    return seen[0];
  }

  private interface Look {
    Object at(Map.Entry<Object, String> entry);
  }

  private static boolean visits(Collection<Map.Entry<Object, String>> entries, Look look) {
    return look.at(entries.iterator().next()) != null;
  }

  private MapCalls() {}
}
