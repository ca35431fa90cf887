package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The methods of the maps: what each reads and writes, of the mappings and of the values. */
class MapContentsTest extends ContentsTestCase {
  /** A map of units of time to names. */
  private interface Units extends Supplier<Map<TimeUnit, String>> {}

  private static Kind<Map<TimeUnit, String>> map(String name, Units made) {
    return kind(
        name,
        () -> {
          Map<TimeUnit, String> map = made.get();
          map.put(DAYS, "d");
          map.put(HOURS, "h");
          return map;
        });
  }

  private static final List<Kind<Map<TimeUnit, String>>> BY_VALUE =
      List.of(
          map("HashMap", HashMap::new),
          map("LinkedHashMap", LinkedHashMap::new),
          map("TreeMap", TreeMap::new),
          map("part of a TreeMap", () -> new TreeMap<TimeUnit, String>().headMap(DAYS, true)),
          map("WeakHashMap", WeakHashMap::new),
          map("IdentityHashMap", IdentityHashMap::new));

  /** Its values are no variables of their own. */
  private static final Kind<Map<TimeUnit, String>> ENUM_MAP =
      map("EnumMap", () -> new EnumMap<>(TimeUnit.class));

  private static final List<Kind<Map<TimeUnit, String>>> ALL = all(BY_VALUE, List.of(ENUM_MAP));

  private static final Call<Map<TimeUnit, String>> PUT_NEW = call("put", m -> m.put(SECONDS, "s"));
  private static final Call<Map<TimeUnit, String>> PUT_OTHER =
      call("put of another value", m -> m.put(HOURS, "x"));
  private static final Call<Map<TimeUnit, String>> GET = call("get", m -> m.get(HOURS));
  private static final Call<Map<TimeUnit, String>> HAS =
      call("containsKey", m -> m.containsKey(HOURS));

  private static final List<Call<Map<TimeUnit, String>>> REMOVE_NOTHING =
      List.of(call("remove of nothing", m -> m.remove(SECONDS)));
  private static final List<Call<Map<TimeUnit, String>>> GET_NOTHING =
      List.of(call("get of nothing", m -> m.get(SECONDS)));

  /** Calls that use the keys, but no value. */
  private static final List<Call<Map<TimeUnit, String>>> OF_KEYS =
      List.of(
          HAS,
          call("size", Map::size),
          call("isEmpty", Map::isEmpty),
          call("remove of nothing", m -> m.remove(SECONDS)),
          call("remove of another key", m -> m.remove(TimeUnit.MINUTES)),
          call("equals of another size", m -> m.equals(new IdentityHashMap<>(Map.of(DAYS, "d")))),
          call("keySet.size", m -> m.keySet().size()),
          call("keySet.contains", m -> m.keySet().contains(HOURS)),
          call("keySet.iterator", m -> visit(m.keySet())),
          call(
              "keySet.iterator.forEachRemaining",
              m -> m.keySet().iterator().forEachRemaining(k -> {})),
          call("keySet.forEach", m -> m.keySet().forEach(k -> {})),
          call("keySet.toArray", m -> m.keySet().toArray()),
          call("keySet.toArray(T[])", m -> m.keySet().toArray(new TimeUnit[0])),
          call("keySet.spliterator", m -> m.keySet().spliterator().tryAdvance(k -> {})),
          call("keySet.stream", m -> m.keySet().stream().forEach(k -> {})),
          call("values.size", m -> m.values().size()),
          call("entrySet.size", m -> m.entrySet().size()));

  private static final Map<TimeUnit, String> OTHER = Map.of(DAYS, "d", HOURS, "z");

