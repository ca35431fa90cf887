package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.MapCalls.KINDS;
import static io.racedet.junit.agent.model.MapCalls.OF_NUMBERS;
import static io.racedet.junit.agent.model.MapCalls.after;
import static io.racedet.junit.agent.model.MapCalls.before;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapCalls.Call;
import io.racedet.junit.agent.model.MapCalls.Kind;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * What was made before a concurrent map changed, and shows the change: iterators, spliterators and
 * entries. And what shows that a mapping is gone.
 */
class MapViewEdgesTest extends EdgesTestCase {
  /** What one thread changes, and how another one sees that it has. */
  record Shown(Runnable change, BooleanSupplier look) {}

  static Arguments row(String name, Supplier<Shown> made) {
    return edge(
        name,
        () -> {
          Shown shown = made.get();
          handOver(
              () -> {
                shown.change.run();
                whisper("changed");
              },
              () -> {
                hear("changed");
                check(shown.look.getAsBoolean());
              });
        });
  }

  /* ---- cursors over all mappings ---- */

  private record Cursor(String name, Function<ConcurrentMap<Object, String>, Count> made) {}

  private static Stream<Cursor> cursors(
      String name, Function<ConcurrentMap<Object, String>, Collection<?>> view) {
    return Stream.of(
        new Cursor(name + ".iterator", m -> Count.nexts(view.apply(m).iterator())),
        new Cursor(name + ".tryAdvance", m -> Count.advances(view.apply(m).spliterator())),
        new Cursor(name + ".forEachRemaining", m -> Count.remains(view.apply(m).spliterator())));
  }

  private static final List<Cursor> CURSORS =
      Stream.of(
              cursors("keySet", Map::keySet),
              cursors("values", Map::values),
              cursors("entrySet", Map::entrySet),
              Stream.of(new Cursor("size", map -> map::size)))
          .flatMap(all -> all)
          .toList();

  private static final List<Kind> WITH_CURSORS =
      Stream.concat(
              Stream.of(new Kind("ConcurrentHashMap", id -> id, ConcurrentHashMap::new)),
              OF_NUMBERS.stream())
          .toList();

  private static Stream<Arguments> comesTo(Kind kind, Cursor cursor) {
    String name = kind.name() + ", " + cursor.name;
    return Stream.of(
        row(
            name + ": put",
            () -> {
              ConcurrentMap<Object, String> map = filled(kind.made().get(), 3, 7);
              Count count = cursor.made.apply(map);
              return new Shown(() -> map.put(5, "v"), () -> count.remaining() == 3);
            }),
        row(
            name + ": remove",
            () -> {
              ConcurrentMap<Object, String> map = filled(kind.made().get(), 3, 5, 7);
              Count count = cursor.made.apply(map);
              return new Shown(() -> map.remove(5), () -> count.remaining() == 2);
            }));
  }

  /** Keys that are not only values are compared with the end of a part. */
  private static Arguments keysOfPart() {
    Kind kind = KINDS.get(2);
    return row(
        kind.name() + ": put of a second key, size",
        () -> {
          NavigableMap<Object, String> map = (NavigableMap<Object, String>) kind.made().get();
          map.put(before(map, kind.makeKey()), "v");
          return new Shown(() -> map.put(kind.makeKey(), "v"), () -> map.size() == 2);
        });
  }

  static ConcurrentMap<Object, String> filled(ConcurrentMap<Object, String> map, Integer... keys) {
    for (Integer key : keys) {
      map.put(key, "v");
    }
    return map;
  }

  private static Stream<Arguments> cursors() {
    return WITH_CURSORS.stream()
        .flatMap(kind -> CURSORS.stream().flatMap(cursor -> comesTo(kind, cursor)));
  }

  /* ---- entries ---- */

  private static Stream<Arguments> entries() {
    return Stream.of(
        entry("getValue", e -> e.getValue().equals("w")),
        entry("hashCode", e -> e.hashCode() == Map.entry(1, "w").hashCode()),
        entry("toString", e -> e.toString().equals("1=w")),
        entry("equals", e -> e.equals(Map.entry(1, "w"))));
  }

