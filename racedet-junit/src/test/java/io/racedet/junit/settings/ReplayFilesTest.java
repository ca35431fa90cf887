package io.racedet.junit.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.Schedule;
import io.racedet.junit.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayFilesTest {
  private static final SeededSchedule HOW =
      new SeededSchedule(Schedule.PRIORITY, -4711)
          .at(new Target.Pair("com.acme.A.f(I)V#1", "com.acme.B.<init>()V#12"), 99, 4, -1);

  @TempDir private Path directory;

  private List<String> lines() throws IOException {
    Path file = Path.of(new ReplayFiles(directory, "A.b()").write(HOW, "A.x"));
    return Files.readAllLines(file);
  }

  @Test
  void read_whatWasWritten_isTheSame() throws IOException {
    Path file = Path.of(new ReplayFiles(directory, "A.b()").write(HOW, "A.x"));
    assertThat(ReplayFiles.read(file)).isEqualTo(HOW);
  }

  @Test
  void write_twoRacesOfOneTest_givesTwoFilesNamedAfterIt() throws IOException {
    ReplayFiles files = new ReplayFiles(directory.resolve("new"), "A.b(int) [1]");
    Path one = Path.of(files.write(HOW, "A.x"));
    Path other = Path.of(files.write(HOW, "A.y"));
    assertThat(one).isNotEqualTo(other);
    assertThat(one.getFileName().toString()).startsWith("a-b-int-1-").endsWith(".replay");
  }

  @ParameterizedTest(name = "line {0}: {1}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          0; racedet replay 2;         expected: a file that begins with "racedet replay 1"
          1; seed OFTEN:1;             unknown schedule OFTEN
          1; seed NOISE;               expected: SCHEDULE:number
          2; attempt x;                expected: SCHEDULE:number
          4; 7;                        expected: late ...
          4; late 2.5;                 expected: late and a number
          3; element x;                expected: element and a number
          5; Account.balance;          expected: variable ...
          7; first com.acme.A.f(I)V#1; expected: second ...
          """)
  void read_badLine_namesFileAndWhatWasExpected(int line, String text, String expected)
      throws IOException {
    List<String> lines = lines();
    lines.set(line, text);
    Path bad = Files.write(directory.resolve("bad.replay"), lines);
    assertThatThrownBy(() -> ReplayFiles.read(bad))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bad.replay")
        .hasMessageContaining(expected);
  }

  @Test
  void read_cutFile_saysWhatWasExpected() throws IOException {
    Path cut = Files.write(directory.resolve("cut.replay"), lines().subList(0, 3));
    assertThatThrownBy(() -> ReplayFiles.read(cut)).hasMessageContaining("expected: a file that");
  }

  private static final SeededSchedule DRIVEN =
      new SeededSchedule(Schedule.NOISE, 12)
          .at(
              new Target.Cycle(
                  List.of(
                      new Target.Cycle.Request(List.of("a.B.f()V#1", "a.C.<init>()V#2"), false),
                      new Target.Cycle.Request(List.of("a.B.two words()V#3"), true))),
              7);

  @Test
  void read_whatWasWrittenOfADeadlock_isTheSame() throws IOException {
    Path file = Path.of(new ReplayFiles(directory, "A.b()").write(DRIVEN, ""));
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "racedet replay 1",
            "seed NOISE:12",
            "attempt 7",
            "request a.B.f()V#1 > a.C.<init>()V#2",
            "shared request a.B.two words()V#3");
    assertThat(ReplayFiles.read(file)).isEqualTo(DRIVEN);
    assertThat(DRIVEN.kind()).isEqualTo(Schedule.TARGETED);
  }

  @Test
  void read_badRequest_namesFileAndWhatWasExpected() throws IOException {
    Path file = Path.of(new ReplayFiles(directory, "A.b()").write(DRIVEN, ""));
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(3, "place a.B.f()V#1");
    Files.write(file, lines);
    assertThatThrownBy(() -> ReplayFiles.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("expected: request ...");
  }
}