  /** Calls that use values. */
  private static final List<Call<Map<TimeUnit, String>>> OF_VALUES =
      List.of(
          GET,
          call("getOrDefault", m -> m.getOrDefault(HOURS, "")),
          call("containsValue", m -> m.containsValue("z")),
          call("forEach", m -> m.forEach((k, v) -> {})),
          call("putIfAbsent of what is there", m -> m.putIfAbsent(HOURS, "y")),
          call("computeIfAbsent of what is there", m -> m.computeIfAbsent(HOURS, k -> "y")),
          call("replace of another value", m -> m.replace(HOURS, "no", "y")),
          call("remove of another value", m -> m.remove(HOURS, "no")),
          call("values.contains", m -> m.values().contains("z")),
          call("values.remove of nothing", m -> m.values().remove("no")),
          call("entrySet.toArray", m -> readAll(m.entrySet().toArray())),
          call("entrySet.toArray(T[])", m -> readAll(m.entrySet().toArray(new Map.Entry<?, ?>[0]))),
          call("entrySet.remove of nothing", m -> m.entrySet().remove(Map.entry(HOURS, "no"))),
          call("equals of an identity map", m -> m.equals(new IdentityHashMap<>(OTHER))),
          call("argument of identity map", m -> new IdentityHashMap<>(OTHER).equals(m)),
          call("equals of an enum map", m -> m.equals(new EnumMap<>(OTHER))),
          call("argument of enum map", m -> new EnumMap<>(OTHER).equals(m)),
          call(
              "putAll to an enum map",
              m -> new EnumMap<TimeUnit, String>(TimeUnit.class).putAll(m)),
          call("copy of an enum map", m -> new EnumMap<>(m)),
          call("copy", m -> copy(m)),
          call("values.iterator", m -> visit(m.values())),
          call("values.forEach", m -> m.values().forEach(v -> {})),
          call("values.toArray", m -> m.values().toArray()),
          call("values.toArray(T[])", m -> m.values().toArray(new String[0])),
          call("values.spliterator", m -> advance(m.values())),
          call("values.stream", m -> m.values().stream().forEach(v -> {})),
          call("entrySet.iterator", m -> readValues(m.entrySet())),
          call("entrySet.forEach", m -> m.entrySet().forEach(Map.Entry::getValue)),
          call("entrySet.contains", m -> m.entrySet().contains(Map.entry(HOURS, "z"))),
          call("entrySet.stream", m -> m.entrySet().stream().forEach(Map.Entry::getValue)),
          call("entrySet.spliterator", m -> advanceEntries(m)),
          call("equals", m -> m.equals(Map.of(DAYS, "d", HOURS, "z"))),
          call("hashCode", Map::hashCode),
          call("toString", Map::toString),
          call("putAll to another map", m -> new HashMap<TimeUnit, String>().putAll(m)));

  private static void readAll(Object[] entries) {
    for (Object entry : entries) {
      ((Map.Entry<?, ?>) entry).getValue();
    }
  }

  private static Object copy(Map<TimeUnit, String> map) {
    if (map instanceof HashMap<?, ?> hash) {
      return hash.clone();
    } else if (map instanceof TreeMap<?, ?> tree) {
      return tree.clone();
    } else if (map instanceof IdentityHashMap<?, ?> identities) {
      return identities.clone();
    } else if (map instanceof EnumMap<?, ?> units) {
      return units.clone();
    }
    return new TreeMap<>(map);
  }

  private static void advance(Collection<?> collection) {
    var elements = collection.spliterator();
    while (elements.tryAdvance(element -> {})) {
      continue;
    }
  }

  private static void advanceEntries(Map<TimeUnit, String> map) {
    var entries = map.entrySet().spliterator();
    while (entries.tryAdvance(Map.Entry::getValue)) {
      continue;
    }
  }

  /** Calls that change values, but no key. */
  private static final List<Call<Map<TimeUnit, String>>> REPLACING =
      List.of(
          PUT_OTHER,
          call("replace", m -> m.replace(HOURS, "y")),
          call("replace of a value", m -> m.replace(HOURS, "h", "y")),
          call("putAll of an enum map", m -> m.putAll(new EnumMap<>(Map.of(HOURS, "y")))),
          call("compute", m -> m.compute(HOURS, (k, v) -> "y")),
          call("computeIfPresent", m -> m.computeIfPresent(HOURS, (k, v) -> "y")),
          call("merge", m -> m.merge(HOURS, "y", String::concat)),
          call("setValue", m -> m.entrySet().forEach(entry -> entry.setValue("y"))));

  /** Of the map of identities, all values together are not written one by one. */
  private static final List<Call<Map<TimeUnit, String>>> REPLACE_ALL =
      List.of(call("replaceAll", m -> m.replaceAll((k, v) -> v + v)));

  private static final List<Kind<Map<TimeUnit, String>>> WITH_ENTRIES =
      BY_VALUE.stream().filter(map -> !map.name().equals("IdentityHashMap")).toList();

