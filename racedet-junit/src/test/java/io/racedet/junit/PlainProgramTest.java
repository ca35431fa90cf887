package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link RaceCheck} needs no JUnit. */
class PlainProgramTest {
  @Test
  void raceCheck_withoutJUnitOnTheClassPath_findsTheRace(@TempDir Path directory) throws Exception {
    ForkedJvm jvm =
        ForkedJvm.run(
            directory,
            List.of(),
            ForkedJvm.classPathWithout("junit-jupiter", "junit-platform"),
            PlainProgram.class.getName());
    assertThat(jvm.output())
        .containsPattern(
            " race \\((OBSERVED|CONFIRMED)\\) on PlainProgram.balance: both at PlainProgram.java:")
        .contains("found in a block of io.racedet.junit.PlainProgram, repetition ");
  }
}
