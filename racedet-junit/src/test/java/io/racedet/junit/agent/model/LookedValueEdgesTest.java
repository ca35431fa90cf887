package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * One thread compares a value under the lock of its bin, before another one removes and changes it.
 */
class LookedValueEdgesTest extends EdgesTestCase {
  private static final class Item {
    final Cell cell = new Cell();

    Item(int data) {
      cell.data = data;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Item item && cell.data == item.cell.data;
    }

    @Override
    public int hashCode() {
      return cell.data;
    }
  }

  private record Way<T>(String name, T way) {}

  private interface MapChange {
    Item of(ConcurrentHashMap<Integer, Item> map);
  }

  private static Recorded.Program mapProgram(Way<MapChange> change) {
    return () -> {
      ConcurrentHashMap<Integer, Item> map = new ConcurrentHashMap<>();
      map.put(1, new Item(1));
      inParallel(
          () -> {
            check(!map.remove(1, new Item(9)));
            whisper("looked");
          },
          () -> {
            hear("looked");
            change.way.of(map).cell.data = 0;
          });
    };
  }

  private static Item computed(ConcurrentHashMap<Integer, Item> map, boolean onlyIfPresent) {
    Item[] old = new Item[1];
    BiFunction<Integer, Item, Item> change =
        (key, item) -> {
          item.cell.data = 7;
          old[0] = item;
          return null;
        };
    if (onlyIfPresent) {
      map.computeIfPresent(1, change);
    } else {
      map.compute(1, change);
    }
    return old[0];
  }

  private static Item merged(ConcurrentHashMap<Integer, Item> map) {
    Item[] old = new Item[1];
    map.merge(
        1,
        new Item(2),
        (item, other) -> {
          item.cell.data = 7;
          old[0] = item;
          return other;
        });
    return old[0];
  }

  private static Stream<Way<MapChange>> mapChanges() {
    return Stream.of(
        new Way<>("remove", m -> m.remove(1)),
        new Way<>("put", m -> m.put(1, new Item(2))),
        new Way<>("replace", m -> m.replace(1, new Item(2))),
        new Way<>("compute", m -> computed(m, false)),
        new Way<>("computeIfPresent", m -> computed(m, true)),
        new Way<>("merge", LookedValueEdgesTest::merged));
  }

  static Stream<Arguments> edges() {
    return mapChanges()
        .map(
            change -> edge("remove of a mapping in vain, then " + change.name, mapProgram(change)));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        Arguments.of(
            "remove of a mapping in vain, then get", mapProgram(new Way<>("get", m -> m.get(1)))));
  }
}
