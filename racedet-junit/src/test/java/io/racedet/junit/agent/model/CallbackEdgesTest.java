package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Code of the caller that the calls of concurrent collections run: what it does is recorded. */
class CallbackEdgesTest extends EdgesTestCase {
  /** An element that publishes when it is compared or printed, if it is to. */
  private static final class Element implements Comparable<Element> {
    private AtomicInteger published;

    private boolean publish() {
      if (published != null) {
        published.incrementAndGet();
      }
      return true;
    }

    @Override
    public int compareTo(Element other) {
      return publish() && other.publish() ? 0 : 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Element element && publish() && element.publish();
    }

    @Override
    public int hashCode() {
      return publish() ? 1 : 0;
    }

    @Override
    public String toString() {
      return publish() ? "x" : "";
    }
  }

  interface Calling<C> {
    void call(C collection, Element element) throws Exception;
  }

  private record Call<C>(String name, Calling<C> calling) {}

  private static <C> Call<C> call(String name, Calling<C> calling) {
    return new Call<>(name, calling);
  }

  /** One thread publishes in what a call runs, another one waits for that. */
  private static <C> Arguments row(
      String name, Supplier<C> made, Calling<C> fill, Call<? super C> call) {
    return edge(
        name + ": " + call.name,
        () -> {
          C collection = made.get();
          Element element = new Element();
          fill.call(collection, element);
          AtomicInteger published = new AtomicInteger();
          handOver(
              () -> {
                element.published = published;
                call.calling.call(collection, element);
              },
              () -> untilTrue(() -> published.get() > 0));
        });
  }

  private static boolean publish(Object element) {
    return ((Element) element).publish();
  }

  private static void rest(Spliterator<Element> elements) {
    elements.forEachRemaining(CallbackEdgesTest::publish);
  }

  private static void one(Spliterator<Element> elements) {
    elements.tryAdvance(CallbackEdgesTest::publish);
  }

  private static final List<Call<Collection<Element>>> OF_COLLECTIONS =
      List.of(
          call("forEach", (c, e) -> c.forEach(CallbackEdgesTest::publish)),
          call("removeIf", (c, e) -> c.removeIf(CallbackEdgesTest::publish)),
          call("tryAdvance", (c, e) -> one(c.spliterator())),
          call("forEachRemaining", (c, e) -> rest(c.spliterator())),
          call("contains", (c, e) -> c.contains(e)),
          call("toString", (c, e) -> c.toString()),
          call("remove", (c, e) -> c.remove(e)));

  private static final List<Call<Collection<Element>>> ITERATING =
      List.of(
          call(
              "iterator.forEachRemaining",
              (c, e) -> c.iterator().forEachRemaining(CallbackEdgesTest::publish)));

