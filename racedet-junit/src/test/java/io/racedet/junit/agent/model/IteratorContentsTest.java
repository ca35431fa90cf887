package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Iterators and spliterators: what they read of a collection, and what they keep. */
class IteratorContentsTest extends ContentsTestCase {
  /** A way through a collection that has begun, and how to change the collection. */
  private record Way<I>(I elements, Runnable change) {}

  /** A collection, and how to change it. */
  private record Source(Collection<?> collection, Runnable change) {}

  private static final List<Function<Map<TimeUnit, String>, Collection<?>>> VIEWS =
      List.of(Map::keySet, Map::values, Map::entrySet);

  private static List<Kind<Source>> views(String name, Supplier<Map<TimeUnit, String>> made) {
    List<Kind<Source>> kinds = new ArrayList<>();
    for (int i = 0; i < VIEWS.size(); i++) {
      Function<Map<TimeUnit, String>, Collection<?>> view = VIEWS.get(i);
      kinds.add(
          kind(
              name + ", view " + i,
              () -> {
                Map<TimeUnit, String> map = made.get();
                for (TimeUnit unit : List.of(DAYS, HOURS, TimeUnit.MINUTES)) {
                  map.put(unit, unit.name());
                }
                return new Source(view.apply(map), () -> map.put(SECONDS, "s"));
              }));
    }
    return kinds;
  }

  private static Kind<Source> list(String name, Supplier<Collection<TimeUnit>> made) {
    return kind(
        name,
        () -> {
          Collection<TimeUnit> list = made.get();
          list.addAll(List.of(DAYS, HOURS, TimeUnit.MINUTES));
          return new Source(list, () -> list.add(SECONDS));
        });
  }

  private static final List<Kind<Source>> LISTS =
      List.of(
          list("ArrayList", ArrayList::new),
          list("part of an ArrayList", () -> new ArrayList<>(List.of(DAYS)).subList(0, 1)),
          list("LinkedList", LinkedList::new),
          list("ArrayDeque", ArrayDeque::new),
          list("PriorityQueue", PriorityQueue::new));

  /** Those whose iterators look for the next element when they are asked for one. */
  private static final List<Kind<Source>> SEARCHED =
      all(
          views("WeakHashMap", WeakHashMap::new),
          views("IdentityHashMap", IdentityHashMap::new),
          views("EnumMap", () -> new EnumMap<>(TimeUnit.class)));

  private static final List<Kind<Source>> LINKED =
      all(
          views("HashMap", HashMap::new),
          views("LinkedHashMap", LinkedHashMap::new),
          views("TreeMap", TreeMap::new),
          views("part of a TreeMap", () -> new TreeMap<TimeUnit, String>().headMap(DAYS, true)),
          views("descending TreeMap", () -> new TreeMap<TimeUnit, String>().descendingMap()),
          LISTS);

  private static final List<Kind<Source>> CHANGEABLE = all(LINKED, SEARCHED);

  /** Those whose spliterators find out about the size when they are asked first. */
  private static final List<Kind<Source>> LATE =
      all(
          views("HashMap", HashMap::new),
          views("TreeMap", TreeMap::new),
          views("WeakHashMap", WeakHashMap::new),
          views("IdentityHashMap", IdentityHashMap::new),
          LISTS);

  /** Nobody can change these. */
  private static final List<Kind<Source>> FIXED =
      List.of(
          kind("Arrays.asList", () -> new Source(Arrays.asList(DAYS, HOURS, SECONDS), null)),
          kind("List.of", () -> new Source(List.of(DAYS, HOURS, SECONDS), null)),
          kind("Set.of", () -> new Source(java.util.Set.of(DAYS, HOURS, SECONDS), null)),
          kind("Map.of", () -> new Source(Map.of(DAYS, 1, HOURS, 2, SECONDS, 3).keySet(), null)),
          kind("EnumSet", () -> new Source(EnumSet.of(DAYS, HOURS, SECONDS), null)));

  private static <I> List<Kind<Way<I>>> ways(
      List<Kind<Source>> sources, Function<Collection<?>, I> begin) {
    return sources.stream()
        .map(
            source ->
                kind(
                    source.name(),
                    () -> {
                      Source made = source.made().get();
                      return new Way<>(begin.apply(made.collection()), made.change());
                    }))
        .toList();
  }

  private static List<Kind<Way<Iterator<?>>>> iterators(List<Kind<Source>> sources) {
    return ways(sources, Collection::iterator);
  }

  /** At the second element. */
  private static List<Kind<Way<Iterator<?>>>> begun(List<Kind<Source>> sources) {
    return ways(
        sources,
        collection -> {
          Iterator<?> elements = collection.iterator();
          elements.next();
          return elements;
        });
  }

