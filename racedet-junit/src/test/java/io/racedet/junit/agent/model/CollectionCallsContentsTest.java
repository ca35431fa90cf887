package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The methods of collections, lists and queues: what each reads and writes. */
class CollectionCallsContentsTest extends ContentsTestCase {
  private interface Units extends Supplier<Collection<TimeUnit>> {}

  private static Kind<Collection<TimeUnit>> collection(String name, Units made) {
    return kind(name, () -> filled(made.get()));
  }

  private static <C extends Collection<TimeUnit>> C filled(C collection) {
    collection.add(DAYS);
    collection.add(HOURS);
    return collection;
  }

  private static final List<Kind<Collection<TimeUnit>>> COLLECTIONS =
      List.of(
          collection("ArrayList", ArrayList::new),
          collection("LinkedList", LinkedList::new),
          collection("ArrayDeque", ArrayDeque::new),
          collection("PriorityQueue", PriorityQueue::new),
          collection("HashSet", HashSet::new),
          collection("LinkedHashSet", LinkedHashSet::new),
          collection("TreeSet", TreeSet::new),
          collection("EnumSet", () -> EnumSet.noneOf(TimeUnit.class)),
          collection("WeakHashMap", () -> Collections.newSetFromMap(new WeakHashMap<>())));

  private static final Call<Collection<TimeUnit>> ADD = call("add", c -> c.add(SECONDS));
  private static final Call<Collection<TimeUnit>> SIZE = call("size", Collection::size);

  private static final List<Call<Collection<TimeUnit>>> READING =
      List.of(
          SIZE,
          call("isEmpty", Collection::isEmpty),
          call("contains", c -> c.contains(HOURS)),
          call("containsAll", c -> c.containsAll(List.of(HOURS))),
          call("iterator", ContentsTestCase::visit),
          call("iterator, not used", Collection::iterator),
          call("iterator.forEachRemaining", c -> c.iterator().forEachRemaining(e -> {})),
          call("forEach", c -> c.forEach(e -> {})),
          call("toArray", Collection::toArray),
          call("toArray(T[])", c -> c.toArray(new TimeUnit[0])),
          call("stream", c -> c.stream().forEach(e -> {})),
          call("spliterator", c -> c.spliterator().tryAdvance(e -> {})),
          call("spliterator.estimateSize", c -> c.spliterator().estimateSize()),
          call("removeIf of nothing", c -> c.removeIf(e -> false)),
          call("toString", Collection::toString),
          call("addAll to another one", c -> new ArrayList<TimeUnit>().addAll(c)),
          call("copy", c -> new HashSet<>(c)));

  /** A set of bits is written even if it stays the same. */
  private static final List<Kind<Collection<TimeUnit>>> OF_NODES =
      COLLECTIONS.stream().filter(kind -> !kind.name().equals("EnumSet")).toList();

  private static final List<Call<Collection<TimeUnit>>> REMOVE_NOTHING =
      List.of(call("remove of nothing", c -> c.remove(TimeUnit.MINUTES)));

  private static final List<Call<Collection<TimeUnit>>> CHANGING =
      List.of(
          ADD,
          call("addAll", c -> c.addAll(List.of(SECONDS))),
          call("remove", c -> c.remove(HOURS)),
          call("removeAll", c -> c.removeAll(List.of(HOURS))),
          call("retainAll", c -> c.retainAll(List.of(HOURS))),
          call("removeIf", c -> c.removeIf(e -> e == HOURS)),
          call("clear", Collection::clear),
          call("iterator.remove", c -> removeOne(c.iterator())));

  private static void removeOne(Iterator<?> iterator) {
    iterator.next();
    iterator.remove();
  }

