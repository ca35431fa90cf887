package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.Timeline;
import io.racedet.trace.TraceSplit;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
class LongTraceSoakTest {
  private static final long EVENTS = Long.getLong("racedet.fleet.events", 200_000_000);

  @TempDir Path folder;

  @Test
  void aLongTrace_someOfWhoseTasksFail_hasTheRacesOfOneProcess() throws IOException {
    Path file =
        Traces.generate(
            folder.resolve("victim.rdt"), new Workload(8, 20, 200, EVENTS, 10, 300, 200, 1));
    assertThat(TraceSplit.list(file, false).size()).isGreaterThan(2);
    Path out = folder.resolve("out");
    Job job =
        Job.run(
            Job.conf("local[2,4]")
                .set("spark.hadoop.fs.flaky.impl", FlakyFileSystem.class.getName())
                .set("spark.hadoop.fs.flaky.impl.disable.cache", "true")
                .set("spark.hadoop." + FlakyFileSystem.FAILS, "true"),
            "--long",
            "-e",
            "djit,eraser",
            "--out",
            out.toString(),
            FlakyFileSystem.SCHEME + "://" + file);
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isEqualTo(1);
    RunReport expected =
        new OneProcess(false, "djit", "eraser").report(folder, List.of("victim.rdt"));
    assertThat(expected.races()).extracting(ReportedRace::engine).contains("djit", "eraser");
    assertThat(Job.report(out).races().stream().map(LongTraceSoakTest::essence).toList())
        .isEqualTo(expected.races().stream().map(LongTraceSoakTest::essence).toList());
  }

  /** A race without the timeline, for which a part knows too little, and without names of files. */
  private static ReportedRace essence(ReportedRace race) {
    ReportedRace essence = OneProcess.essence(race);
    return essence
        .with(Timeline.NONE)
        .with(essence.history().seen(List.of(), essence.history().unlisted()));
  }
}
