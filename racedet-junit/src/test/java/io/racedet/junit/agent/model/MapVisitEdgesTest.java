package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapViewEdgesTest.Shown;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A concurrent map changes while the call that visits all mappings is in the code of its caller.
 */
class MapVisitEdgesTest extends EdgesTestCase {
  private interface Visit<M> {
    void visit(M map, Runnable each);
  }

  /** A value that is equal to none, or to all, and tells when that is asked. */
  private static final class Probe {
    private final Runnable compared;
    private final boolean isEqual;

    Probe(Runnable compared, boolean isEqual) {
      this.compared = compared;
      this.isEqual = isEqual;
    }

    @Override
    public int hashCode() {
      compared.run();
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      compared.run();
      return isEqual;
    }
  }

  private static final List<Function<Map<Object, Object>, Collection<?>>> VIEWS =
      List.of(Map::keySet, Map::values, Map::entrySet);

  private static Stream<Visit<ConcurrentMap<Object, Object>>> visits() {
    return Stream.concat(
        Stream.of(
            (map, each) -> map.forEach((k, v) -> each.run()),
            (map, each) -> check(!map.containsValue(new Probe(each, false))),
            (map, each) -> map.replaceAll((k, v) -> ran(each, v)),
            (map, each) -> map.entrySet().removeIf(e -> ran(each, e) == null)),
        VIEWS.stream()
            .map(
                view ->
                    (map, each) ->
                        view.apply(map).spliterator().forEachRemaining(e -> each.run())));
  }

  private static <T> T ran(Runnable each, T value) {
    each.run();
    return value;
  }

  /** Visits from the first mapping on, while another thread makes a change. */
  private static <M extends ConcurrentMap<Object, Object>> Arguments row(
      String name, M map, Visit<M> visit, Runnable change, int visits) {
    return edge(
        name,
        () -> {
          Cell cell = new Cell();
          int[] visited = new int[1];
          inParallel(
              () -> {
                hear("visiting");
                cell.data = 1;
                change.run();
                whisper("changed");
              },
              () -> {
                visit.visit(map, () -> each(visited, visits, cell));
                check(visited[0] == visits);
                cell.data++;
              });
        });
  }

  private static void each(int[] visited, int visits, Cell cell) {
    visited[0]++;
    if (visited[0] == 1) {
      whisper("visiting");
      hear("changed");
    } else if (visits > 1) {
      cell.data++;
    }
  }

  private static <M extends ConcurrentMap<Object, Object>> M filled(M map, int... keys) {
    for (int key : keys) {
      map.put(key, "v" + key);
    }
    return map;
  }

  private static <M extends ConcurrentMap<Object, Object>> Stream<Arguments> rows(
      String name, M one, M two, Visit<? super M> visit) {
    filled(one, 1);
    filled(two, 1, 2);
    return Stream.of(
        row(name + ", put", one, visit::visit, () -> one.put(2, "w"), 2),
        row(name + ", remove", two, visit::visit, () -> two.remove(2), 1));
  }

  private static Stream<Arguments> all() {
    int[] number = new int[1];
    return visits()
        .flatMap(
            visit -> {
              String name = ": visit " + ++number[0];
              return Stream.concat(
                  rows(
                      "ConcurrentHashMap" + name,
                      new ConcurrentHashMap<>(),
                      new ConcurrentHashMap<>(),
                      visit),
                  rows(
                      "ConcurrentSkipListMap" + name,
                      new ConcurrentSkipListMap<>(),
                      new ConcurrentSkipListMap<>(),
                      visit));
            });
  }

  /* ---- calls of one of the maps ---- */

  private static Stream<Arguments> ofHashMap() {
    Stream<Visit<ConcurrentHashMap<Object, Object>>> visits =
        Stream.concat(
            Stream.of((map, each) -> map.forEach(Long.MAX_VALUE, (k, v) -> each.run())),
            VIEWS.stream().map(view -> (map, each) -> view.apply(map).forEach(e -> each.run())));
    int[] number = new int[1];
    return visits.flatMap(
        visit ->
            rows(
                "ConcurrentHashMap: own visit " + ++number[0],
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>(),
                visit));
  }

  /** An entry shows a value that has come while it is visited. */
  private static Arguments entryInTasks() {
    ConcurrentHashMap<Object, Object> map = filled(new ConcurrentHashMap<>(), 1);
    Visit<ConcurrentHashMap<Object, Object>> visit =
        (visited, each) ->
            visited.forEachEntry(
                Long.MAX_VALUE,
                entry -> {
                  each.run();
                  check(entry.getValue().equals("w"));
                });
    return row("ConcurrentHashMap: forEachEntry in tasks", map, visit, () -> map.put(1, "w"), 1);
  }

  /** The value of an entry is read after that of the one with which it is compared. */
  private static Arguments equalEntries() {
    ConcurrentHashMap<Object, Object> map = filled(new ConcurrentHashMap<>(), 1);
    return row(
        "ConcurrentHashMap: equals of an entry",
        map,
        (visited, each) -> {
          List<Map.Entry<?, ?>> entries = new ArrayList<>();
          map.forEachEntry(Long.MAX_VALUE, entries::add);
          check(entries.get(0).equals(new Reached(each)));
        },
        () -> map.put(1, "w"),
        1);
  }