  private static final List<Kind<List<TimeUnit>>> LISTS =
      List.of(
          kind("ArrayList", () -> filled(new ArrayList<>())),
          kind("part of an ArrayList", () -> filled(new ArrayList<>(List.of(DAYS))).subList(1, 3)),
          kind("LinkedList", () -> filled(new LinkedList<>())),
          kind("LinkedList, as a list of another kind", () -> part(filled(new LinkedList<>()))));

  private static List<TimeUnit> part(List<TimeUnit> list) {
    return list.subList(0, 2);
  }

  private static final Kind<List<TimeUnit>> OF_AN_ARRAY =
      kind("Arrays.asList", () -> Arrays.asList(DAYS, HOURS));

  private static final List<Kind<List<TimeUnit>>> SETTABLE = all(LISTS, List.of(OF_AN_ARRAY));

  private static final List<Call<List<TimeUnit>>> ITERATORS =
      List.of(
          call("iterator, not used", List::iterator),
          call("listIterator, not used", List::listIterator),
          call("listIterator at an index, not used", l -> l.listIterator(1)));

  private static final List<Kind<ArrayList<TimeUnit>>> ARRAY_LISTS =
      List.of(kind("ArrayList", () -> filled(new ArrayList<TimeUnit>(3))));
  private static final List<Call<ArrayList<TimeUnit>>> OF_ARRAY =
      List.of(
          call("get", l -> l.get(1)),
          call("size", ArrayList::size),
          call("ensureCapacity of enough", l -> l.ensureCapacity(2)));
  private static final List<Call<ArrayList<TimeUnit>>> NEW_ARRAY =
      List.of(
          call("trimToSize", ArrayList::trimToSize),
          call("ensureCapacity", l -> l.ensureCapacity(50)));

  private static final List<Kind<Collection<TimeUnit>>> COPIED =
      COLLECTIONS.stream()
          .filter(kind -> List.of("ArrayList", "LinkedList", "ArrayDeque").contains(kind.name()))
          .toList();
  private static final List<Call<Collection<TimeUnit>>> COPYING =
      List.of(call("clone", CollectionCallsContentsTest::copy));

  private static Object copy(Collection<TimeUnit> collection) {
    if (collection instanceof ArrayList<?> list) {
      return list.clone();
    }
    return collection instanceof LinkedList<?> list
        ? list.clone()
        : ((ArrayDeque<?>) collection).clone();
  }

  private static final Call<List<TimeUnit>> SET = call("set", l -> l.set(1, SECONDS));
  private static final Call<List<TimeUnit>> GET = call("get", l -> l.get(1));
  private static final Call<List<TimeUnit>> ADD_LAST = call("add", l -> l.add(SECONDS));
  private static final Call<List<TimeUnit>> COUNT = call("size", List::size);

  /** Calls that read the elements of a list. */
  private static final List<Call<List<TimeUnit>>> OF_ELEMENTS =
      List.of(
          GET,
          call("contains", l -> l.contains(SECONDS)),
          call("indexOf", l -> l.indexOf(SECONDS)),
          call("lastIndexOf", l -> l.lastIndexOf(HOURS)),
          call("iterator", ContentsTestCase::visit),
          call("iterator.forEachRemaining", l -> l.iterator().forEachRemaining(e -> {})),
          call("listIterator", l -> visitBackwards(l)),
          call("forEach", l -> l.forEach(e -> {})),
          call("toArray", List::toArray),
          call("toArray(T[])", l -> l.toArray(new TimeUnit[0])),
          call("stream", l -> l.stream().forEach(e -> {})),
          call("spliterator", l -> advance(l)),
          call("spliterator.forEachRemaining", l -> l.spliterator().forEachRemaining(e -> {})),
          call("remove of nothing", l -> l.remove(TimeUnit.MINUTES)),
          call("removeIf of nothing", l -> l.removeIf(e -> e == TimeUnit.MINUTES)),
          call("removeAll of nothing", l -> l.removeAll(List.of(TimeUnit.MINUTES))),
          call("equals", l -> l.equals(Arrays.asList(DAYS, SECONDS))),
          call("equals of the same kind", l -> l.equals(new ArrayList<>(List.of(DAYS, SECONDS)))),
          call("equals of another list", l -> new ArrayList<>(List.of(DAYS, SECONDS)).equals(l)),
          call("hashCode", List::hashCode),
          call("toString", List::toString),
          call("addAll to another one", l -> new ArrayList<TimeUnit>().addAll(l)));

