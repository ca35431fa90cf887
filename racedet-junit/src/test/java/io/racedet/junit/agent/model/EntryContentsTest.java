package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Entries that a thread has kept, beside calls of their maps. */
class EntryContentsTest extends ContentsTestCase {
  /** A map of one mapping, with its entry. */
  private record Kept(Map<TimeUnit, String> map, Map.Entry<TimeUnit, String> entry) {}

  private static Kind<Kept> kept(
      String name, Supplier<Map<TimeUnit, String>> made, String value, TimeUnit... keys) {
    return kind(
        name,
        () -> {
          Map<TimeUnit, String> map = made.get();
          for (TimeUnit key : keys) {
            map.put(key, value);
          }
          return new Kept(map, entry(map, keys[0]));
        });
  }

  private static Map.Entry<TimeUnit, String> entry(Map<TimeUnit, String> map, TimeUnit key) {
    for (Map.Entry<TimeUnit, String> entry : map.entrySet()) {
      if (entry.getKey() == key) {
        return entry;
      }
    }
    throw new IllegalStateException();
  }

  private static List<Kind<Kept>> linked(String value) {
    return List.of(
        kept("HashMap", HashMap::new, value, HOURS),
        kept("LinkedHashMap", LinkedHashMap::new, value, HOURS));
  }

  private static List<Kind<Kept>> withNodes(String value) {
    return all(
        linked(value),
        List.of(
            kept("TreeMap", TreeMap::new, value, HOURS),
            kept("WeakHashMap", WeakHashMap::new, value, HOURS)));
  }

  private static List<Kind<Kept>> byValue(String value) {
    return all(
        withNodes(value), List.of(kept("IdentityHashMap", IdentityHashMap::new, value, HOURS)));
  }

  private static Kind<Kept> ofEnum(String value) {
    return kept("EnumMap", () -> new EnumMap<>(TimeUnit.class), value, HOURS);
  }

  private static List<Kind<Kept>> maps(String value) {
    return all(byValue(value), List.of(ofEnum(value)));
  }

  private static final List<Kind<Kept>> IDENTITY =
      List.of(kept("IdentityHashMap", IdentityHashMap::new, "h", HOURS));

  /** The inner node of a tree takes over the mapping of its successor when it is removed. */
  private static final List<Kind<Kept>> INNER =
      List.of(kept("inner node", TreeMap::new, "m", MINUTES, SECONDS, HOURS));

  private static final List<Kind<Kept>> SUCCESSOR =
      List.of(
          kind(
              "successor of the inner node",
              () -> {
                Map<TimeUnit, String> map = new TreeMap<>();
                List.of(MINUTES, SECONDS, HOURS).forEach(key -> map.put(key, "m"));
                return new Kept(map, entry(map, HOURS));
              }));

  private static final Call<Kept> SET = call("setValue", k -> k.entry.setValue("x"));
  private static final Call<Kept> GET_VALUE = call("getValue", k -> k.entry.getValue());

  private static final List<Call<Kept>> READING =
      List.of(
          GET_VALUE,
          call("entry.toString", k -> k.entry.toString()),
          call("entry.hashCode", k -> k.entry.hashCode()),
          call("entry.equals", k -> k.entry.equals(Map.entry(HOURS, "no"))));

  private static final List<Call<Kept>> CHANGING =
      List.of(SET, call("put", k -> k.map.put(HOURS, "y")));

  private static void fails(Runnable call) {
    try {
      call.run();
    } catch (UnsupportedOperationException expected) {
      return;
    }
    throw new IllegalStateException();
  }

  private static String fail() {
    throw new UnsupportedOperationException();
  }

  /** Calls of the map that use the value, even if they write no value. */
  private static final List<Call<Kept>> USING =
      List.of(
          call("get", k -> k.map.get(HOURS)),
          call("remove", k -> k.map.remove(HOURS)),
          call("remove of a mapping", k -> k.map.remove(HOURS, "h")),
          call("remove of another value", k -> k.map.remove(HOURS, "no")),
          call("entrySet.remove", k -> k.map.entrySet().remove(Map.entry(HOURS, "no"))),
          call("put of the same value", k -> k.map.put(HOURS, "x")),
          call("putIfAbsent", k -> k.map.putIfAbsent(HOURS, "y")),
          call("compute of null", k -> k.map.compute(HOURS, (key, old) -> null)),
          call("computeIfPresent of null", k -> k.map.computeIfPresent(HOURS, (key, old) -> null)),
          call("merge of null", k -> k.map.merge(HOURS, "y", (old, add) -> null)),
          call("compute, failing", k -> fails(() -> k.map.compute(HOURS, (key, old) -> fail()))),
          call("merge, failing", k -> fails(() -> k.map.merge(HOURS, "y", (old, add) -> fail()))),
          call("replaceAll, failing", k -> fails(() -> k.map.replaceAll((key, old) -> fail()))));

  /** Calls that use the value, and leave it where it is. */
  private static final List<Call<Kept>> KEEPING =
      all(
          USING.stream().filter(call -> !call.name().startsWith("put ")).toList(),
          List.of(call("put of the value that is there", k -> k.map.put(HOURS, "h"))));

  private static final List<Call<Kept>> EMPTYING = List.of(call("clear", k -> k.map.clear()));

  private static final List<Call<Kept>> REMOVE_INNER =
      List.of(call("remove of the inner node", k -> k.map.keySet().remove(MINUTES)));

  /** Calls that use a value that is null. */
  private static final List<Call<Kept>> SETTING_NULL =
      List.of(
          call("computeIfAbsent", k -> k.map.computeIfAbsent(HOURS, key -> "x")),
          call("putIfAbsent", k -> k.map.putIfAbsent(HOURS, "x")));

  private static final List<Call<Kept>> TESTING_NULL =
      List.of(call("computeIfPresent", k -> k.map.computeIfPresent(HOURS, (key, old) -> "x")));
  private static final List<Call<Kept>> REMOVE = List.of(call("remove", k -> k.map.remove(HOURS)));
  private static final List<Call<Kept>> PUT = List.of(call("put", k -> k.map.put(HOURS, "x")));
  private static final List<Call<Kept>> HAS =
      List.of(call("containsKey", k -> k.map.containsKey(HOURS)), call("size", k -> k.map.size()));

  /** Calls that use no value. */
  private static final List<Call<Kept>> OF_KEYS =
      List.of(
          call("containsKey", k -> k.map.containsKey(HOURS)),
          call("keySet.remove", k -> k.map.keySet().remove(HOURS)),
          call("put of another key", k -> k.map.put(DAYS, "d")));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(maps("h"), READING, CHANGING),
            pairs(maps("h"), List.of(SET), USING),
            pairs(IDENTITY, List.of(SET), EMPTYING),
            pairs(INNER, REMOVE_INNER, List.of(GET_VALUE)),
            pairs(SUCCESSOR, REMOVE_INNER, List.of(SET)),
            pairs(maps(null), SETTING_NULL, List.of(GET_VALUE)),
            pairs(maps(null), TESTING_NULL, List.of(SET)),
            pairs(maps(null), REMOVE, HAS))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(maps("h"), READING, READING),
            pairs(withNodes("h"), KEEPING, List.of(GET_VALUE)),
            pairs(SUCCESSOR, REMOVE_INNER, List.of(GET_VALUE)),
            pairs(linked("h"), OF_KEYS, List.of(SET)),
            pairs(byValue("h"), HAS, List.of(SET)),
            pairs(byValue(null), PUT, HAS))
        .flatMap(rows -> rows);
  }
}
