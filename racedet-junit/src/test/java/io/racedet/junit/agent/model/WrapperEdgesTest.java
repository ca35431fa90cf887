package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.Function;
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

  /** A vector, and what walks through it. */
  private record Walk<T>(Vector<String> vector, T cursor) {
    static <T> Walk<T> of(Function<Vector<String>, T> cursor) {
      Vector<String> vector = new Vector<>(List.of("a", "b"));
      return new Walk<>(vector, cursor.apply(vector));
    }
  }

  /** Who changes a vector, and who takes a step in it. */
  private static <T> Arguments walk(
      String name, Function<Vector<String>, T> cursor, Consumer<T> step) {
    return row(
        name, () -> Walk.of(cursor), w -> w.vector.set(0, "x"), walk -> step.accept(walk.cursor));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        walk("Vector.elements", Vector::elements, Enumeration::nextElement),
        walk("Vector.iterator", Vector::iterator, Iterator::next),
        walk("Vector.listIterator", v -> v.listIterator(1), ListIterator::previous),
        walk("Vector.listIterator.set", Vector::listIterator, WrapperEdgesTest::setFirst),
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

  private static void setFirst(ListIterator<String> elements) {
    elements.next();
    elements.set("y");
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