  private static List<Kind<Way<Spliterator<?>>>> spliterators(List<Kind<Source>> sources) {
    return ways(sources, Collection::spliterator);
  }

  private static List<Kind<Way<ListIterator<?>>>> listIterators() {
    return ways(
        LISTS.subList(0, 3),
        collection -> {
          ListIterator<?> elements = ((List<?>) collection).listIterator(1);
          elements.next();
          return elements;
        });
  }

  private static <I> Call<Way<I>> change() {
    return call("change", way -> way.change.run());
  }

  private static final Call<Way<Iterator<?>>> NEXT = call("next", way -> way.elements.next());
  private static final Call<Way<Iterator<?>>> HAS_NEXT =
      call("hasNext", way -> way.elements.hasNext());
  private static final Call<Way<Iterator<?>>> REMOVE = call("remove", way -> way.elements.remove());
  private static final Call<Way<Iterator<?>>> REST =
      call("forEachRemaining", way -> way.elements.forEachRemaining(element -> {}));

  private static final Call<Way<Iterator<?>>> REMOVE_AGAIN =
      call("remove, again", way -> fails(way.elements::remove));
  private static final Call<Way<Iterator<?>>> NEXT_AT_END =
      call("next at the end", way -> fails(way.elements::next));

  private static void fails(Runnable call) {
    try {
      call.run();
    } catch (IllegalStateException | NoSuchElementException wanted) {
      return;
    }
    throw new AssertionError("it did not fail");
  }

  /** At the end of the values of a map, of which one can be replaced. */
  private static final List<Kind<Way<Iterator<?>>>> VALUES_AT_END =
      List.of(
          kind(
              "IdentityHashMap, at the end of the values",
              () -> {
                Map<TimeUnit, String> map = new IdentityHashMap<>(Map.of(DAYS, "d"));
                Iterator<?> elements = map.values().iterator();
                elements.next();
                return new Way<>(elements, () -> map.put(DAYS, "x"));
              }));

  private static final Call<Way<Spliterator<?>>> ADVANCE =
      call("tryAdvance", way -> way.elements.tryAdvance(element -> {}));
  private static final Call<Way<Spliterator<?>>> ADVANCE_ALL =
      call("forEachRemaining", way -> way.elements.forEachRemaining(element -> {}));
  private static final Call<Way<Spliterator<?>>> ESTIMATE =
      call("estimateSize", way -> way.elements.estimateSize());

  private static final List<Call<Way<ListIterator<?>>>> LOOKING =
      List.of(
          call("hasNext", way -> way.elements.hasNext()),
          call("hasPrevious", way -> way.elements.hasPrevious()),
          call("nextIndex", way -> way.elements.nextIndex()),
          call("previousIndex", way -> way.elements.previousIndex()));

  private static final List<Call<Way<ListIterator<?>>>> MOVING =
      List.of(
          call("next", way -> way.elements.next()),
          call("previous", way -> way.elements.previous()),
          call("add", way -> way.elements.add(null)),
          call("remove", way -> way.elements.remove()));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(iterators(all(CHANGEABLE, FIXED)), List.of(NEXT, HAS_NEXT), List.of(NEXT)),
            pairs(iterators(all(CHANGEABLE, FIXED)), List.of(REST), List.of(HAS_NEXT)),
            pairs(iterators(CHANGEABLE), List.of(NEXT, REST), List.of(change())),
            pairs(begun(CHANGEABLE), List.of(REMOVE), List.of(HAS_NEXT)),
            pairs(spliterators(CHANGEABLE), List.of(ADVANCE, ADVANCE_ALL), List.of(ADVANCE)),
            pairs(spliterators(CHANGEABLE), List.of(ADVANCE, ADVANCE_ALL), List.of(change())),
            pairs(spliterators(LISTS), List.of(ADVANCE_ALL), List.of(ADVANCE_ALL)),
            pairs(iterators(SEARCHED), List.of(HAS_NEXT), List.of(HAS_NEXT)),
            pairs(begun(SEARCHED), List.of(REMOVE), List.of(REMOVE_AGAIN)),
            pairs(spliterators(LATE), List.of(ESTIMATE), List.of(ESTIMATE, change())),
            pairs(listIterators(), LOOKING, MOVING),
            pairs(listIterators(), MOVING.subList(0, 2), List.of(change())))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(iterators(all(LINKED, FIXED)), List.of(HAS_NEXT), List.of(HAS_NEXT)),
            pairs(VALUES_AT_END, List.of(NEXT_AT_END), List.of(change())),
            pairs(listIterators(), LOOKING, LOOKING))
        .flatMap(rows -> rows);
  }
}
