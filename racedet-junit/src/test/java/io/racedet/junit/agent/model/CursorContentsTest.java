package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Iterators and spliterators that have begun: what they read of their collection, and share. */
class CursorContentsTest extends ContentsTestCase {
  /** What walks over elements, with a change of their collection. */
  private record Cursor<T>(T over, Runnable change) {}

  private static final TimeUnit[] UNITS = {DAYS, HOURS, TimeUnit.MINUTES};

  private static <C extends Collection<TimeUnit>> C filled(C collection) {
    collection.addAll(List.of(UNITS));
    return collection;
  }

  private static <M extends Map<TimeUnit, TimeUnit>> M filled(M map) {
    for (TimeUnit unit : UNITS) {
      map.put(unit, unit);
    }
    return map;
  }

  private static <C extends Collection<TimeUnit>> Kind<Cursor<Collection<?>>> collection(
      String name, Supplier<C> made) {
    return kind(
        name,
        () -> {
          C collection = filled(made.get());
          return new Cursor<>(collection, () -> collection.add(SECONDS));
        });
  }

  private static Stream<Kind<Cursor<Collection<?>>>> map(
      String name, Supplier<Map<TimeUnit, TimeUnit>> made) {
    return Stream.of(
        view(name + ".keySet", made, Map::keySet),
        view(name + ".values", made, Map::values),
        view(name + ".entrySet", made, Map::entrySet));
  }

  private static Kind<Cursor<Collection<?>>> view(
      String name,
      Supplier<Map<TimeUnit, TimeUnit>> made,
      Function<Map<TimeUnit, TimeUnit>, Collection<?>> view) {
    return kind(
        name,
        () -> {
          Map<TimeUnit, TimeUnit> map = filled(made.get());
          return new Cursor<>(view.apply(map), () -> map.put(SECONDS, SECONDS));
        });
  }

  private static final List<Kind<Cursor<Collection<?>>>> COLLECTIONS =
      Stream.of(
              Stream.of(
                  collection("ArrayList", ArrayList::new),
                  collection("LinkedList", LinkedList::new),
                  collection("ArrayDeque", ArrayDeque::new),
                  collection("PriorityQueue", PriorityQueue::new),
                  collection("TreeSet", TreeSet::new),
                  collection("descending TreeSet", () -> new TreeSet<TimeUnit>().descendingSet())),
              map("HashMap", HashMap::new),
              map("LinkedHashMap", LinkedHashMap::new),
              map("TreeMap", TreeMap::new),
              map("part of a TreeMap", () -> new TreeMap<TimeUnit, TimeUnit>().headMap(DAYS, true)),
              map("WeakHashMap", WeakHashMap::new),
              map("IdentityHashMap", IdentityHashMap::new))
          .flatMap(kinds -> kinds)
          .toList();

  private static final List<Kind<Cursor<Collection<?>>>> ENUM_MAPS =
      map("EnumMap", () -> new EnumMap<TimeUnit, TimeUnit>(TimeUnit.class)).toList();

  private static <T> Stream<Kind<Cursor<T>>> over(
      Collection<Kind<Cursor<Collection<?>>>> kinds, Function<Collection<?>, T> begin) {
    return kinds.stream()
        .map(
            kind ->
                kind(
                    kind.name(),
                    () -> {
                      Cursor<Collection<?>> cursor = kind.made().get();
                      return new Cursor<>(begin.apply(cursor.over), cursor.change);
                    }));
  }

  private static Spliterator<?> begun(Collection<?> collection) {
    Spliterator<?> elements = collection.spliterator();
    elements.tryAdvance(element -> {});
    return elements;
  }

  private static Iterator<?> begunIterator(Collection<?> collection) {
    Iterator<?> elements = collection.iterator();
    elements.next();
    return elements;
  }

  private static <A> Kind<Cursor<Spliterator<?>>> array(
      String name, Supplier<A> made, Function<A, Spliterator<?>> begin, Consumer<A> change) {
    return kind(
        name,
        () -> {
          A array = made.get();
          return new Cursor<>(begin.apply(array), () -> change.accept(array));
        });
  }

  private static Stream<Kind<Cursor<Spliterator<?>>>> arrays() {
    return Stream.of(
        array("array", () -> new String[3], Arrays::spliterator, a -> a[0] = "x"),
        array("ints", () -> new int[3], Arrays::spliterator, a -> a[0] = 1),
        array("longs", () -> new long[3], Arrays::spliterator, a -> a[0] = 1),
        array("doubles", () -> new double[3], Arrays::spliterator, a -> a[0] = 1),
        array(
            "list of an array",
            () -> new String[3],
            a -> Arrays.asList(a).spliterator(),
            a -> a[0] = "x"));
  }

