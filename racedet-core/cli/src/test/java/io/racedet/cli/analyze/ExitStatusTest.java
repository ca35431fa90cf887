package io.racedet.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceReport;
import io.racedet.cli.console.Console;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
  private static final Race RACE =
      new Race(
          "djit",
          "x",
          RaceKind.WRITE_WRITE,
          Access.UNKNOWN,
          Access.UNKNOWN,
          1,
          Proof.of(Grade.PREDICTED, ""));

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Console console =
      new Console(null, System.out, new PrintStream(err, true, StandardCharsets.UTF_8));

  private int status(RaceReport... reports) {
    return ExitStatus.of("a.std", List.of(reports), console);
  }

  private static RaceReport report(List<Race> races, String... errors) {
    return new RaceReport(races, List.of(), 1, 0, List.of(), List.of(errors), List.of(), List.of());
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void noError_tellsWhetherThereAreRaces() {
    assertThat(status(report(List.of()))).isZero();
    assertThat(status(report(List.of(RACE)), report(List.of()))).isEqualTo(Console.FOUND);
    assertThat(said()).isEmpty();
  }

  @Test
  void errorOfRacedet_isSaidAndIsTheStatus_whateverTheOthersFound() {
    RaceReport failed = report(List.of(), "the checker refuses a witness");
    assertThat(status(failed, report(List.of(RACE)))).isEqualTo(Console.UNREADABLE);
    assertThat(said()).isEqualTo("racedet: a.std: INTERNAL ERROR: the checker refuses a witness\n");
  }
}
