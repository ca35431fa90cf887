package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoadRunnerTest {
  private static final String LOG =
      """
      <counter><name> "RRBench: Iter 1" </name> <value> 1,250 </value> </counter>
      <distinctErrorTotal> 0 </distinctErrorTotal>
      <failed> false </failed>
      <failedReason>  </failedReason>
      """;

  @TempDir private Path reports;

  private final Path home = Path.of("roadrunner").toAbsolutePath();
  private Run run;

  @BeforeEach
  void prepare() throws IOException {
    run = new Run(Program.SOR, Mode.ROADRUNNER, Path.of("original.jar"), reports);
    Files.writeString(run.printed(), "Section2:SOR:Kernel:SizeA\n");
  }

  @Test
  void command_runsItsFastTrackAsOftenAsTheOthers() throws IOException {
    List<String> command = roadRunner(new Effort(4, 5, 120)).process(run).command();
    assertThat(command.get(0)).isEqualTo(home.resolve("build/bin/rrrun").toString());
    assertThat(command).contains("-tool=FT2", "-warmup=4", "-benchmark=5");
    assertThat(command).endsWith(RoadRunnerTarget.class.getName(), "sor");
  }

  @Test
  void command_timesARunAtLeast() throws IOException {
    assertThat(roadRunner(new Effort(0, 0, 120)).process(run).command()).contains("-benchmark=1");
  }

  @Test
  void classPath_hasTheProgramAndWhatStartsIt() throws IOException {
    String option = roadRunner(new Effort(4, 5, 120)).process(run).command().get(1);
    assertThat(option).startsWith("-classpath=original.jar" + File.pathSeparator);
    Path started = Path.of(option.substring(option.indexOf(File.pathSeparator) + 1));
    assertThat(started.resolve("io/racedet/junit/grande/RoadRunnerTarget.class")).exists();
  }

  @Test
  void environment_hasTheOptionsOfTheOtherJvms() throws IOException {
    assertThat(roadRunner(new Effort(4, 5, 120)).process(run).environment())
        .containsEntry("JAVA_HOME", System.getProperty("java.home"))
        .containsEntry("JVM_ARGS", "-Xmx1g -Da=b")
        .containsEntry("RR_MODE", "FAST");
  }

  @Test
  void log_isRead() throws IOException {
    RoadRunner roadRunner = roadRunner(new Effort(4, 5, 120));
    roadRunner.process(run);
    Files.writeString(reports.resolve("roadrunner.xml"), LOG);
    Measurement right =
        new Measurement(
            Program.SOR,
            Mode.ROADRUNNER,
            Outcome.COMPLETE,
            List.of(1_250_000_000L),
            List.of(),
            0,
            0,
            Split.NONE,
            "");
    assertThat(roadRunner.measured(run)).contains(right);
  }

  @Test
  void logOfAProcessBefore_isNotRead() throws IOException {
    RoadRunner roadRunner = roadRunner(new Effort(4, 5, 120));
    Files.writeString(reports.resolve("roadrunner.xml"), LOG);
    roadRunner.process(run);
    assertThat(roadRunner.measured(run)).isEmpty();
  }

  private RoadRunner roadRunner(Effort effort) {
    return new RoadRunner(home, List.of("-Xmx1g", "-Da=b"), effort);
  }
}
