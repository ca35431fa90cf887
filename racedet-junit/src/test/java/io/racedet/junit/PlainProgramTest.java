package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** It has a race, but nobody gets to know. */
  @ParameterizedTest
  @ValueSource(strings = {"exit", "exitInAThread"})
  void programThatExitsInACheck_isNotWithoutARace(String how, @TempDir Path directory)
      throws Exception {
    Path output = directory.resolve("report");
    ForkedJvm jvm =
        ForkedJvm.run(
            directory,
            List.of("-Dracedet.output=" + output),
            ForkedJvm.classPathWithout("junit-jupiter", "junit-platform"),
            PlainProgram.class.getName(),
            how);
    assertThat(jvm.output())
        .contains("has exited while it checked a block of io.racedet.junit.PlainProgram: ")
        .doesNotContain("no race", "races: none");
    assertThat(Files.readString(output.resolve("races.md")))
        .startsWith("### racedet: nothing was checked\n");
  }

  @Test
  void programThatExitsAfterARace_reportsIt(@TempDir Path directory) throws Exception {
    Path output = directory.resolve("report");
    ForkedJvm jvm =
        ForkedJvm.run(
            directory,
            List.of("-Dracedet.output=" + output),
            ForkedJvm.classPathWithout("junit-jupiter", "junit-platform"),
            PlainProgram.class.getName(),
            "exitLater");
    assertThat(jvm.output())
        .contains("has exited while it checked a block of io.racedet.junit.PlainProgram: ")
        .containsPattern(
            "found so far, by a test that has not ended: write-\\w+ race\nracedet:   \\(OBSERVED\\) on PlainProgram.balance: ");
    assertThat(Files.readString(output.resolve("races.md"))).contains("PlainProgram.balance");
    assertThat(output.resolve("report.html")).content().contains("PlainProgram.balance");
  }
}
