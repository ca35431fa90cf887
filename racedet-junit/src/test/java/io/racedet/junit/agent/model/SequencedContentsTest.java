package io.racedet.junit.agent.model;

import static java.util.concurrent.TimeUnit.DAYS;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.provider.Arguments;

/** The methods of linked maps that came with sequenced collections: their ends, and reversed. */
@EnabledForJreRange(min = JRE.JAVA_21)
class SequencedContentsTest extends ContentsTestCase {
  /** A map, with the entry that is its first. */
  private record Linked(LinkedHashMap<TimeUnit, String> map, Map.Entry<TimeUnit, String> first) {}

  private static Kind<Linked> map(TimeUnit... keys) {
    return kind(
        "LinkedHashMap of " + keys.length,
        () -> {
          LinkedHashMap<TimeUnit, String> map = new LinkedHashMap<>();
          for (TimeUnit key : keys) {
            map.put(key, key.name());
          }
          return new Linked(map, map.entrySet().iterator().next());
        });
  }

  private static final List<Kind<Linked>> MAPS = List.of(map(DAYS, HOURS));
  private static final List<Kind<Linked>> ONE = List.of(map(DAYS));

  /** Calls a method that is not in all releases. */
  private static Object call(Object target, String type, String method, Object... args) {
    Class<?>[] types = new Class<?>[args.length];
    Arrays.fill(types, Object.class);
    try {
      return Class.forName("java.util." + type).getMethod(method, types).invoke(target, args);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Call<Linked> view(String view, String method) {
    return call(
        view + '.' + method,
        linked -> call(call(linked.map, "SequencedMap", view), "SequencedCollection", method));
  }

  @SuppressWarnings("unchecked")
  private static Map<TimeUnit, String> reversed(Linked linked) {
    return (Map<TimeUnit, String>) call(linked.map, "SequencedMap", "reversed");
  }

  private static final List<Call<Linked>> OF_KEYS =
      List.of(
          view("sequencedKeySet", "getFirst"),
          view("sequencedKeySet", "getLast"),
          view("sequencedEntrySet", "getFirst"),
          view("sequencedEntrySet", "getLast"));

  private static final List<Call<Linked>> OF_VALUES =
      List.of(
          view("sequencedValues", "getFirst"),
          view("sequencedValues", "getLast"),
          call("reversed.forEach", linked -> reversed(linked).forEach((key, value) -> {})));

  private static final List<Call<Linked>> REPLACING =
      List.of(
          call("reversed.replaceAll", linked -> reversed(linked).replaceAll((key, old) -> "x")));

  /** Calls that read a value, and write none. */
  private static final List<Call<Linked>> TAKING =
      List.of(
          view("sequencedValues", "removeFirst"),
          view("sequencedValues", "removeLast"),
          call("reversed.replaceAll, failing", linked -> failToReplace(reversed(linked))));

  private static void failToReplace(Map<TimeUnit, String> map) {
    try {
      map.replaceAll(
          (key, old) -> {
            throw new UnsupportedOperationException();
          });
    } catch (UnsupportedOperationException expected) {
      return;
    }
    throw new IllegalStateException();
  }

  private static final List<Call<Linked>> SET_FIRST =
      List.of(call("setValue", linked -> linked.first.setValue("x")));

  private static final List<Call<Linked>> PLACING =
      List.of(
          call("putFirst", linked -> call(linked.map, "SequencedMap", "putFirst", SECONDS, "s")),
          call("putLast", linked -> call(linked.map, "SequencedMap", "putLast", SECONDS, "s")),
          call(
              "putFirst again", linked -> call(linked.map, "SequencedMap", "putFirst", HOURS, "x")),
          call("putLast again", linked -> call(linked.map, "SequencedMap", "putLast", DAYS, "x")));

  private static final List<Kind<List<TimeUnit>>> LISTS =
      List.of(kind("ArrayList", () -> new ArrayList<>(List.of(DAYS, HOURS))));
  private static final List<Call<List<TimeUnit>>> TAKING_ELEMENTS =
      List.of(
          call("removeFirst", list -> call(list, "List", "removeFirst")),
          call("removeLast", list -> call(list, "List", "removeLast")));
  private static final List<Call<List<TimeUnit>>> OF_LIST =
      List.of(
          call("size", List::size),
          call("get", list -> list.get(0)),
          call("getFirst", list -> call(list, "List", "getFirst")));

  private static final Call<Linked> PUT_NEW = call("put", linked -> linked.map.put(SECONDS, "s"));
  private static final Call<Linked> PUT_OTHERS =
      call(
          "put of other values",
          linked -> {
            linked.map.put(DAYS, "x");
            linked.map.put(HOURS, "y");
          });
  private static final Call<Linked> GET = call("get", linked -> linked.map.get(HOURS));
  private static final Call<Linked> SIZE = call("size", linked -> linked.map.size());

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(MAPS, all(OF_KEYS, OF_VALUES, REPLACING), List.of(PUT_NEW)),
            pairs(MAPS, OF_VALUES, List.of(PUT_OTHERS)),
            pairs(MAPS, REPLACING, List.of(GET)),
            pairs(MAPS, PLACING, List.of(GET, view("sequencedKeySet", "getFirst"))),
            pairs(LISTS, TAKING_ELEMENTS, OF_LIST),
            pairs(ONE, SET_FIRST, TAKING))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(MAPS, OF_KEYS, List.of(PUT_OTHERS)),
            pairs(MAPS, OF_VALUES, List.of(GET)),
            pairs(MAPS, REPLACING, List.of(SIZE)),
            pairs(LISTS, OF_LIST, OF_LIST))
        .flatMap(rows -> rows);
  }
}
