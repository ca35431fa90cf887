package io.racedet.junit.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.FailOn;
import io.racedet.junit.NoRaceFoundError;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.RaceFree;
import io.racedet.junit.RaceFreeTest;
import io.racedet.race.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** The confirmation of races, and the files that reproduce it. */
class ReplayTest {
  private static final Pattern REPLAY = Pattern.compile("-Dracedet\\.replay=(.*)");
  private static final int REPLAYS = 10;

  @TempDir private Path directory;

  static class ReplayTestCases {
    private final Account account = new Account();

    @RaceFreeTest
    void racy() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    @ExpectRace(grade = FailOn.CONFIRMED, with = @RaceFree(repetitions = 50))
    void caught() {
      RaceCheck.inParallel(account::deposit, account::deposit);
    }

    @Test
    @ExpectRace(grade = FailOn.CONFIRMED, with = @RaceFree(repetitions = 10))
    void clean() {
      RaceCheck.inParallel(account::depositSafely, account::depositSafely);
    }
  }

  private EngineExecutionResults run(String method, String... parameters) {
    EngineTestKit.Builder kit =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectMethod(ReplayTestCases.class, method))
            .configurationParameter("racedet.output", directory.toString())
            .configurationParameter("racedet.timeLimit", "60s");
    for (int i = 0; i < parameters.length; i += 2) {
      kit.configurationParameter(parameters[i], parameters[i + 1]);
    }
    return kit.execute();
  }

  private static String replayFile(Throwable failure) {
    Matcher matcher = REPLAY.matcher(failure.getMessage());
    assertThat(matcher.find()).as(failure.getMessage()).isTrue();
    return matcher.group(1);
  }

  @Test
  void racy_isConfirmed_andItsFileRepeatsIt() throws IOException {
    Throwable found = Failures.single(run("racy"));
    assertThat(found)
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("race (CONFIRMED) on Account.balance")
        .hasMessageContaining("held two threads at both accesses at the same time");
    String file = replayFile(found);
    assertThat(Files.readString(Path.of(file)))
        .startsWith("racedet replay 1\n")
        .contains("\nvariable Account.balance\n")
        .contains("first io.racedet.junit.extension.Account.deposit");
    for (int i = 0; i < REPLAYS; i++) {
      Throwable again = Failures.single(run("racy", "racedet.replay", file));
      assertThat(((RaceFoundError) again).races())
          .as(again.getMessage())
          .anyMatch(race -> race.grade() == Grade.CONFIRMED);
    }
  }

  @Test
  void expectedConfirmedRace_passes_andNamesTheAttempt() {
    EngineExecutionResults results = run("caught");
    Failures.assertPassed(results, 1);
    assertThat(results.allEvents().reportingEntryPublished().stream().map(Object::toString))
        .anyMatch(entry -> entry.contains("confirmed in attempt "));
  }

  @Test
  void expectedConfirmedRace_clean_fails() {
    assertThat(Failures.single(run("clean")))
        .isInstanceOf(NoRaceFoundError.class)
        .hasMessageContaining("there was none");
  }

  @Test
  void badReplayFile_saysWhatWasExpected() throws IOException {
    Path file = Files.writeString(directory.resolve("bad.replay"), "nonsense\n");
    assertThat(Failures.single(run("racy", "racedet.replay", file.toString())))
        .rootCause()
        .hasMessageContaining("configuration parameter racedet.replay = ")
        .hasMessageContaining("expected: a file that begins with");
  }
}