  /** Calls that change which keys there are. */
  private static final List<Call<Map<TimeUnit, String>>> CHANGING =
      List.of(
          PUT_NEW,
          call("putIfAbsent", m -> m.putIfAbsent(SECONDS, "s")),
          call("putAll", m -> m.putAll(Map.of(SECONDS, "s"))),
          call("computeIfAbsent", m -> m.computeIfAbsent(SECONDS, k -> "s")),
          call("compute of a new key", m -> m.compute(SECONDS, (k, v) -> "s")),
          call("merge of a new key", m -> m.merge(SECONDS, "s", String::concat)),
          call("remove", m -> m.remove(HOURS)),
          call("remove of a mapping", m -> m.remove(HOURS, "h")),
          call("clear", Map::clear),
          call("compute of null", m -> m.compute(HOURS, (k, v) -> null)),
          call("computeIfPresent of null", m -> m.computeIfPresent(HOURS, (k, v) -> null)),
          call("merge of null", m -> m.merge(HOURS, "y", (old, add) -> null)),
          call("keySet.remove", m -> m.keySet().remove(HOURS)),
          call("keySet.removeIf", m -> m.keySet().removeIf(k -> k == HOURS)),
          call("keySet.retainAll", m -> m.keySet().retainAll(List.of(DAYS))),
          call("keySet.iterator.remove", m -> removeOne(m.keySet().iterator())),
          call("values.remove", m -> m.values().remove("h")),
          call("values.iterator.remove", m -> removeOne(m.values().iterator())),
          call("values.removeIf", m -> m.values().removeIf("h"::equals)),
          call("entrySet.remove", m -> m.entrySet().remove(Map.entry(HOURS, "h"))),
          call("entrySet.iterator.remove", m -> removeOne(m.entrySet().iterator())),
          call("entrySet.clear", m -> m.entrySet().clear()));

  private static void removeOne(Iterator<?> iterator) {
    iterator.next();
    iterator.remove();
  }

  private static final List<Kind<NavigableMap<TimeUnit, String>>> NAVIGABLE =
      List.of(
          navigable("TreeMap", map -> map),
          navigable("part of a TreeMap", map -> map.tailMap(TimeUnit.NANOSECONDS, true)),
          navigable("descending TreeMap", NavigableMap::descendingMap));

  private interface View {
    NavigableMap<TimeUnit, String> of(NavigableMap<TimeUnit, String> map);
  }

  private static Kind<NavigableMap<TimeUnit, String>> navigable(String name, View view) {
    return kind(name, () -> view.of(new TreeMap<>(Map.of(DAYS, "d", HOURS, "h"))));
  }

  private static final List<Call<NavigableMap<TimeUnit, String>>> NEAR_KEYS =
      List.of(
          call("firstKey", NavigableMap::firstKey),
          call("lastKey", NavigableMap::lastKey),
          call("ceilingKey", m -> m.ceilingKey(HOURS)),
          call("floorKey", m -> m.floorKey(HOURS)),
          call("higherKey", m -> m.higherKey(HOURS)),
          call("lowerKey", m -> m.lowerKey(HOURS)),
          call("descendingKeySet", m -> visit(m.descendingKeySet())),
          call("navigableKeySet", m -> visit(m.navigableKeySet())));

  private static final List<Call<NavigableMap<TimeUnit, String>>> ADVANCE_BACKWARDS =
      List.of(call("descendingKeySet.spliterator", m -> advance(m.descendingKeySet())));

  private static final List<Call<NavigableMap<TimeUnit, String>>> NEAR_ENTRIES =
      List.of(
          call("firstEntry", NavigableMap::firstEntry),
          call("lastEntry", NavigableMap::lastEntry),
          call("ceilingEntry", m -> m.ceilingEntry(HOURS)),
          call("floorEntry", m -> m.floorEntry(HOURS)),
          call("higherEntry", m -> m.higherEntry(TimeUnit.MINUTES)),
          call("lowerEntry", m -> m.lowerEntry(TimeUnit.MINUTES)));

  private static final List<Call<NavigableMap<TimeUnit, String>>> POLLS =
      List.of(
          call("pollFirstEntry", NavigableMap::pollFirstEntry),
          call("pollLastEntry", NavigableMap::pollLastEntry));

  private static final List<Call<NavigableMap<TimeUnit, String>>> ADD_TO_TREE =
      List.of(call("put", m -> m.put(SECONDS, "s")));
  private static final List<Call<NavigableMap<TimeUnit, String>>> LOOK_AT_TREE =
      List.of(call("containsKey", m -> m.containsKey(HOURS)));