  private static Stream<Arguments> queues() {
    return QueueCallEdgesTest.OF_VALUES.stream()
        .flatMap(
            kind ->
                Stream.of(OF_COLLECTIONS, ITERATING)
                    .flatMap(List::stream)
                    .map(call -> row(kind.name(), () -> queue(kind), Collection::add, call)));
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Collection<Element> queue(QueueCallEdgesTest.Kind kind) {
    return (Collection<Element>) (Queue) kind.make();
  }

  private static Stream<Arguments> lists() {
    return OF_COLLECTIONS.stream()
        .map(
            call ->
                row(
                    "CopyOnWriteArrayList",
                    () -> (Collection<Element>) new CopyOnWriteArrayList<Element>(),
                    Collection::add,
                    call));
  }

  private interface Maps extends Supplier<ConcurrentMap<Element, Element>> {}

  private static final List<Call<ConcurrentMap<Element, Element>>> OF_MAPS =
      List.of(
          call("get", (m, e) -> m.get(new Element())),
          call("containsKey", (m, e) -> m.containsKey(e)),
          call("containsValue", (m, e) -> m.containsValue(new Element())),
          call("put", (m, e) -> m.put(e, e)),
          call("putIfAbsent", (m, e) -> m.putIfAbsent(e, e)),
          call("remove", (m, e) -> m.remove(e)),
          call("remove of a mapping", (m, e) -> m.remove(e, new Element())),
          call("replace", (m, e) -> m.replace(e, e)),
          call("replace of a value", (m, e) -> m.replace(e, new Element(), e)),
          call("compute", (m, e) -> m.compute(new Element(), (k, v) -> publish(v) ? v : v)),
          call("computeIfPresent", (m, e) -> m.computeIfPresent(e, (k, v) -> publish(v) ? v : v)),
          call("merge", (m, e) -> m.merge(e, e, (v, w) -> publish(v) ? v : w)),
          call("forEach", (m, e) -> m.forEach((k, v) -> publish(v))),
          call("replaceAll", (m, e) -> m.replaceAll((k, v) -> publish(v) ? v : v)),
          call("equals", (m, e) -> m.equals(new ConcurrentHashMap<>(m))),
          call("hashCode", (m, e) -> m.hashCode()),
          call("toString", (m, e) -> m.toString()),
          call("entry.hashCode", (m, e) -> m.entrySet().iterator().next().hashCode()),
          call("entry.toString", (m, e) -> m.entrySet().iterator().next().toString()),
          call("keySet.forEach", (m, e) -> m.keySet().forEach(k -> publish(k))),
          call("values.forEach", (m, e) -> m.values().forEach(k -> publish(k))),
          call("entrySet.forEach", (m, e) -> m.entrySet().forEach(x -> publish(x.getValue()))),
          call("keySet.tryAdvance", (m, e) -> one(m.keySet().spliterator())),
          call("values.tryAdvance", (m, e) -> one(m.values().spliterator())),
          call(
              "entrySet.tryAdvance",
              (m, e) -> m.entrySet().spliterator().tryAdvance(x -> publish(x.getValue()))),
          call("keySet.forEachRemaining", (m, e) -> rest(m.keySet().spliterator())),
          call("values.forEachRemaining", (m, e) -> rest(m.values().spliterator())),
          call(
              "entrySet.forEachRemaining",
              (m, e) -> m.entrySet().spliterator().forEachRemaining(x -> publish(x.getValue()))),
          call("keySet.removeIf", (m, e) -> m.keySet().removeIf(k -> publish(k))),
          call("values.removeIf", (m, e) -> m.values().removeIf(k -> publish(k))),
          call("entrySet.removeIf", (m, e) -> m.entrySet().removeIf(x -> publish(x.getValue()))));

  private static final List<Call<ConcurrentSkipListMap<Element, Element>>> OF_SORTED =
      List.of(
          call("floorKey", (m, e) -> m.floorKey(e)),
          call("ceilingEntry", (m, e) -> m.ceilingEntry(e)),
          call("headMap.containsKey", (m, e) -> m.headMap(e, true).containsKey(e)),
          call("headMap.size", (m, e) -> m.headMap(e, true).size()),
          call("headMap.lastKey", (m, e) -> m.headMap(e, true).lastKey()),
          call("headMap.lastEntry", (m, e) -> m.headMap(e, true).lastEntry()),
          call("headMap.isEmpty", (m, e) -> m.headMap(e, true).isEmpty()),
          call("headMap.containsValue", (m, e) -> m.headMap(e, true).containsValue(e)),
          call("headMap.clear", (m, e) -> m.headMap(e, true).clear()),
          call("headMap.floorKey", (m, e) -> m.headMap(e, true).floorKey(e)),
          call("headMap.floorEntry", (m, e) -> m.headMap(e, true).floorEntry(e)),
          call("headMap.iterator", (m, e) -> m.headMap(e, true).keySet().iterator().next()),
          call("headMap.descendingMap", (m, e) -> next(m.headMap(e, true).descendingKeySet())));

  private static void next(Set<Element> keys) {
    Iterator<Element> each = keys.iterator();
    each.next();
  }

  private static final List<Call<ConcurrentHashMap<Element, Element>>> BULK =
      List.of(
          call("forEach", (m, e) -> m.forEach(1, (k, v) -> publish(v))),
          call("forEach, made", (m, e) -> m.forEach(1, (k, v) -> publish(v) ? v : v, v -> {})),
          call("forEachKey", (m, e) -> m.forEachKey(1, k -> publish(k))),
          call("forEachKey, made", (m, e) -> m.forEachKey(1, k -> k, k -> publish(k))),
          call("forEachValue", (m, e) -> m.forEachValue(1, v -> publish(v))),
          call("forEachValue, made", (m, e) -> m.forEachValue(1, v -> v, v -> publish(v))),
          call("forEachEntry", (m, e) -> m.forEachEntry(1, x -> publish(x.getValue()))),
          call(
              "forEachEntry, made",
              (m, e) -> m.forEachEntry(1, x -> x, x -> publish(x.getValue()))),
          call("search", (m, e) -> m.search(1, (k, v) -> publish(v))),
          call("searchKeys", (m, e) -> m.searchKeys(1, k -> publish(k))),
          call("searchValues", (m, e) -> m.searchValues(1, v -> publish(v))),
          call("searchEntries", (m, e) -> m.searchEntries(1, x -> publish(x.getValue()))),
          call("reduce", (m, e) -> m.reduce(1, (k, v) -> publish(v), (a, b) -> a)),
          call("reduceToInt", (m, e) -> m.reduceToInt(1, (k, v) -> of(v), 0, Integer::sum)),
          call("reduceToLong", (m, e) -> m.reduceToLong(1, (k, v) -> of(v), 0, Long::sum)),
          call("reduceToDouble", (m, e) -> m.reduceToDouble(1, (k, v) -> of(v), 0, Double::sum)),
          call("reduceKeys", (m, e) -> m.reduceKeys(1, k -> publish(k), (a, b) -> a)),
          call("reduceKeysToInt", (m, e) -> m.reduceKeysToInt(1, k -> of(k), 0, Integer::sum)),
          call("reduceKeysToLong", (m, e) -> m.reduceKeysToLong(1, k -> of(k), 0, Long::sum)),
          call("reduceKeysToDouble", (m, e) -> m.reduceKeysToDouble(1, k -> of(k), 0, Double::sum)),
          call("reduceValues", (m, e) -> m.reduceValues(1, v -> publish(v), (a, b) -> a)),
          call("reduceValuesToInt", (m, e) -> m.reduceValuesToInt(1, v -> of(v), 0, Integer::sum)),
          call("reduceValuesToLong", (m, e) -> m.reduceValuesToLong(1, v -> of(v), 0, Long::sum)),
          call(
              "reduceValuesToDouble",
              (m, e) -> m.reduceValuesToDouble(1, v -> of(v), 0, Double::sum)),
          call(
              "reduceEntries",
              (m, e) -> m.reduceEntries(1, x -> publish(x.getValue()), (a, b) -> a)),
          call(
              "reduceEntriesToInt",
              (m, e) -> m.reduceEntriesToInt(1, x -> of(x.getValue()), 0, Integer::sum)),
          call(
              "reduceEntriesToLong",
              (m, e) -> m.reduceEntriesToLong(1, x -> of(x.getValue()), 0, Long::sum)),
          call(
              "reduceEntriesToDouble",
              (m, e) -> m.reduceEntriesToDouble(1, x -> of(x.getValue()), 0, Double::sum)));

  private static int of(Element element) {
    return publish(element) ? 1 : 0;
  }

  /** What another thread has put in is seen by each of the calls, and by the code that it runs. */
  private static <M extends ConcurrentMap<Element, Element>> Arguments seen(
      String name, Supplier<M> made, Call<? super M> call) {
    return edge(
        name + ": put, " + call.name,
        () -> {
          M map = made.get();
          handOver(
              () -> {
                Element element = new Element();
                element.published = new AtomicInteger();
                map.put(element, element);
                whisper("put");
              },
              () -> {
                hear("put");
                call.calling.call(map, new Element());
              });
        });
  }

  /** A map that asks for its eldest entry when another thread may use it already. */
  private static final class Publishing extends LinkedHashMap<String, String> {
    private static final long serialVersionUID = 1L;
    private final AtomicInteger published = new AtomicInteger();

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
      published.incrementAndGet();
      return false;
    }
  }

