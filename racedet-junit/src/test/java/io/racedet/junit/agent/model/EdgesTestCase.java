package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Accesses that the JDK orders are no race, those that it does not order are: one program a row.
 */
@Timeout(20)
abstract class EdgesTestCase {
  private static final String SHARED = "Programs.Cell.data";

  /**
   * Weaves the JDK, which takes long on a busy machine, before the time of a program begins, and
   * initialises the building blocks, which would order the threads of a program.
   */
  @BeforeAll
  static void weave() {
    Recorded.run(EdgesTestCase.class, () -> Programs.check(true));
  }

  static Arguments edge(String name, Recorded.Program program) {
    return Arguments.of(name, program, true);
  }

  /** The JDK may run all of it in one thread, if it has no other to spare. */
  static Arguments edgeUnlessAlone(String name, Recorded.Program program) {
    return Arguments.of(name, program, false);
  }

  @TestFactory
  Stream<DynamicTest> publishing_throughIt_isSilent() {
    return Rows.of(getClass(), "edges", this::checkEdge);
  }

  private void checkEdge(String name, List<Object> row) {
    Recorded.check(
        getClass(),
        (Recorded.Program) row.get(0),
        recorded -> {
          assertThat(recorded.races()).as(() -> text(name, recorded)).isEmpty();
          if ((Boolean) row.get(1)) {
            assertThat(recorded.shared()).contains(SHARED);
          }
          assertThat(recorded.damaged()).as(() -> text(name, recorded)).isFalse();
        });
  }

  @TestFactory
  Stream<DynamicTest> publishing_besideIt_isFound() {
    return Rows.of(getClass(), "noEdges", this::checkNoEdge);
  }

  private void checkNoEdge(String name, List<Object> row) {
    Recorded.check(
        getClass(),
        (Recorded.Program) row.get(0),
        recorded -> {
          assertThat(recorded.races()).as(() -> text(name, recorded)).contains(SHARED);
          assertThat(recorded.damaged()).as(() -> text(name, recorded)).isFalse();
        });
  }

  private static String text(String name, Recorded recorded) {
    return name + ", events: " + recorded.events();
  }
}
