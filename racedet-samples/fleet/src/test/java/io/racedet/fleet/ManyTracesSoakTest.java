package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.Occurrence;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
class ManyTracesSoakTest {
  private static final int TRACES = 10_000;
  private static final int ONE_DAMAGED_OF = 100;

  @TempDir Path folder;

  @Test
  void tenThousandTraces_someDamaged_haveTheRacesOfOneProcess() throws IOException {
    List<String> whole = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      String name = "run-%d/m%d/t%05d.rdt".formatted(i % 50, i % 7, i);
      Path file = Traces.generate(folder.resolve(name), 1_000, i);
      if (i % ONE_DAMAGED_OF == 3) {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
      } else {
        whole.add(name);
      }
    }
    Path out = folder.resolve("out");
    Job job =
        Job.run(
            Job.conf("local[2]"),
            "-e",
            "fasttrack,pwr-ee-l",
            "--witness",
            "--out",
            out.toString(),
            folder + "/run-*/**/*.rdt");
    assertThat(job.status()).isEqualTo(2);
    assertThat(job.err()).hasSize(TRACES / ONE_DAMAGED_OF);
    RunReport expected = new OneProcess(true, "fasttrack", "pwr-ee-l").report(folder, whole);
    RunReport report = Job.report(out);
    assertThat(report.tests()).hasSize(TRACES);
    assertThat(report.tests().stream().mapToLong(TestRun::events).sum())
        .isEqualTo(expected.tests().stream().mapToLong(TestRun::events).sum());
    List<ReportedRace> races = expected.races().stream().map(OneProcess::essence).toList();
    assertThat(races.size()).isGreaterThan(10);
    assertThat(report.races().size()).isEqualTo(races.size());
    for (int i = 0; i < races.size(); i++) {
      assertThat(OneProcess.essence(named(report.races().get(i)))).isEqualTo(races.get(i));
    }
    List<List<Object>> table = Job.table(out, "key", "count");
    for (ReportedRace race : expected.races()) {
      String key = race.key().fingerprint();
      assertThat(
              table.stream()
                  .filter(row -> row.get(0).equals(key))
                  .mapToLong(row -> (long) row.get(1))
                  .sum())
          .isEqualTo(race.history().sightings().size());
    }
  }

  private ReportedRace named(ReportedRace race) {
    return race.with(
        race.history()
            .seen(
                race.history().sightings().stream()
                    .map(
                        seen ->
                            new Occurrence(inFolder(seen.test()), 1, "", inFolder(seen.trace())))
                    .toList(),
                race.history().unlisted()));
  }

  private String inFolder(String name) {
    return name.replace(folder + "/", "");
  }
}
