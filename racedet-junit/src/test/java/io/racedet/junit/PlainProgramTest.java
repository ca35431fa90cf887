package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link RaceCheck} needs no JUnit. */
class PlainProgramTest {
  @Test
  void raceCheck_withoutJUnitOnTheClassPath_findsTheRace(@TempDir Path directory) throws Exception {
    String own =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String withoutJUnit =
        Arrays.stream(own.split(File.pathSeparator))
            .filter(entry -> !entry.contains("junit-jupiter") && !entry.contains("junit-platform"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(List.of("-cp", withoutJUnit, PlainProgram.class.getName()));
    File output = directory.resolve("output.txt").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    boolean ended = process.waitFor(1, TimeUnit.MINUTES);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(Files.readString(output.toPath()))
        .contains(" race (OBSERVED) on PlainProgram.balance: both at PlainProgram.java:")
        .contains("found in a block of io.racedet.junit.PlainProgram, repetition ");
  }
}
