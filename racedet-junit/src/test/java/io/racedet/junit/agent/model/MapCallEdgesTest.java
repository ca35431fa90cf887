package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.MapCalls.FINDING;
import static io.racedet.junit.agent.model.MapCalls.GET;
import static io.racedet.junit.agent.model.MapCalls.HASHED_NUMBERS;
import static io.racedet.junit.agent.model.MapCalls.KINDS;
import static io.racedet.junit.agent.model.MapCalls.LOOKING;
import static io.racedet.junit.agent.model.MapCalls.OF_NUMBERS;
import static io.racedet.junit.agent.model.MapCalls.OTHERS;
import static io.racedet.junit.agent.model.MapCalls.PUT;
import static io.racedet.junit.agent.model.MapCalls.PUTTING;
import static io.racedet.junit.agent.model.MapCalls.advances;
import static io.racedet.junit.agent.model.MapCalls.after;
import static io.racedet.junit.agent.model.MapCalls.before;
import static io.racedet.junit.agent.model.MapCalls.done;
import static io.racedet.junit.agent.model.MapCalls.forEach;
import static io.racedet.junit.agent.model.MapCalls.of;
import static io.racedet.junit.agent.model.MapCalls.remains;
import static io.racedet.junit.agent.model.MapCalls.replacesAll;
import static io.racedet.junit.agent.model.MapCalls.sorted;
import static io.racedet.junit.agent.model.MapCalls.visits;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapCalls.Call;
import io.racedet.junit.agent.model.MapCalls.Key;
import io.racedet.junit.agent.model.MapCalls.Kind;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Each method of the concurrent maps: who puts a mapping in, replaces or removes it, who sees it.
 */
class MapCallEdgesTest extends EdgesTestCase {
  static final List<Call<?>> REMOVING =
      List.of(
          of("remove", (m, k) -> m.remove(k) != null),
          of("remove of a mapping", (m, k) -> m.remove(k, "v")),
          of("compute of null", (m, k) -> m.compute(k, (key, v) -> null) == null),
          of("computeIfPresent", (m, k) -> m.computeIfPresent(k, (key, v) -> null) == null),
          of("merge of null", (m, k) -> m.merge(k, "w", (v, w) -> null) == null),
          of("clear", (m, k) -> done(m::clear)),
          of("keySet.remove", (m, k) -> m.keySet().remove(k)),
          of("values.remove", (m, k) -> m.values().remove("v")),
          of("values.removeIf", (m, k) -> m.values().removeIf("v"::equals)),
          of("entrySet.removeIf", (m, k) -> m.entrySet().removeIf(e -> true)),
          of("iterator.remove", (m, k) -> removesOne(m.keySet().iterator())),
          sorted("pollFirstEntry", (m, k) -> m.pollFirstEntry() != null),
          sorted("pollLastEntry", (m, k) -> m.pollLastEntry() != null));

  private static boolean removesOne(Iterator<?> elements) {
    elements.next();
    elements.remove();
    return true;
  }

  private static final List<Call<?>> REPLACING =
      List.of(
          of("put", (m, k) -> m.put(k, "w") != null),
          of("replace", (m, k) -> m.replace(k, "w") != null),
          of("replace of a value", (m, k) -> m.replace(k, "v", "w")),
          of("compute", (m, k) -> m.compute(k, (key, v) -> "w") != null),
          of("computeIfPresent", (m, k) -> m.computeIfPresent(k, (key, v) -> "w") != null),
          of("merge", (m, k) -> m.merge(k, "w", (v, w) -> w) != null),
          of("replaceAll", (m, k) -> replacesAll(m)));