  private static final List<Kind<Cursor<Spliterator<?>>>> SPLITERATORS =
      over(COLLECTIONS, CursorContentsTest::begun).toList();
  private static final List<Kind<Cursor<Spliterator<?>>>> ARRAYS = arrays().toList();
  private static final List<Kind<Cursor<Iterator<?>>>> ITERATORS =
      Stream.of(COLLECTIONS, ENUM_MAPS)
          .flatMap(kinds -> over(kinds, CursorContentsTest::begunIterator))
          .toList();

  /** The collections whose spliterators look at the root of a tree to split. */
  private static final List<Kind<Cursor<Collection<?>>>> TREES =
      COLLECTIONS.stream()
          .filter(kind -> kind.name().matches("TreeMap.*|(descending )?TreeSet"))
          .toList();

  private static final List<Kind<Cursor<Spliterator<?>>>> TREE_SPLITERATORS =
      over(TREES, CursorContentsTest::begun).toList();
  private static final List<Call<Cursor<Collection<?>>>> SPLITTING_ONE =
      List.of(call("trySplit of a new one", c -> c.over.spliterator().trySplit()));

  /** Each thread makes a spliterator of its own. */
  private static final List<Kind<Supplier<Spliterator<?>>>> SHARED_ARRAYS =
      List.of(
          shared("array", new String[3], Arrays::spliterator),
          shared("ints", new int[3], Arrays::spliterator),
          shared("longs", new long[3], Arrays::spliterator),
          shared("doubles", new double[3], Arrays::spliterator));

  private static <A> Kind<Supplier<Spliterator<?>>> shared(
      String name, A array, Function<A, Spliterator<?>> begin) {
    return kind(name, () -> () -> begin.apply(array));
  }

  private static final List<Call<Supplier<Spliterator<?>>>> ADVANCING_ONE =
      List.of(
          call("tryAdvance", s -> s.get().tryAdvance(element -> {})),
          call("forEachRemaining", s -> s.get().forEachRemaining(element -> {})));

  private static final List<Call<Cursor<Spliterator<?>>>> CHANGE_SPLIT =
      List.of(call("change", c -> c.change.run()));
  private static final List<Call<Cursor<Spliterator<?>>>> ADVANCING =
      List.of(
          call("tryAdvance", c -> c.over.tryAdvance(element -> {})),
          call("forEachRemaining", c -> c.over.forEachRemaining(element -> {})));
  private static final List<Call<Cursor<Spliterator<?>>>> SPLITTING =
      List.of(call("trySplit", c -> c.over.trySplit()));
  private static final List<Call<Cursor<Spliterator<?>>>> SIZE =
      List.of(call("estimateSize", c -> c.over.estimateSize()));

  private static final List<Call<Cursor<Iterator<?>>>> CHANGE =
      List.of(call("change", c -> c.change.run()));
  private static final List<Call<Cursor<Iterator<?>>>> NEXT =
      List.of(call("next", c -> c.over.next()));
  private static final List<Call<Cursor<Iterator<?>>>> REMOVE =
      List.of(call("remove", c -> c.over.remove()));
  private static final List<Call<Cursor<Iterator<?>>>> HAS_NEXT =
      List.of(call("hasNext", c -> c.over.hasNext()));

  private static final List<Call<Cursor<Iterator<?>>>> REST =
      List.of(call("forEachRemaining", c -> c.over.forEachRemaining(element -> {})));

  private static <C extends Collection<TimeUnit>> Kind<Cursor<Iterator<?>>> backwards(
      String name, Supplier<C> made, Function<C, Iterator<?>> begin) {
    return kind(
        name,
        () -> {
          C collection = filled(made.get());
          Iterator<?> elements = begin.apply(collection);
          elements.next();
          return new Cursor<>(elements, () -> collection.add(SECONDS));
        });
  }

  private static final List<Kind<Cursor<Iterator<?>>>> BACKWARDS =
      List.of(
          backwards("ArrayDeque", () -> new ArrayDeque<>(), ArrayDeque::descendingIterator),
          backwards("LinkedList", () -> new LinkedList<>(), LinkedList::descendingIterator),
          backwards("TreeSet", () -> new TreeSet<>(), TreeSet::descendingIterator),
          kind(
              "keys of a TreeMap",
              () -> {
                TreeMap<TimeUnit, TimeUnit> map = filled(new TreeMap<>());
                Iterator<?> elements = map.navigableKeySet().descendingIterator();
                elements.next();
                return new Cursor<>(elements, () -> map.put(SECONDS, SECONDS));
              }));

  private static Kind<ListIterator<String>> list(String name, Supplier<List<String>> made) {
    return kind(
        name,
        () -> {
          ListIterator<String> elements = made.get().listIterator();
          elements.next();
          return elements;
        });
  }

