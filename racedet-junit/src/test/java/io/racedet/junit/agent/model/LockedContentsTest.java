package io.racedet.junit.agent.model;

import java.util.EmptyStackException;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Spliterator;
import java.util.Stack;
import java.util.Vector;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What the lock of a collection does not guard: its iterators, and the values of its entries. */
class LockedContentsTest extends ContentsTestCase {
  /** A table, with parts that threads share. */
  private record Table(
      Hashtable<String, String> map, Map.Entry<String, String> entry, Enumeration<String> keys) {
    static Table make() {
      Hashtable<String, String> map = new Hashtable<>(Map.of("k", "v"));
      return new Table(map, map.entrySet().iterator().next(), map.keys());
    }
  }

  private static final List<Kind<Table>> TABLES = List.of(kind("Hashtable", Table::make));

  private static Call<Table> entry(String name, EntryCall code) {
    return call("entry." + name, t -> code.on(t.entry));
  }

  private interface EntryCall {
    void on(Map.Entry<String, String> entry);
  }

  private static Call<Table> map(String name, MapCall code) {
    return call(name, t -> code.on(t.map));
  }

  private interface MapCall {
    void on(Hashtable<String, String> map);
  }

  private static final List<Call<Table>> READING_VALUES =
      List.of(
          map("get", m -> m.get("k")),
          map("getOrDefault", m -> m.getOrDefault("k", "")),
          map("contains", m -> m.contains("v")),
          map("containsValue", m -> m.containsValue("v")),
          map("forEach", m -> m.forEach((k, v) -> {})),
          map("put of what is there", m -> m.put("k", "v")),
          map("putIfAbsent", m -> m.putIfAbsent("k", "v")),
          map("computeIfAbsent", m -> m.computeIfAbsent("k", k -> "v")),
          map("remove", m -> m.remove("k")),
          map("remove of another mapping", m -> m.remove("k", "no")),
          map("replace of another mapping", m -> m.replace("k", "no", "v")),
          map("values.iterator", m -> visit(m.values())),
          map("elements", m -> m.elements().nextElement()),
          map("entrySet.contains", m -> m.entrySet().contains(Map.entry("k", "v"))),
          map("hashCode", Hashtable::hashCode),
          map("toString", Hashtable::toString),
          entry("getValue", Map.Entry::getValue),
          entry("hashCode", Map.Entry::hashCode),
          entry("toString", Map.Entry::toString),
          entry("equals", e -> e.equals(Map.entry("k", "v"))));

  private static final List<Call<Table>> REPLACING_VALUES =
      List.of(
          map("put", m -> m.put("k", "x")),
          map("replace", m -> m.replace("k", "x")),
          map("replace of a mapping", m -> m.replace("k", "v", "x")),
          map("compute", m -> m.compute("k", (k, v) -> "x")),
          map("computeIfPresent", m -> m.computeIfPresent("k", (k, v) -> "x")),
          map("merge", m -> m.merge("k", "x", String::concat)),
          map("replaceAll", m -> m.replaceAll((k, v) -> "x")),
          map("entrySet.remove", m -> m.entrySet().remove(Map.entry("k", "v"))),
          entry("setValue", e -> e.setValue("x")));

  private static final List<Call<Table>> CHANGING_KEYS =
      List.of(
          map("put of a new key", m -> m.put("n", "x")),
          map("putIfAbsent of a new key", m -> m.putIfAbsent("n", "x")),
          map("putAll", m -> m.putAll(Map.of("n", "x"))),
          map("compute of a new key", m -> m.compute("n", (k, v) -> "x")),
          map("computeIfAbsent of a new key", m -> m.computeIfAbsent("n", k -> "x")),
          map("computeIfPresent of null", m -> m.computeIfPresent("k", (k, v) -> null)),
          map("merge of a new key", m -> m.merge("n", "x", String::concat)),
          map("remove of a key", m -> m.remove("k")),
          map("remove of a mapping", m -> m.remove("k", "v")),
          map("entrySet.remove", m -> m.entrySet().remove(Map.entry("k", "v"))),
          map("iterator.remove", m -> removeOne(m.keySet().iterator())),
          map("clear", Hashtable::clear));

  private static final Call<Table> NEXT = call("nextElement", t -> t.keys.nextElement());
  private static final Call<Table> HAS_NEXT = call("hasMore", t -> t.keys.hasMoreElements());
  private static final Call<Table> GET = map("get of a key", m -> m.get("k"));