  private static final List<Call<?>> ABSENT =
      List.of(
          of("get", (m, k) -> m.get(k) == null),
          of("containsKey", (m, k) -> !m.containsKey(k)),
          of("putIfAbsent", (m, k) -> m.putIfAbsent(k, "w") == null),
          of("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "w").equals("w")),
          of("computeIfPresent", (m, k) -> m.computeIfPresent(k, (key, v) -> "w") == null),
          of("compute", (m, k) -> m.compute(k, (key, v) -> v) == null),
          of("merge", (m, k) -> m.merge(k, "w", (v, w) -> null) != null),
          of("remove", (m, k) -> m.remove(k) == null),
          of("replace", (m, k) -> m.replace(k, "w") == null),
          of("replace of a value", (m, k) -> !m.replace(k, "v", "w")),
          of("size", (m, k) -> m.size() == 0),
          of("isEmpty", (m, k) -> m.isEmpty()),
          of("containsValue", (m, k) -> !m.containsValue("v")),
          of("forEach", (m, k) -> !forEach(m)),
          of("replaceAll", (m, k) -> !replacesAll(m)),
          of("equals", (m, k) -> m.equals(Map.of())),
          of("toString", (m, k) -> m.toString().length() == 2),
          of("keySet.forEach", (m, k) -> !forEach(m.keySet())),
          of("values.forEach", (m, k) -> !forEach(m.values())),
          of("entrySet.forEach", (m, k) -> !forEach(m.entrySet())),
          of("keySet.iterator", (m, k) -> !m.keySet().iterator().hasNext()),
          of("values.iterator", (m, k) -> !m.values().iterator().hasNext()),
          of("entrySet.iterator", (m, k) -> !m.entrySet().iterator().hasNext()),
          of("keySet.forEachRemaining", (m, k) -> !remains(m.keySet().spliterator())),
          of("values.forEachRemaining", (m, k) -> !remains(m.values().spliterator())),
          of("entrySet.forEachRemaining", (m, k) -> !remains(m.entrySet().spliterator())),
          of("keySet.tryAdvance", (m, k) -> !advances(m.keySet().spliterator())),
          of("values.tryAdvance", (m, k) -> !advances(m.values().spliterator())),
          of("entrySet.tryAdvance", (m, k) -> !advances(m.entrySet().spliterator())),
          sorted("firstKey", (m, k) -> findsNone(m::firstKey)),
          sorted("lastKey", (m, k) -> findsNone(m::lastKey)),
          sorted("firstEntry", (m, k) -> m.firstEntry() == null),
          sorted("lastEntry", (m, k) -> m.lastEntry() == null),
          sorted("pollFirstEntry", (m, k) -> m.pollFirstEntry() == null),
          sorted("pollLastEntry", (m, k) -> m.pollLastEntry() == null),
          sorted("floorKey", (m, k) -> m.floorKey(k) == null),
          sorted("ceilingKey", (m, k) -> m.ceilingKey(k) == null),
          sorted("higherEntry", (m, k) -> m.higherEntry(before(m, k)) == null),
          sorted("lowerEntry", (m, k) -> m.lowerEntry(after(m, k)) == null));

  private static boolean findsNone(Supplier<?> call) {
    try {
      return call.get() == null;
    } catch (NoSuchElementException e) {
      return true;
    }
  }

  /** One thread makes a call, another one a call that sees it, each with a key of its own. */
  private static Arguments row(Kind kind, boolean empty, Call<?> first, Call<?> second) {
    return edge(
        kind.name() + ": " + first.name() + ", " + second.name() + (empty ? "" : " of one"),
        () -> {
          ConcurrentMap<Object, String> map = empty ? kind.made().get() : kind.withOne();
          handOver(
              () -> {
                check(first.call(map, kind.makeKey()));
                whisper("called");
              },
              () -> {
                hear("called");
                check(second.call(map, kind.makeKey()));
              });
        });
  }

  private static Stream<Arguments> rows(
      List<Kind> kinds, boolean empty, List<Call<?>> first, List<Call<?>> second) {
    return kinds.stream()
        .flatMap(
            kind ->
                first.stream()
                    .filter(kind::has)
                    .flatMap(
                        one ->
                            second.stream()
                                .filter(kind::has)
                                .map(other -> row(kind, empty, one, other))));
  }

  static Stream<Arguments> edges() {
    List<Call<?>> put = List.of(PUT);
    List<Call<?>> get = List.of(GET);
    List<Call<?>> whole =
        List.of(
            of("values", (m, k) -> visits(m.values().iterator())),
            of("size", (m, k) -> m.size() > 0));
    List<Call<?>> none =
        List.of(
            of("get", (m, k) -> m.get(k) == null),
            of("remove", (m, k) -> m.remove(k) == null),
            of("no values", (m, k) -> !m.values().iterator().hasNext()));
    List<Call<?>> remove = REMOVING.subList(0, 1);
    return Stream.of(
            rows(KINDS, true, PUTTING, get),
            rows(KINDS.subList(0, 3), true, PUTTING, whole),
            rows(OTHERS, true, PUTTING, get),
            rows(KINDS, true, put, FINDING),
            rows(OF_NUMBERS, true, put, FINDING),
            rows(List.of(HASHED_NUMBERS), true, put, FINDING),
            rows(OTHERS, true, put, FINDING.subList(0, 20)),
            rows(KINDS.subList(0, 3), true, put, LOOKING),
            rows(OF_NUMBERS, true, put, LOOKING),
            rows(KINDS, false, REMOVING, none),
            rows(KINDS, false, remove, ABSENT),
            rows(OF_NUMBERS, false, remove, ABSENT),
            rows(KINDS, false, REPLACING, List.of(GET, whole.get(0))))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    ConcurrentMap<Object, String> map = new ConcurrentHashMap<>();
    return Stream.of(
        edge(
            "two threads that look",
            () -> handOver(() -> map.get(new Key(1)), () -> map.containsKey(new Key(2)))));
  }
}
