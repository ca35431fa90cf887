package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.Programs.Source;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.CharArrayWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a thread has noted under a lock, another one finds under the lock, and one of the two calls
 * takes no lock of its own: the section of the second one cannot have come before.
 */
@Timeout(20)
class OpaqueCallPredictionTest {
  /** Weaves the JDK, which takes long on a busy machine, before the time of a program begins. */
  @BeforeAll
  static void weave() {
    Recorded.run(OpaqueCallPredictionTest.class, () -> {});
  }

  static Stream<Arguments> notes() {
    CharArrayWriter grown = new CharArrayWriter();
    CharArrayWriter emptied = new CharArrayWriter();
    CharArrayWriter appended = new CharArrayWriter();
    emptied.write('a');
    return Stream.of(
        note("size after write", () -> grown.write('a'), () -> grown.size() == 1),
        note("size after append", () -> appended.append('a'), () -> appended.size() == 1),
        note("text after reset", emptied::reset, () -> emptied.toString().isEmpty()));
  }

  private static Arguments note(String name, Step note, Source<Boolean> isNoted) {
    return Arguments.of(name, note, isNoted);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("notes")
  void sectionThatFindsANote_neverComesBefore(String name, Step note, Source<Boolean> isNoted) {
    Cell cell = new Cell();
    Object lock = new Object();
    assertThat(
            Recorded.witnessed(
                getClass(),
                () ->
                    inParallel(
                        () -> {
                          cell.data++;
                          synchronized (lock) {
                            note.run();
                          }
                          whisper("noted");
                        },
                        () -> {
                          hear("noted");
                          boolean noted;
                          synchronized (lock) {
                            noted = isNoted.get();
                          }
                          check(noted);
                          cell.data++;
                        })))
        .isEmpty();
  }
}