  /** An iterator that finds its first element, or how many there are, when it is made. */
  private static final List<Call<Map<TimeUnit, String>>> ITERATORS =
      List.of(
          call("keySet.iterator, not used", m -> m.keySet().iterator()),
          call("values.iterator, not used", m -> m.values().iterator()),
          call("entrySet.iterator, not used", m -> m.entrySet().iterator()));

  private static Kind<Map<TimeUnit, String>> empty(String name, Units made) {
    return kind(name, made);
  }

  private static final List<Kind<Map<TimeUnit, String>>> EMPTY =
      List.of(
          empty("HashMap", HashMap::new),
          empty("LinkedHashMap", LinkedHashMap::new),
          empty("TreeMap", TreeMap::new),
          empty("part of a TreeMap", () -> new TreeMap<TimeUnit, String>().headMap(DAYS, true)),
          empty("WeakHashMap", WeakHashMap::new),
          empty("IdentityHashMap", IdentityHashMap::new));
  private static final List<Kind<Map<TimeUnit, String>>> EMPTY_TABLES = EMPTY.subList(0, 2);

  /** Calls that make the table, even if there is nothing to put into it. */
  private static final List<Call<Map<TimeUnit, String>>> MAKING_TABLE =
      List.of(call("computeIfAbsent of null", m -> m.computeIfAbsent(HOURS, k -> null)));

  private static final List<Call<Map<TimeUnit, String>>> ADDING =
      List.of(
          PUT_NEW,
          call("putIfAbsent", m -> m.putIfAbsent(SECONDS, "s")),
          call("putAll", m -> m.putAll(Map.of(SECONDS, "s"))),
          call("putAll of a tree", m -> m.putAll(new TreeMap<>(Map.of(SECONDS, "s", DAYS, "d")))),
          call("computeIfAbsent", m -> m.computeIfAbsent(SECONDS, k -> "s")),
          call("compute", m -> m.compute(SECONDS, (k, v) -> "s")),
          call("merge", m -> m.merge(SECONDS, "s", String::concat)));

  private static final List<Call<Map<TimeUnit, String>>> ADVANCING =
      List.of(
          call("keySet.tryAdvance", m -> m.keySet().spliterator().tryAdvance(k -> {})),
          call("values.tryAdvance", m -> m.values().spliterator().tryAdvance(v -> {})),
          call("entrySet.tryAdvance", m -> m.entrySet().spliterator().tryAdvance(e -> {})),
          call("keySet.iterator", m -> visit(m.keySet())));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(ALL, all(OF_KEYS, OF_VALUES, REPLACING), List.of(PUT_NEW)),
            pairs(ALL, REPLACE_ALL, List.of(PUT_NEW)),
            pairs(BY_VALUE, ITERATORS, List.of(PUT_NEW)),
            pairs(EMPTY, ADDING, all(ADVANCING, List.of(HAS))),
            pairs(EMPTY_TABLES, MAKING_TABLE, List.of(HAS)),
            pairs(ALL, OF_VALUES, List.of(PUT_OTHER)),
            pairs(ALL, all(REPLACING, REPLACE_ALL), List.of(GET)),
            pairs(ALL, CHANGING, List.of(HAS)),
            pairs(ALL, OF_VALUES, List.of(call("remove", m -> m.remove(DAYS)))),
            pairs(NAVIGABLE, all(NEAR_KEYS, NEAR_ENTRIES), ADD_TO_TREE),
            pairs(NAVIGABLE, POLLS, LOOK_AT_TREE))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(ALL, all(OF_KEYS, OF_VALUES), List.of(GET)),
            pairs(ALL, ITERATORS, List.of(GET, PUT_OTHER)),
            pairs(EMPTY, ADVANCING, List.of(HAS)),
            pairs(BY_VALUE, OF_KEYS, List.of(PUT_OTHER)),
            pairs(BY_VALUE, REMOVE_NOTHING, GET_NOTHING),
            pairs(BY_VALUE, REPLACING, List.of(HAS)),
            pairs(WITH_ENTRIES, REPLACE_ALL, List.of(HAS)),
            pairs(NAVIGABLE, all(NEAR_KEYS, NEAR_ENTRIES), LOOK_AT_TREE),
            pairs(NAVIGABLE, ADVANCE_BACKWARDS, ADVANCE_BACKWARDS))
        .flatMap(rows -> rows);
  }
}
