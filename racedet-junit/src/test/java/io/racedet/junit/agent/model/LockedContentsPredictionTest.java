package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Observable;
import java.util.Set;
import java.util.Stack;
import java.util.Vector;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Collections with a lock of their own: a call that looks at what another one has changed cannot
 * come before it, whatever the lock allows; calls that only look at a table can.
 */
@Timeout(20)
class LockedContentsPredictionTest {
  private static final String SHARED = "Programs.Cell.data";

  private record Call<T>(String name, Consumer<T> code) {}

  private static <T> Call<T> call(String name, Consumer<T> code) {
    return new Call<>(name, code);
  }

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(LockedContentsPredictionTest.class, () -> {});
  }

  private static Stack<String> list() {
    Stack<String> list = new Stack<>();
    list.addAll(List.of("a", "b", "c"));
    return list;
  }

  private static final List<Call<Stack<String>>> LOOKING_AT_LIST =
      List.of(
          call("size", Vector::size),
          call("isEmpty", Vector::isEmpty),
          call("elementAt", v -> v.elementAt(1)),
          call("get", v -> v.get(1)),
          call("firstElement", Vector::firstElement),
          call("lastElement", Vector::lastElement),
          call("contains", v -> v.contains("c")),
          call("indexOf", v -> v.indexOf("c")),
          call("indexOf from a place", v -> v.indexOf("c", 1)),
          call("lastIndexOf", v -> v.lastIndexOf("c")),
          call("lastIndexOf to a place", v -> v.lastIndexOf("a", 1)),
          call("copyInto", v -> v.copyInto(new String[9])),
          call("toArray", Vector::toArray),
          call("toArray(T[])", v -> v.toArray(new String[0])),
          call("clone", Vector::clone),
          call("containsAll", v -> v.containsAll(List.of("a"))),
          call("forEach", v -> v.forEach(e -> {})),
          call("elements", v -> v.elements().nextElement()),
          call("iterator", v -> visit(v.iterator())),
          call("iterator.forEachRemaining", v -> v.iterator().forEachRemaining(e -> {})),
          call("listIterator.previous", v -> v.listIterator(1).previous()),
          call("spliterator", v -> v.spliterator().tryAdvance(e -> {})),
          call("stream", v -> v.stream().forEach(e -> {})),
          call("subList", v -> v.subList(0, 1).get(0)),
          call("equals", v -> v.equals(List.of("a"))),
          call("hashCode", Vector::hashCode),
          call("toString", Vector::toString),
          call("peek", Stack::peek),
          call("search", v -> v.search("a")));

  private static final List<Call<Stack<String>>> CHANGING_LIST =
      List.of(
          call("setSize", v -> v.setSize(2)),
          call("setElementAt", v -> v.setElementAt("x", 0)),
          call("removeElementAt", v -> v.removeElementAt(0)),
          call("insertElementAt", v -> v.insertElementAt("x", 0)),
          call("addElement", v -> v.addElement("x")),
          call("removeElement", v -> v.removeElement("a")),
          call("removeAllElements", Vector::removeAllElements),
          call("set", v -> v.set(0, "x")),
          call("add", v -> v.add("x")),
          call("add at a place", v -> v.add(0, "x")),
          call("remove", v -> v.remove("a")),
          call("remove at a place", v -> v.remove(0)),
          call("clear", Vector::clear),
          call("addAll", v -> v.addAll(List.of("x"))),
          call("addAll at a place", v -> v.addAll(0, List.of("x"))),
          call("removeAll", v -> v.removeAll(List.of("a"))),
          call("retainAll", v -> v.retainAll(List.of("a"))),
          call("removeIf", v -> v.removeIf("a"::equals)),
          call("removeRange", v -> v.subList(0, 1).clear()),
          call("replaceAll", v -> v.replaceAll(String::toUpperCase)),
          call("sort", v -> v.sort(null)),
          call("iterator.remove", v -> removeOne(v.iterator())),
          call("listIterator.set", v -> setOne(v)),
          call("listIterator.add", v -> v.listIterator().add("x")),
          call("push", v -> v.push("x")),
          call("pop", Stack::pop));

  private static void visit(Iterator<?> elements) {
    while (elements.hasNext()) {
      elements.next();
    }
  }

  private static void removeOne(Iterator<?> elements) {
    elements.next();
    elements.remove();
  }

  private static void setOne(List<String> list) {
    var elements = list.listIterator();
    elements.next();
    elements.set("x");
  }

  private static Map<String, String> table() {
    return new Hashtable<>(Map.of("k", "v", "l", "w"));
  }

  private static final List<Call<Map<String, String>>> LOOKING_AT_TABLE =
      List.of(
          call("get", m -> m.get("k")),
          call("getOrDefault", m -> m.getOrDefault("k", "")),
          call("containsKey", m -> m.containsKey("k")),
          call("containsValue", m -> m.containsValue("v")),
          call("size", Map::size),
          call("isEmpty", Map::isEmpty),
          call("forEach", m -> m.forEach((k, v) -> {})),
          call("equals", m -> m.equals(Map.of("k", "v"))),
          call("hashCode", Map::hashCode),
          call("toString", Map::toString),
          call("keySet.contains", m -> m.keySet().contains("k")),
          call("keySet.iterator", m -> visit(m.keySet().iterator())),
          call("values.contains", m -> m.values().contains("v")),
          call("values.iterator", m -> visit(m.values().iterator())),
          call("entrySet.contains", m -> m.entrySet().contains(Map.entry("k", "v"))),
          call("entrySet.iterator", m -> visit(m.entrySet().iterator())),
          call("clone", m -> ((Hashtable<String, String>) m).clone()),
          call("putAll to another map", m -> new Hashtable<String, String>().putAll(m)));

  private static final List<Call<Map<String, String>>> CHANGING_TABLE =
      List.of(
          call("put", m -> m.put("n", "x")),
          call("put of another value", m -> m.put("k", "x")),
          call("putIfAbsent", m -> m.putIfAbsent("n", "x")),
          call("putAll", m -> m.putAll(Map.of("n", "x"))),
          call("remove", m -> m.remove("k")),
          call("remove of a mapping", m -> m.remove("k", "v")),
          call("replace", m -> m.replace("k", "x")),
          call("replace of a value", m -> m.replace("k", "v", "x")),
          call("compute", m -> m.compute("k", (k, v) -> "x")),
          call("computeIfAbsent", m -> m.computeIfAbsent("n", k -> "x")),
          call("computeIfPresent", m -> m.computeIfPresent("k", (k, v) -> "x")),
          call("merge", m -> m.merge("k", "x", String::concat)),
          call("replaceAll", m -> m.replaceAll((k, v) -> "x")),
          call("clear", Map::clear),
          call("keySet.remove", m -> m.keySet().remove("k")),
          call("values.remove", m -> m.values().remove("v")),
          call("entrySet.remove", m -> m.entrySet().remove(Map.entry("k", "v"))),
          call("iterator.remove", m -> removeOne(m.keySet().iterator())));

  @SuppressWarnings("deprecation") // programs still use it
  private static final class Subject extends Observable {
    void change() {
      setChanged();
    }

    void forget() {
      clearChanged();
    }

    void observe() {
      addObserver((from, change) -> {});
    }

    static Subject observed() {
      Subject observed = new Subject();
      observed.observe();
      return observed;
    }
  }

  private static final List<Call<Subject>> LOOKING_AT_SUBJECT =
      List.of(call("hasChanged", Subject::hasChanged), call("notify", Subject::notifyObservers));
  private static final List<Call<Subject>> CHANGING_SUBJECT =
      List.of(call("setChanged", Subject::change), call("clearChanged", Subject::forget));
  private static final List<Call<Subject>> LOOKING_AT_OBSERVERS =
      List.of(call("countObservers", Subject::countObservers));
  private static final List<Call<Subject>> CHANGING_OBSERVERS =
      List.of(
          call("addObserver", Subject::observe),
          call("deleteObserver", s -> s.deleteObserver(null)),
          call("deleteObservers", Subject::deleteObservers));

  private static <T> Stream<Arguments> rows(
      Supplier<T> made, List<Call<T>> first, List<Call<T>> second) {
    return first.stream().flatMap(one -> second.stream().map(other -> row(made, one, other)));
  }

  /** A program: two threads, of which each makes a call under the lock, in this order. */
  private static <T> Arguments row(Supplier<T> made, Call<T> first, Call<T> second) {
    Programs.Step program =
        () -> {
          T shared = made.get();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data++;
                synchronized (shared) {
                  first.code.accept(shared);
                }
                whisper("called");
              },
              () -> {
                hear("called");
                synchronized (shared) {
                  second.code.accept(shared);
                }
                cell.data++;
              });
        };
    return Arguments.of(first.name + ", " + second.name, program);
  }

  static Stream<Arguments> changes() {
    return Stream.of(
            rows(LockedContentsPredictionTest::list, CHANGING_LIST, LOOKING_AT_LIST.subList(0, 1)),
            rows(LockedContentsPredictionTest::list, CHANGING_LIST.subList(4, 5), LOOKING_AT_LIST),
            rows(
                LockedContentsPredictionTest::table,
                CHANGING_TABLE,
                LOOKING_AT_TABLE.subList(6, 7)),
            rows(
                LockedContentsPredictionTest::table,
                CHANGING_TABLE.subList(0, 1),
                LOOKING_AT_TABLE),
            rows(Subject::observed, CHANGING_SUBJECT, LOOKING_AT_SUBJECT),
            rows(Subject::observed, CHANGING_OBSERVERS, LOOKING_AT_OBSERVERS))
        .flatMap(all -> all);
  }

  /** Those that take the lock of a vector only in methods that are known to look. */
  private static final List<Call<Stack<String>>> ONLY_LOOKING_AT_LIST =
      LOOKING_AT_LIST.stream()
          .filter(call -> !call.name.matches("elements|.*[iI]terator.*|stream|subList"))
          .filter(call -> !call.name.matches("equals|hashCode|toString"))
          .toList();

  static Stream<Arguments> looks() {
    return Stream.of(
            rows(
                LockedContentsPredictionTest::table,
                LOOKING_AT_TABLE,
                LOOKING_AT_TABLE.subList(4, 5)),
            rows(
                LockedContentsPredictionTest::list,
                ONLY_LOOKING_AT_LIST,
                LOOKING_AT_LIST.subList(0, 1)),
            rows(
                Subject::observed,
                LOOKING_AT_SUBJECT.subList(0, 1),
                LOOKING_AT_SUBJECT.subList(0, 1)))
        .flatMap(all -> all);
  }

  /**
   * One thread changes a vector, another one takes a step with what was made before. Nothing that
   * is not recorded has been done under its lock.
   */
  private static <T> Arguments step(
      String name, Change change, Function<Vector<String>, T> cursor, Consumer<T> step) {
    Programs.Step program =
        () -> {
          Vector<String> vector = new Vector<>(List.of("a", "b", "c"));
          T made = cursor.apply(vector);
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data++;
                change.make(vector);
                whisper("called");
              },
              () -> {
                hear("called");
                step.accept(made);
                cell.data++;
              });
        };
    return Arguments.of(name, program);
  }

  private interface Change {
    void make(Vector<String> vector);
  }

  private static Stream<Arguments> stepsAfter(String name, Change change) {
    return Stream.of(
        step(name + ", nextElement", change, Vector::elements, Enumeration::nextElement),
        step(name + ", next", change, Vector::iterator, Iterator::next),
        step(name + ", previous", change, v -> v.listIterator(1), ListIterator::previous));
  }

  static Stream<Arguments> steps() {
    return Stream.of(
            stepsAfter("set", vector -> vector.set(0, "x")),
            stepsAfter("set in a section", LockedContentsPredictionTest::setInSection),
            stepsAfter("listIterator.set", LockedContentsPredictionTest::setOne))
        .flatMap(all -> all);
  }

  private static void setInSection(Vector<String> vector) {
    synchronized (vector) {
      vector.set(0, "x");
    }
  }

  private static Set<String> witnessed(Programs.Step program) {
    return Recorded.witnessed(LockedContentsPredictionTest.class, program::run);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"changes", "steps"})
  void look_atWhatWasChanged_neverComesBefore(String name, Programs.Step program) {
    assertThat(witnessed(program)).as(name).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("looks")
  void looks_mayComeInAnyOrder(String name, Programs.Step program) {
    assertThat(witnessed(program)).as(name).contains(SHARED);
  }
}
