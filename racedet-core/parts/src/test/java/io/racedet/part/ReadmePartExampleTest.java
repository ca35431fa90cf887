package io.racedet.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.trace.SplitFiles;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.Traces;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One trace on a pool of threads: the example of the README, which shows a part of a method. */
class ReadmePartExampleTest {
  private static final Workload WORKLOAD = new Workload(6, 8, 300, 60_000, 20, 100, 20_000, 7);

  @TempDir private Path folder;

  private static PartRaces example(Path file, ExecutorService pool)
      throws IOException, InterruptedException, ExecutionException {
    // README: begin
    List<TraceSplit> splits = TraceSplit.list(file, false);
    PartAnalysis analysis = PartAnalysis.usual();

    List<Callable<PartSummary>> summarise = new ArrayList<>();
    for (TraceSplit split : splits) {
      summarise.add(
          () -> {
            try (TraceReader part = split.open(file, false)) {
              return analysis.summarise(part);
            }
          });
    }
    List<Future<PartSummary>> summaries = pool.invokeAll(summarise);

    List<Callable<PartRaces>> findRaces = new ArrayList<>();
    PartSummary before = PartSummary.NOTHING;
    for (int i = 0; i < splits.size(); i++) {
      TraceSplit split = splits.get(i);
      PartSummary summary = summaries.get(i).get();
      PartSummary enough = before.forPart(summary);
      findRaces.add(
          () -> {
            try (TraceReader part = split.open(file, false)) {
              return analysis.races(enough, part);
            }
          });
      before = before.combine(summary);
    }
    PartRaces races = PartRaces.NOTHING;
    for (Future<PartRaces> found : pool.invokeAll(findRaces)) {
      races = races.combine(found.get());
    }
    System.out.print(races.report("djit").text());
    // README: end
    return races;
  }

  @Test
  void example_reportsWhatIsReportedOfTheWhole()
      throws IOException, InterruptedException, ExecutionException {
    Path file = folder.resolve("trace.rdt");
    try (OutputStream out = Files.newOutputStream(file);
        TraceReader trace = new GeneratedTrace(WORKLOAD);
        TraceWriter writer = SplitFiles.writer(out, trace.names())) {
      Traces.copy(trace, writer);
    }
    assertThat(TraceSplit.list(file, false)).hasSizeGreaterThan(3);
    ExecutorService pool = Executors.newFixedThreadPool(3);
    try (TraceReader whole = TraceSplit.WHOLE.open(file, false)) {
      PartRaces races = example(file, pool);
      List<RaceReport> expected = TraceAnalysis.with("djit", "eraser").build().run(whole);
      assertThat(expected.get(0).races()).isNotEmpty();
      assertThat(expected.get(1).races()).isNotEmpty();
      assertThat(races.report("djit")).isEqualTo(expected.get(0));
      assertThat(races.report("eraser")).isEqualTo(expected.get(1));
    } finally {
      pool.shutdownNow();
    }
  }
}