  private static List<String> strings() {
    return new ArrayList<>(List.of("a", "b", "c"));
  }

  /** A list without a state. */
  private static final class Same extends AbstractList<String> {
    @Override
    public int size() {
      return 3;
    }

    @Override
    public String get(int index) {
      return "a";
    }

    @Override
    public String set(int index, String element) {
      return get(index);
    }

    @Override
    public void add(int index, String element) {
      get(index);
    }

    @Override
    public String remove(int index) {
      return get(index);
    }
  }

  private static final List<Kind<ListIterator<String>>> CHANGED_LISTS =
      List.of(
          list("a list of one's own", Same::new),
          list("ArrayList", CursorContentsTest::strings),
          list("part of an ArrayList", () -> strings().subList(0, 3)),
          list("LinkedList", () -> new LinkedList<>(strings())),
          list("part of a LinkedList", () -> new LinkedList<>(strings()).subList(0, 3)));

  private static final List<Kind<ListIterator<String>>> LISTS =
      all(
          CHANGED_LISTS,
          List.of(
              list("List.of", () -> List.of("a", "b", "c")),
              list("copies", () -> Collections.nCopies(3, "a"))));

  private static final List<Kind<Cursor<ListIterator<String>>>> LINKED =
      List.of(
          kind(
              "LinkedList",
              () -> {
                LinkedList<String> list = new LinkedList<>(strings());
                ListIterator<String> elements = list.listIterator();
                elements.next();
                return new Cursor<>(elements, list::removeFirst);
              }));
  private static final List<Call<Cursor<ListIterator<String>>>> SET_KEPT =
      List.of(call("set", c -> c.over.set("x")));
  private static final List<Call<Cursor<ListIterator<String>>>> REMOVE_KEPT =
      List.of(call("removeFirst", c -> c.change.run()));

  private static final List<Kind<List<String>>> PARTS =
      List.of(kind("part of a list of one's own", () -> new Same().subList(0, 3)));
  private static final List<Call<List<String>>> RESIZE =
      List.of(call("add", list -> list.add("x")), call("remove", list -> list.remove(0)));
  private static final List<Call<List<String>>> USING_SIZE =
      List.of(
          call("size", List::size),
          call("iterator", List::iterator),
          call("listIterator", List::listIterator),
          call("listIterator at an index", list -> list.listIterator(1)));

  private static final List<Call<ListIterator<String>>> MOVING =
      List.of(call("next", ListIterator::next), call("previous", ListIterator::previous));
  private static final List<Call<ListIterator<String>>> ASKING =
      List.of(
          call("hasNext", ListIterator::hasNext),
          call("hasPrevious", ListIterator::hasPrevious),
          call("nextIndex", ListIterator::nextIndex),
          call("previousIndex", ListIterator::previousIndex));
  private static final List<Call<ListIterator<String>>> CHANGING =
      List.of(call("remove", ListIterator::remove), call("add", elements -> elements.add("x")));
  private static final List<Call<ListIterator<String>>> SETTING =
      List.of(call("set", elements -> elements.set("x")));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(all(SPLITERATORS, ARRAYS), CHANGE_SPLIT, ADVANCING),
            pairs(all(SPLITERATORS, ARRAYS), ADVANCING, ADVANCING),
            pairs(ARRAYS, ADVANCING, SIZE),
            pairs(all(TREE_SPLITERATORS, ARRAYS), SPLITTING, SPLITTING),
            pairs(TREE_SPLITERATORS, CHANGE_SPLIT, SPLITTING),
            pairs(all(ITERATORS, BACKWARDS), CHANGE, NEXT),
            pairs(ITERATORS, all(NEXT, REMOVE), HAS_NEXT),
            pairs(BACKWARDS, NEXT, all(NEXT, HAS_NEXT)),
            pairs(BACKWARDS, REST, all(HAS_NEXT, CHANGE)),
            pairs(LINKED, SET_KEPT, REMOVE_KEPT),
            pairs(PARTS, RESIZE, USING_SIZE),
            pairs(LISTS, MOVING, ASKING),
            pairs(CHANGED_LISTS, CHANGING, ASKING),
            pairs(CHANGED_LISTS, SETTING, MOVING))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(LISTS, ASKING, ASKING),
            pairs(CHANGED_LISTS, SETTING, ASKING),
            pairs(ARRAYS, SIZE, SIZE),
            pairs(TREES, SPLITTING_ONE, SPLITTING_ONE),
            pairs(SHARED_ARRAYS, ADVANCING_ONE, ADVANCING_ONE))
        .flatMap(rows -> rows);
  }
}
