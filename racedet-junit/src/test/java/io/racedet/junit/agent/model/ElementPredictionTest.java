package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Under a lock, what replaces an element and tells the old one cannot come before its write. */
@Timeout(20)
class ElementPredictionTest {
  private record Call(String name, Consumer<List<String>> code) {}

  private static final List<Call> REPLACING =
      List.of(
          new Call("set", list -> list.set(0, "x")),
          new Call("replaceAll", list -> list.replaceAll(String::toUpperCase)),
          new Call("sort", list -> list.sort(null)));

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

  static Stream<Arguments> replacements() {
    return Stream.concat(
        rows("Arrays.asList", () -> Arrays.asList("b", "a")),
        rows("ArrayList", () -> new ArrayList<>(List.of("b", "a"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("replacements")
  void replacement_ofAnElement_neverComesBeforeItsWrite(String name, Programs.Step program) {
    assertThat(Recorded.witnessed(ElementPredictionTest.class, program::run)).as(name).isEmpty();
  }
}
