package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.MapCalls.HASHED_NUMBERS;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapCalls.Call;
import io.racedet.junit.agent.model.MapCalls.Kind;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Three threads: one changes a mapping, another one changes it again, a third one sees that. */
class MapChainEdgesTest extends EdgesTestCase {
  private static final List<Kind> KINDS =
      List.of(MapCalls.KINDS.get(0), HASHED_NUMBERS, MapCalls.OF_NUMBERS.get(0));

  private static final List<Call<?>> SEEING_NONE =
      List.of(
          MapCalls.of("get", (m, k) -> m.get(k) == null),
          MapCalls.of("isEmpty", (m, k) -> m.isEmpty()),
          MapCalls.of("size", (m, k) -> m.size() == 0));

  private static Arguments row(
      Kind kind, boolean isEmpty, Call<?> first, Call<?> second, Call<?> third) {
    return edge(
        kind.name() + ": " + first.name() + ", " + second.name() + ", " + third.name(),
        () -> {
          ConcurrentMap<Object, String> map = isEmpty ? kind.made().get() : kind.withOne();
          Object key = kind.makeKey();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                check(first.call(map, key));
                whisper("first");
              },
              () -> {
                hear("first");
                check(second.call(map, key));
                whisper("second");
              },
              () -> {
                hear("second");
                check(third.call(map, key));
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> removed() {
    Call<?> replace = MapCalls.of("replace", (m, k) -> m.replace(k, "v") != null);
    return KINDS.stream()
        .flatMap(
            kind ->
                MapCallEdgesTest.REMOVING.stream()
                    .filter(kind::has)
                    .flatMap(
                        remove ->
                            SEEING_NONE.stream()
                                .map(look -> row(kind, false, replace, remove, look))));
  }

  private static Stream<Arguments> added() {
    Call<?> refuse = MapCalls.of("refusal", (m, k) -> m.computeIfAbsent(k, key -> null) == null);
    Call<?> size = MapCalls.of("size", (m, k) -> m.size() == 1);
    return Stream.of(MapCalls.KINDS.get(0), HASHED_NUMBERS)
        .flatMap(kind -> MapCalls.PUTTING.stream().map(put -> row(kind, true, refuse, put, size)));
  }

  static Stream<Arguments> edges() {
    return Stream.concat(removed(), added());
  }

  /** A mapping is removed, or replaced, and another thread sees that others are as they were. */
  private static Stream<Arguments> others() {
    Call<?> remove = MapCalls.of("remove of another", (m, k) -> m.remove(9) != null);
    Call<?> replace = MapCalls.of("replace of another", (m, k) -> m.replace(9, "w") != null);
    Kind sortedMap = MapCalls.OF_NUMBERS.get(0);
    return Stream.concat(
        Stream.of(
                MapCalls.of("get", (m, k) -> m.get(k) != null),
                MapCalls.of("remove", (m, k) -> m.remove(k) != null),
                MapCalls.of("replace", (m, k) -> m.replace(k, "w") != null),
                MapCalls.of("containsValue", (m, k) -> m.containsValue("v")))
            .map(look -> apart(sortedMap, remove, look)),
        Stream.of(
                MapCalls.of("get", (m, k) -> m.get(7) == null),
                MapCalls.of("put", (m, k) -> m.put(7, "w") == null),
                MapCalls.of("remove", (m, k) -> m.remove(7) == null))
            .map(look -> apart(sortedMap, replace, look)));
  }

  /** What leaves the number of mappings as it is, and another thread that counts them. */
  private static Stream<Arguments> counts() {
    Call<?> size = MapCalls.of("size", (m, k) -> m.size() == 3);
    return Stream.of(
            MapCalls.of("replace", (m, k) -> m.replace(k, "w") != null),
            MapCalls.of("put", (m, k) -> m.put(k, "w") != null),
            MapCalls.of("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "w") != null),
            MapCalls.of("computeIfPresent", (m, k) -> m.computeIfPresent(k, (o, v) -> v) != null),
            MapCalls.of("compute", (m, k) -> m.compute(k, (key, v) -> v) != null),
            MapCalls.of("merge", (m, k) -> m.merge(k, "w", String::concat) != null))
        .map(change -> apart(HASHED_NUMBERS, change, size));
  }

  private static Arguments apart(Kind kind, Call<?> change, Call<?> look) {
    return edge(
        kind.name() + ": " + change.name() + ", " + look.name(),
        () -> {
          ConcurrentMap<Object, String> map = kind.made().get();
          for (int key : new int[] {1, 5, 9}) {
            map.put(key, "v");
          }
          Programs.handOver(
              () -> {
                check(change.call(map, 5));
                whisper("changed");
              },
              () -> {
                hear("changed");
                check(look.call(map, 5));
              });
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(others(), counts());
  }
}
