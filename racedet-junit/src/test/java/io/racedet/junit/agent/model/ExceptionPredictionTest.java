package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call finds attached to an exception cannot have been attached after the call. */
@Timeout(20)
class ExceptionPredictionTest {
  /** Counts how often it is asked for its text. */
  private static final class Counted extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Cell cell;

    Counted(Cell cell) {
      this.cell = cell;
    }

    @Override
    public String toString() {
      return "counted " + cell.data++;
    }
  }

  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(ExceptionPredictionTest.class, () -> {});
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        call(
            "initCause, which fails",
            (exception, cell) -> Programs.refuse(exception, new Counted(cell))),
        call(
            "initCause, which fails, and afterwards",
            (exception, cell) -> {
              Programs.refuse(exception, new Exception());
              cell.data++;
            }),
        call(
            "getCause",
            (exception, cell) -> {
              exception.getCause();
              cell.data++;
            }));
  }

  private interface Call {
    void of(Exception exception, Cell cell);
  }

  private static Arguments call(String name, Call call) {
    return Arguments.of(name, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void call_thatFindsACause_neverComesBefore(String name, Call call) {
    Exception exception = new Exception("exception");
    Cell cell = new Cell();
    Set<String> races =
        Recorded.witnessed(
            getClass(),
            () ->
                inParallel(
                    () -> {
                      cell.data++;
                      exception.initCause(new Error());
                      whisper("called");
                    },
                    () -> {
                      hear("called");
                      call.of(exception, cell);
                    }));
    assertThat(races).as(name).isEmpty();
  }
}