  private static final class Reached extends AbstractMap.SimpleEntry<Object, Object> {
    private static final long serialVersionUID = 1;

    private final transient Runnable reached;

    Reached(Runnable reached) {
      super(1, "w");
      this.reached = reached;
    }

    @Override
    public Object getValue() {
      reached.run();
      return super.getValue();
    }
  }

  /** Its hash code is read as the one of a shared object is. */
  private static final class Key {
    private int hash;

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  private static Arguments hashCodes() {
    ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();
    return row(
        "ConcurrentHashMap: hashCode, put",
        map,
        (visited, each) -> {
          map.put(1, new Probe(each, false));
          check(map.hashCode() == (1 ^ 1) + (2 ^ "w".hashCode()));
        },
        () -> {
          Key key = new Key();
          key.hash = 2;
          map.put(key, "w");
        },
        1);
  }

  private static Arguments equalMaps() {
    ConcurrentSkipListMap<Object, Object> map = filled(new ConcurrentSkipListMap<>(), 1, 2);
    return row(
        "ConcurrentSkipListMap: equals, remove",
        map,
        (visited, each) -> check(visited.equals(new TreeMap<>(Map.of(1, new Probe(each, true))))),
        () -> map.remove(2),
        1);
  }

  /** Another thread clears what comes first, and waits for the key of this call. */
  private static Arguments clear() {
    ConcurrentHashMap<Object, Object> map = filled(new ConcurrentHashMap<>(), 1, 2);
    return edge(
        "ConcurrentHashMap: clear, containsValue",
        () -> {
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("in function");
                cell.data = 1;
                map.clear();
              },
              () ->
                  map.compute(
                      2,
                      (k, v) -> {
                        whisper("in function");
                        Programs.run(() -> Programs.untilTrue(() -> !map.containsKey(1)));
                        whisper("cleared");
                        hear("seen");
                        return v;
                      }),
              () -> {
                hear("cleared");
                check(!map.containsValue("v1"));
                cell.data++;
                whisper("seen");
              });
        });
  }

  /** While a clear waits for one key, another one that comes after is replaced. */
  private static Arguments clearOfReplaced() {
    ConcurrentHashMap<Object, Object> map = filled(new ConcurrentHashMap<>(), 1, 2, 3);
    return edge(
        "ConcurrentHashMap: replace, clear, size",
        () -> {
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("in function");
                map.clear();
              },
              () -> {
                map.compute(
                    2,
                    (k, v) -> {
                      whisper("in function");
                      Programs.run(() -> Programs.untilTrue(() -> !map.containsKey(1)));
                      whisper("clearing");
                      hear("replaced");
                      return v;
                    });
                Programs.untilTrue(() -> map.size() == 0);
                cell.data++;
              },
              () -> {
                hear("clearing");
                cell.data = 1;
                check(map.replace(3, "w") != null);
                whisper("replaced");
              });
        });
  }

  /** The thread that makes the call waits for a worker, which finds what another one has put. */
  private static Arguments visitByWorker() {
    return edge(
        "ConcurrentHashMap: put, forEach by a worker",
        () -> {
          ConcurrentHashMap<Object, Object> map = filled(new ConcurrentHashMap<>(), 1);
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                map.put(12, "v");
                whisper("put");
              },
              () -> {
                hear("put");
                map.forEach(
                    1,
                    (k, v) -> {
                      if (k.equals(1)) {
                        hear("visited");
                      } else {
                        cell.data++;
                        whisper("visited");
                      }
                    });
              });
        });
  }

  /* ---- what shows a change, or none ---- */

  private static Stream<Arguments> advances(boolean atEnd) {
    return VIEWS.stream()
        .map(
            view ->
                MapViewEdgesTest.row(
                    "ConcurrentSkipListMap: remove, tryAdvance",
                    () -> {
                      Map<Object, Object> map = filled(new ConcurrentSkipListMap<>(), 1, 2);
                      Spliterator<?> elements = view.apply(map).spliterator();
                      if (atEnd) {
                        check(MapCalls.advances(elements));
                      }
                      return new Shown(
                          () -> map.remove(2), () -> MapCalls.advances(elements) != atEnd);
                    }));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            all(),
            ofHashMap(),
            Stream.of(entryInTasks(), equalEntries(), hashCodes(), equalMaps()),
            Stream.of(clear(), clearOfReplaced(), visitByWorker()),
            advances(true))
        .flatMap(all -> all);
  }

  private static Arguments found() {
    ConcurrentSkipListMap<Object, Object> map = filled(new ConcurrentSkipListMap<>(), 1, 2);
    return row(
        "part of a ConcurrentSkipListMap: remove of another, containsValue",
        map,
        (visited, each) -> check(visited.headMap(9).containsValue(new Probe(each, true))),
        () -> map.remove(2),
        1);
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(Stream.of(found()), advances(false));
  }
}
