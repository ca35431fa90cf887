package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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

  @ParameterizedTest(name = "{0}")
  @MethodSource("edges")
  void publishing_throughIt_isSilent(String name, Recorded.Program program, boolean shares) {
    Recorded recorded = Recorded.run(getClass(), program);
    assertThat(recorded.races()).as("%s, events: %s", name, recorded.events()).isEmpty();
    if (shares) {
      assertThat(recorded.shared()).contains(SHARED);
    }
    assertThat(recorded.damaged()).as("%s, events: %s", name, recorded.events()).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noEdges")
  void publishing_besideIt_isFound(String name, Recorded.Program program) {
    Recorded recorded = Recorded.run(getClass(), program);
    assertThat(recorded.races()).as("%s, events: %s", name, recorded.events()).contains(SHARED);
    assertThat(recorded.damaged()).as("%s, events: %s", name, recorded.events()).isFalse();
  }
}
