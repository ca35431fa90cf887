package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a lock, a call that tells what an element was cannot come before its write. */
@Timeout(20)
class ElementPredictionTest {
  private record Call(String name, Consumer<List<String>> code) {}

  private static final List<Call> REPLACING =
      List.of(
          new Call("set", list -> list.set(0, "x")),
          new Call("replaceAll", list -> list.replaceAll(String::toUpperCase)),
          new Call("sort", list -> list.sort(null)));

  private static final Call SET_LAST = new Call("set", list -> list.set(1, "x"));

  /** Calls that return the last element, or move it to where it is got. */
  private static final List<Call> MOVING =
      List.of(
          new Call("remove", list -> list.remove(1)),
          new Call("remove, get", list -> getAfter(() -> list.remove(0), list, 0)),
          new Call("add, get", list -> getAfter(() -> list.add(0, "y"), list, 2)),
          new Call("addAll, get", list -> getAfter(() -> list.addAll(0, List.of("y")), list, 2)),
          new Call("removeRange, get", list -> getAfter(list.subList(0, 1)::clear, list, 0)));

  private static void getAfter(Runnable move, List<String> list, int index) {
    move.run();
    list.get(index);
  }

  /** Those that lists have since JDK 21. */
  private static List<Call> newer() {
    return Stream.of(List.class.getMethods())
        .filter(method -> method.getName().matches("removeFirst|removeLast"))
        .map(
            method ->
                new Call(
                    method.getName() + ", get",
                    list -> getAfter(() -> Programs.get(() -> method.invoke(list)), list, 0)))
        .toList();
  }

  /** Calls that neither return nor move an element. */
  private static final List<Call> KEEPING =
      List.of(
          new Call("add", list -> list.add("y")),
          new Call("addAll", list -> list.addAll(List.of("y"))));

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(ElementPredictionTest.class, () -> {});
  }

  private static Arguments row(String name, Supplier<List<String>> made, Call first, Call second) {
    Programs.Step program =
        () -> {
          List<String> list = made.get();
          Cell cell = new Cell();
          inParallel(
              () -> {
                cell.data++;
                synchronized (list) {
                  first.code.accept(list);
                }
                whisper("replaced");
              },
              () -> {
                hear("replaced");
                synchronized (list) {
                  second.code.accept(list);
                }
                cell.data++;
              });
        };
    return Arguments.of(name + ": " + first.name + ", " + second.name, program);
  }

  private static Stream<Arguments> rows(String name, Supplier<List<String>> made) {
    return REPLACING.stream()
        .flatMap(first -> REPLACING.stream().map(second -> row(name, made, first, second)));
  }

  private static List<String> arrayList() {
    return new ArrayList<>(List.of("b", "a"));
  }

  private static Stream<Arguments> afterSet(List<Call> calls) {
    return calls.stream()
        .map(call -> row("ArrayList", ElementPredictionTest::arrayList, SET_LAST, call));
  }

  static Stream<Arguments> dependent() {
    return Stream.of(
            rows("Arrays.asList", () -> Arrays.asList("b", "a")),
            rows("ArrayList", ElementPredictionTest::arrayList),
            afterSet(MOVING),
            afterSet(newer()))
        .flatMap(all -> all);
  }

  static Stream<Arguments> independent() {
    return afterSet(KEEPING);
  }

  private static Set<String> witnessed(Programs.Step program) {
    return Recorded.witnessed(ElementPredictionTest.class, program::run);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dependent")
  void call_thatTellsAnElement_neverComesBeforeItsWrite(String name, Programs.Step program) {
    assertThat(witnessed(program)).as(name).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("independent")
  void call_thatTellsNoElement_mayComeBeforeItsWrite(String name, Programs.Step program) {
    assertThat(witnessed(program)).as(name).contains("Programs.Cell.data");
  }
}