  private static Arguments eldest(String name, Consumer<Map<String, String>> add) {
    return edge(
        "LinkedHashMap: " + name,
        () -> {
          Publishing map = new Publishing();
          handOver(
              () -> add.accept(map),
              () -> {
                untilTrue(() -> map.published.get() > 0);
                map.size();
              });
        });
  }

  static Stream<Arguments> edges() {
    List<Arguments> all = new ArrayList<>();
    all.add(eldest("put", map -> map.put("k", "v")));
    all.add(eldest("merge", map -> map.merge("k", "v", String::concat)));
    queues().forEach(all::add);
    lists().forEach(all::add);
    Maps hashed = ConcurrentHashMap::new;
    Maps sorted = ConcurrentSkipListMap::new;
    for (Call<ConcurrentMap<Element, Element>> call : OF_MAPS) {
      all.add(row("ConcurrentHashMap", hashed, (m, e) -> m.put(e, e), call));
      all.add(row("ConcurrentSkipListMap", sorted, (m, e) -> m.put(e, e), call));
      all.add(seen("ConcurrentHashMap", hashed, call));
      all.add(seen("ConcurrentSkipListMap", sorted, call));
    }
    for (Call<ConcurrentSkipListMap<Element, Element>> call : OF_SORTED) {
      all.add(row("sorted", ConcurrentSkipListMap::new, (m, e) -> m.put(e, e), call));
      all.add(seen("sorted", ConcurrentSkipListMap::new, call));
    }
    for (Call<ConcurrentHashMap<Element, Element>> call : BULK) {
      all.add(row("bulk", ConcurrentHashMap::new, (m, e) -> m.put(e, e), call));
      all.add(seen("bulk", ConcurrentHashMap::new, call));
    }
    return all.stream();
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "code that publishes nothing",
            () -> {
              ConcurrentMap<Element, Element> map = new ConcurrentHashMap<>();
              map.put(new Element(), new Element());
              handOver(() -> map.forEach((k, v) -> {}), () -> map.containsValue(new Element()));
            }));
  }
}