  private interface EntryLook {
    boolean sees(Map.Entry<Object, String> entry);
  }

  private static Arguments entry(String name, EntryLook look) {
    return row(
        "entry of a search, " + name,
        () -> {
          ConcurrentHashMap<Object, String> map = new ConcurrentHashMap<>(Map.of(1, "v"));
          Map.Entry<Object, String> entry = map.searchEntries(1, each -> each);
          return new Shown(() -> map.put(1, "w"), () -> look.sees(entry));
        });
  }

  /* ---- mappings that are gone ---- */

  /** Sees that there is another mapping in the place of one that was removed. */
  private interface Next {
    boolean is(NavigableMap<Object, String> map, Object key, Object other);
  }

  private static Stream<Arguments> next(String name, boolean isAfter, Next next) {
    return Stream.concat(KINDS.stream().skip(1), OF_NUMBERS.stream())
        .map(
            kind ->
                row(
                    kind.name() + ": remove, next " + name,
                    () -> {
                      Object key = kind.makeKey();
                      NavigableMap<Object, String> map =
                          (NavigableMap<Object, String>) kind.made().get();
                      Object other = isAfter ? after(map, key) : before(map, key);
                      map.put(key, "v");
                      map.put(other, "v");
                      return new Shown(() -> map.remove(key), () -> next.is(map, key, other));
                    }));
  }

  private static Stream<Arguments> nexts() {
    return Stream.of(
            next("firstKey", true, (m, k, o) -> m.firstKey() == o),
            next("firstEntry", true, (m, k, o) -> m.firstEntry().getKey() == o),
            next("pollFirstEntry", true, (m, k, o) -> m.pollFirstEntry().getKey() == o),
            next("ceilingKey", true, (m, k, o) -> m.ceilingKey(k) == o),
            next("higherKey", true, (m, k, o) -> m.higherKey(before(m, k)) == o),
            next("ceilingEntry", true, (m, k, o) -> m.ceilingEntry(k).getKey() == o),
            next("iterator", true, (m, k, o) -> m.keySet().iterator().next() == o),
            next("lastKey", false, (m, k, o) -> m.lastKey() == o),
            next("lastEntry", false, (m, k, o) -> m.lastEntry().getKey() == o),
            next("pollLastEntry", false, (m, k, o) -> m.pollLastEntry().getKey() == o),
            next("floorKey", false, (m, k, o) -> m.floorKey(k) == o),
            next("lowerEntry", false, (m, k, o) -> m.lowerEntry(after(m, k)).getKey() == o),
            next("descending", false, (m, k, o) -> m.descendingKeySet().first() == o))
        .flatMap(rows -> rows);
  }

  /** One thread removes a mapping, another one replaces it, a third one sees the new one. */
  private static Arguments replaced(Kind kind, Call<?> remove) {
    return edge(
        kind.name() + ": " + remove.name() + ", put by a third thread",
        () -> {
          ConcurrentMap<Object, String> map = kind.withOne();
          Object key = kind.makeKey();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                check(remove.call(map, key));
                whisper("removed");
              },
              () -> {
                hear("removed");
                check(map.putIfAbsent(key, "new") == null);
                whisper("put");
              },
              () -> {
                hear("put");
                check("new".equals(map.get(key)));
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> replacements() {
    return Stream.of(KINDS.get(0), KINDS.get(1), OF_NUMBERS.get(0))
        .flatMap(
            kind ->
                MapCallEdgesTest.REMOVING.stream()
                    .filter(kind::has)
                    .map(remove -> replaced(kind, remove)));
  }

  static Stream<Arguments> edges() {
    return Stream.of(cursors(), entries(), nexts(), replacements(), Stream.of(keysOfPart()))
        .flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        row(
            "what comes next was there before",
            () -> {
              Map<Object, String> map = filled(new ConcurrentSkipListMap<>(), 1, 2);
              Iterator<Object> keys = map.keySet().iterator();
              return new Shown(() -> map.put(3, "v"), () -> keys.next().equals(1));
            }));
  }
}