  private static void advance(List<TimeUnit> list) {
    var elements = list.spliterator();
    while (elements.tryAdvance(element -> {})) {
      continue;
    }
  }

  private static void visitBackwards(List<TimeUnit> list) {
    var elements = list.listIterator(list.size());
    while (elements.hasPrevious()) {
      elements.previous();
    }
  }

  private static final List<Call<List<TimeUnit>>> SETTING =
      List.of(
          SET,
          call("listIterator.set", l -> setOne(l)),
          call("replaceAll", l -> l.replaceAll(e -> SECONDS)),
          call("sort", l -> l.sort(null)));

  private static void setOne(List<TimeUnit> list) {
    var elements = list.listIterator(1);
    elements.next();
    elements.set(SECONDS);
  }

  private static final List<Kind<List<TimeUnit>>> LINKED_LIST = LISTS.subList(2, 3);
  private static final List<Call<List<TimeUnit>>> TRY_SPLIT =
      List.of(call("spliterator.trySplit", l -> l.spliterator().trySplit()));

  private static final List<Call<List<TimeUnit>>> RESIZING =
      List.of(
          ADD_LAST,
          call("add at an index", l -> l.add(1, SECONDS)),
          call("addAll", l -> l.addAll(List.of(SECONDS))),
          call("addAll at an index", l -> l.addAll(1, List.of(SECONDS))),
          call("remove at an index", l -> l.remove(1)),
          call("remove", l -> l.remove(HOURS)),
          call("clear", List::clear),
          call("removeIf", l -> l.removeIf(e -> e == HOURS)),
          call("removeAll", l -> l.removeAll(List.of(HOURS))),
          call("listIterator.remove", l -> removeOne(l.listIterator())),
          call("listIterator.add", l -> l.listIterator().add(SECONDS)));

  private static final List<Kind<Deque<TimeUnit>>> DEQUES =
      List.of(
          kind("ArrayDeque", () -> filled(new ArrayDeque<>())),
          kind("LinkedList", () -> filled(new LinkedList<>())));

  private static final List<Call<Deque<TimeUnit>>> LOOKING =
      List.of(
          call("size", Deque::size),
          call("getFirst", Deque::getFirst),
          call("getLast", Deque::getLast),
          call("peek", Deque::peek),
          call("peekFirst", Deque::peekFirst),
          call("peekLast", Deque::peekLast),
          call("element", Deque::element),
          call("descendingIterator", d -> d.descendingIterator().forEachRemaining(e -> {})),
          call("descendingIterator.next", d -> d.descendingIterator().next()),
          call("removeFirstOccurrence of nothing", d -> d.removeFirstOccurrence(TimeUnit.MINUTES)),
          call("removeLastOccurrence of nothing", d -> d.removeLastOccurrence(TimeUnit.MINUTES)));

  private static final List<Call<Deque<TimeUnit>>> TAKING =
      List.of(
          call("addFirst", d -> d.addFirst(SECONDS)),
          call("addLast", d -> d.addLast(SECONDS)),
          call("offerFirst", d -> d.offerFirst(SECONDS)),
          call("push", d -> d.push(SECONDS)),
          call("poll", Deque::poll),
          call("pollFirst", Deque::pollFirst),
          call("pollLast", Deque::pollLast),
          call("removeFirst", Deque::removeFirst),
          call("removeLast", Deque::removeLast),
          call("pop", Deque::pop),
          call("removeFirstOccurrence", d -> d.removeFirstOccurrence(HOURS)),
          call("removeLastOccurrence", d -> d.removeLastOccurrence(HOURS)));

