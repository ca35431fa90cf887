package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The wrappers of {@link Collections}: calls of each of their classes have the wrapper's lock. */
class WrapperEdgesTest extends EdgesTestCase {
  /** Who calls a wrapper, and who makes a call of its class later. */
  private static <T> Arguments row(
      String name, Supplier<T> made, Consumer<T> first, Consumer<T> second) {
    return edge(
        name,
        () -> {
          T wrapper = made.get();
          handOver(
              () -> {
                first.accept(wrapper);
                whisper("called");
              },
              () -> {
                hear("called");
                second.accept(wrapper);
              });
        });
  }

  private static <C extends Collection<String>> Arguments collection(
      String name, Supplier<C> made, Consumer<C> call) {
    return row(
        name,
        () -> {
          C wrapper = made.get();
          wrapper.add("a");
          return wrapper;
        },
        wrapper -> wrapper.add("b"),
        call);
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        collection(
            "Collection.size",
            () -> Collections.synchronizedCollection(new ArrayList<String>()),
            Collection::size),
        collection(
            "Set.hashCode",
            () -> Collections.synchronizedSet(new HashSet<String>()),
            Collection::hashCode),
        collection(
            "SortedSet.first",
            () -> Collections.synchronizedSortedSet(new TreeSet<String>()),
            set -> set.first()),
        collection(
            "NavigableSet.lower",
            () -> Collections.synchronizedNavigableSet(new TreeSet<String>()),
            set -> set.lower("z")),
        collection(
            "List.get",
            () -> Collections.synchronizedList(new LinkedList<>()),
            list -> list.get(0)),
        collection(
            "List.subList with fast access",
            () -> Collections.synchronizedList(new ArrayList<>()),
            list -> list.subList(0, 1)),
        row(
            "Map.get",
            () -> Collections.synchronizedMap(new HashMap<String, String>()),
            map -> map.put("k", "v"),
            map -> map.get("k")),
        row(
            "SortedMap.firstKey",
            () -> Collections.synchronizedSortedMap(new TreeMap<String, String>()),
            map -> map.put("k", "v"),
            map -> map.firstKey()),
        row(
            "NavigableMap.lowerEntry",
            () -> Collections.synchronizedNavigableMap(new TreeMap<String, String>()),
            map -> map.put("k", "v"),
            map -> map.lowerEntry("z")));
  }

  static Stream<Arguments> noEdges() {
    List<List<String>> wrappers =
        List.of(
            Collections.synchronizedList(new ArrayList<>()),
            Collections.synchronizedList(new ArrayList<>()));
    return Stream.of(
        row("two wrappers", () -> wrappers, w -> w.get(0).add("a"), w -> w.get(1).add("a")));
  }
}
