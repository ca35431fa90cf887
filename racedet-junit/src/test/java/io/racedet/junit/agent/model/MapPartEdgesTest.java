package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.MapViewEdgesTest.filled;
import static io.racedet.junit.agent.model.MapViewEdgesTest.row;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapViewEdgesTest.Shown;
import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Parts of spliterators of concurrent maps, which show what has changed since. */
class MapPartEdgesTest extends EdgesTestCase {
  /** It depends on luck whether the change is seen. */
  private static Arguments ifSeen(String name, Supplier<Shown> made) {
    Recorded.Program program =
        () -> {
          Shown shown = made.get();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data = 1;
                shown.change().run();
                whisper("changed");
              },
              () -> {
                hear("changed");
                if (shown.look().getAsBoolean()) {
                  cell.data++;
                }
              });
        };
    return Arguments.of(name, program, false);
  }

  private record View(String name, Function<Map<Object, String>, Collection<?>> of) {}

  private static final List<View> VIEWS =
      List.of(
          new View("keySet", Map::keySet),
          new View("values", Map::values),
          new View("entrySet", Map::entrySet));

  private static Stream<Arguments> halves() {
    return VIEWS.stream()
        .flatMap(
            view ->
                Stream.of(
                    half(view.name + ".trySplit", view, half -> half.tryAdvance(e -> {})),
                    half(
                        view.name + ".trySplit, rest",
                        view,
                        h -> Count.remains(h).remaining() == 1)));
  }

  /** The upper half of a table of 16. */
  private static Arguments half(String name, View view, Predicate<Spliterator<?>> look) {
    return row(
        "ConcurrentHashMap, " + name,
        () -> {
          Map<Object, String> map = filled(new ConcurrentHashMap<>(), 1);
          Spliterator<?> half = view.of.apply(map).spliterator().trySplit();
          return new Shown(() -> map.put(12, "v"), () -> look.test(half));
        });
  }

  private static final int MANY = 200;

  /** Mappings that are so many that some of them have an index, which parts need: a random one. */
  private static void fill(Map<Object, String> map) {
    for (int i = 1; i <= MANY; i++) {
      map.put(1000 + 10 * i, "old");
    }
  }

  private static Spliterator<?> begun(View view, Map<Object, String> map) {
    map.put(1, "old");
    map.put(1000, "old");
    Spliterator<?> elements = view.of.apply(map).spliterator();
    elements.tryAdvance(element -> {});
    return elements;
  }

  private static Stream<Arguments> parts() {
    return VIEWS.stream()
        .flatMap(
            view ->
                Stream.of(
                    growing(view, 1),
                    growing(view, 2),
                    growing(view, 3),
                    part(view, ", tryAdvance", part -> isNew(view, nextOf(part))),
                    part(view, ", rest", part -> isNew(view, secondOf(part)))));
  }

  private static Arguments growing(View view, int number) {
    return ifSeen(
        "ConcurrentSkipListMap, " + view.name + ".trySplit " + number,
        () -> {
          Map<Object, String> map = new ConcurrentSkipListMap<>();
          Spliterator<?> whole = begun(view, map);
          return new Shown(() -> fill(map), () -> whole.trySplit() != null);
        });
  }

  private static Arguments part(View view, String name, Predicate<Spliterator<?>> look) {
    return row(
        "part of a ConcurrentSkipListMap, " + view.name + name,
        () -> {
          Map<Object, String> map = new ConcurrentSkipListMap<>();
          fill(map);
          Spliterator<?> part = begun(view, map).trySplit();
          while (part == null) {
            map.remove(1);
            part = begun(view, map).trySplit();
          }
          Spliterator<?> seen = part;
          return new Shown(() -> map.put(1005, "new"), () -> look.test(seen));
        });
  }

  private static boolean isNew(View view, Object element) {
    return element.equals(view.of.apply(Map.of(1005, "new")).iterator().next());
  }

  private static Object nextOf(Spliterator<?> elements) {
    Object[] last = new Object[1];
    elements.tryAdvance(element -> {});
    elements.tryAdvance(element -> last[0] = element);
    return last[0];
  }

  private static Object secondOf(Spliterator<?> elements) {
    List<Object> all = new ArrayList<>();
    elements.forEachRemaining(all::add);
    return all.get(1);
  }

  static Stream<Arguments> edges() {
    return Stream.concat(halves(), parts());
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        row(
            "another mapping",
            () -> {
              Map<Object, String> map = filled(new ConcurrentSkipListMap<>(), 1);
              return new Shown(() -> map.put(12, "v"), () -> map.get(1) != null);
            }));
  }
}