  private static final List<Kind<Queue<TimeUnit>>> EMPTY =
      List.of(
          kind("ArrayDeque", ArrayDeque::new),
          kind("LinkedList", LinkedList::new),
          kind("PriorityQueue", PriorityQueue::new));

  private static final List<Kind<Deque<TimeUnit>>> EMPTY_DEQUES =
      List.of(kind("ArrayDeque", ArrayDeque::new), kind("LinkedList", LinkedList::new));
  private static final List<Call<Deque<TimeUnit>>> TAKING_NOTHING =
      List.of(
          call("pollFirst", Deque::pollFirst),
          call("pollLast", Deque::pollLast),
          call("removeFirst", d -> fails(d::removeFirst)),
          call("removeLast", d -> fails(d::removeLast)));

  private static void fails(Runnable call) {
    try {
      call.run();
    } catch (NoSuchElementException expected) {
      return;
    }
    throw new IllegalStateException();
  }

  private static final List<Kind<Queue<TimeUnit>>> HEAPS =
      List.of(kind("PriorityQueue", () -> filled(new PriorityQueue<TimeUnit>())));
  private static final List<Call<Queue<TimeUnit>>> PEEK = List.of(call("peek", Queue::peek));
  private static final List<Call<Queue<TimeUnit>>> POLL = List.of(call("poll", Queue::poll));
  private static final List<Call<Queue<TimeUnit>>> OFFER =
      List.of(call("offer", q -> q.offer(SECONDS)));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(COLLECTIONS, all(READING, REMOVE_NOTHING), List.of(ADD)),
            pairs(COLLECTIONS, CHANGING, List.of(SIZE)),
            pairs(LISTS, OF_ELEMENTS, List.of(ADD_LAST)),
            pairs(LISTS, RESIZING, List.of(COUNT)),
            pairs(LISTS, ITERATORS, List.of(ADD_LAST)),
            pairs(ARRAY_LISTS, NEW_ARRAY, OF_ARRAY),
            pairs(COPIED, COPYING, List.of(ADD)),
            pairs(LINKED_LIST, TRY_SPLIT, List.of(SET)),
            pairs(EMPTY_DEQUES, TAKING_NOTHING, List.of(call("addLast", d -> d.addLast(SECONDS)))),
            pairs(SETTABLE, OF_ELEMENTS, List.of(SET)),
            pairs(SETTABLE, SETTING, List.of(GET)),
            pairs(LISTS, SETTING, List.of(ADD_LAST)),
            pairs(DEQUES, LOOKING, List.of(call("add", d -> d.add(SECONDS)))),
            pairs(DEQUES, TAKING, List.of(call("size", Deque::size))),
            pairs(HEAPS, PEEK, POLL),
            pairs(HEAPS, POLL, PEEK),
            pairs(HEAPS, OFFER, PEEK),
            pairs(EMPTY, POLL, OFFER))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(COLLECTIONS, READING, List.of(SIZE)),
            pairs(OF_NODES, REMOVE_NOTHING, List.of(SIZE)),
            pairs(LISTS, OF_ELEMENTS, List.of(COUNT, GET)),
            pairs(List.of(OF_AN_ARRAY), OF_ELEMENTS, List.of(GET)),
            pairs(LISTS, SETTING, all(List.of(COUNT), ITERATORS)),
            pairs(ARRAY_LISTS, OF_ARRAY, OF_ARRAY),
            pairs(COPIED, COPYING, List.of(SIZE)),
            pairs(EMPTY_DEQUES, TAKING_NOTHING, TAKING_NOTHING),
            pairs(DEQUES, LOOKING, List.of(call("size", Deque::size))),
            pairs(HEAPS, PEEK, PEEK),
            pairs(EMPTY, POLL, POLL))
        .flatMap(rows -> rows);
  }
}