  private static void removeOne(Iterator<?> elements) {
    elements.next();
    elements.remove();
  }

  /** Calls of a table that use a value, and leave it as it is. */
  private static final List<Call<Table>> KEEPING_VALUES =
      READING_VALUES.stream()
          .filter(call -> !List.of("put of what is there", "remove").contains(call.name()))
          .toList();

  private static final List<Call<Table>> GET_VALUE =
      List.of(entry("getValue", Map.Entry::getValue));

  /** A vector, with two spliterators that read it without its lock. */
  private record Split(Stack<String> all, Spliterator<String> first, Spliterator<String> second) {
    static Split make() {
      Stack<String> all = new Stack<>();
      all.addAll(List.of("a", "b", "c"));
      Spliterator<String> first = all.spliterator();
      first.tryAdvance(element -> {});
      return new Split(all, first, all.spliterator());
    }
  }

  private static final List<Kind<Split>> SPLIT = List.of(kind("Vector", Split::make));

  private static final List<Call<Split>> ADVANCE =
      List.of(
          call("tryAdvance", s -> s.first.tryAdvance(element -> {})),
          call("forEachRemaining", s -> s.first.forEachRemaining(element -> {})));
  private static final List<Call<Split>> ADVANCE_OTHER =
      List.of(call("tryAdvance of another", s -> s.second.tryAdvance(element -> {})));
  private static final List<Call<Split>> ESTIMATE =
      List.of(call("estimateSize", s -> s.first.estimateSize()));

  private static final List<Call<Split>> LOOK_AT_VECTOR =
      List.of(
          call("size", s -> s.all.size()),
          call("peek", s -> s.all.peek()),
          call("search", s -> s.all.search("a")));
  private static final List<Kind<Split>> EMPTY =
      List.of(
          kind(
              "empty Stack",
              () -> {
                Stack<String> none = new Stack<>();
                return new Split(none, none.spliterator(), none.spliterator());
              }));
  private static final List<Call<Split>> POP_NOTHING = List.of(call("pop", s -> fails(s.all::pop)));

  private static void fails(Runnable call) {
    try {
      call.run();
    } catch (EmptyStackException wanted) {
      return;
    }
    throw new IllegalStateException("there is an element");
  }

  private static final List<Call<Split>> POP = List.of(call("pop", s -> s.all.pop()));

  /** Iterators that threads share. */
  private static final List<Kind<ListIterator<String>>> OF_VECTOR =
      List.of(kind("iterator of a Vector", () -> new Vector<>(List.of("a", "b")).listIterator()));

  private static final List<Kind<Enumeration<String>>> ELEMENTS =
      List.of(kind("elements of a Vector", () -> new Vector<>(List.of("a", "b")).elements()));
  private static final List<Call<Enumeration<String>>> HAS_MORE =
      List.of(call("hasMoreElements", Enumeration::hasMoreElements));

  private static final List<Call<ListIterator<String>>> MOVE =
      List.of(call("next", ListIterator::next));
  private static final List<Call<ListIterator<String>>> LOOK =
      List.of(call("hasNext", ListIterator::hasNext));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(TABLES, READING_VALUES, List.of(entry("setValue", e -> e.setValue("y")))),
            pairs(TABLES, REPLACING_VALUES, GET_VALUE),
            pairs(TABLES, CHANGING_KEYS, List.of(NEXT)),
            pairs(TABLES, List.of(NEXT), List.of(HAS_NEXT)),
            pairs(OF_VECTOR, MOVE, LOOK),
            pairs(SPLIT, ADVANCE, all(ADVANCE, ESTIMATE)),
            pairs(SPLIT, ESTIMATE, ESTIMATE),
            pairs(SPLIT, POP, ADVANCE))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(TABLES, READING_VALUES, List.of(GET)),
            pairs(TABLES, KEEPING_VALUES, GET_VALUE),
            pairs(TABLES, List.of(HAS_NEXT), List.of(HAS_NEXT)),
            pairs(TABLES, CHANGING_KEYS, List.of(GET)),
            pairs(OF_VECTOR, LOOK, LOOK),
            pairs(ELEMENTS, HAS_MORE, HAS_MORE),
            pairs(SPLIT, all(LOOK_AT_VECTOR, ADVANCE), ADVANCE_OTHER),
            pairs(EMPTY, POP_NOTHING, ADVANCE_OTHER))
        .flatMap(rows -> rows);
  }
}
