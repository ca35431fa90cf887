package io.racedet.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.trace.SplitFiles;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** One trace in several splits, which are shorter than those of a long trace. */
@TestInstance(Lifecycle.PER_CLASS)
class LongTraceTest {
  private static final int BLOCKS_OF_A_SPLIT = 6;

  @TempDir static Path folder;
  @TempDir Path out;

  private List<TraceSplit> splits;

  /** The length of the trace. */
  int events() {
    return 150_000;
  }

  @BeforeAll
  void generate() throws IOException {
    Path file = folder.resolve("long.rdt");
    write(file, new Workload(6, 20, 200, events(), 12, 300, 4_000, 11));
    splits = TraceSplit.list(file, false);
    assertThat(splits.size()).isGreaterThan(2);
  }

  /** Writes the trace. */
  void write(Path file, Workload workload) throws IOException {
    TraceReader trace = new GeneratedTrace(workload);
    try (TraceWriter writer = SplitFiles.writer(Files.newOutputStream(file), trace.names())) {
      EventBlock block = new EventBlock();
      for (int blocks = 1; trace.read(block); blocks++) {
        writer.write(block);
        block.clear();
        if (blocks % BLOCKS_OF_A_SPLIT == 0) {
          writer.flush(); // ends the split
        }
      }
    }
  }

  private Job run(String master, String... args) {
    String[] all = Arrays.copyOf(args, args.length + 3);
    all[args.length] = "--out";
    all[args.length + 1] = out.toString();
    all[args.length + 2] = folder.resolve("long.rdt").toString();
    return Job.run(Job.conf(master), all);
  }

  @Test
  void djitAndEraser_haveExactlyTheRacesOfOneProcess() throws IOException {
    Job job = run("local[2]", "--long", "--fan", "2", "-e", "djit,eraser");
    assertThat(job.err()).isEmpty();
    assertThat(job.status()).isEqualTo(1);
    RunReport expected =
        new OneProcess(false, "djit", "eraser").report(folder, List.of("long.rdt"));
    RunReport report = Job.report(out);
    assertThat(expected.races()).extracting(ReportedRace::engine).contains("djit", "eraser");
    assertThat(report.races()).hasSameSizeAs(expected.races());
    for (int i = 0; i < expected.races().size(); i++) {
      assertThat(essence(report.races().get(i))).isEqualTo(essence(expected.races().get(i)));
    }
    assertThat(report.tests()).extracting(TestRun::events).containsExactly((long) events());
    assertThat(report.tests().get(0).limits()).isEmpty();
  }

  /** A race without the timeline, for which a part knows too little, and without names of files. */
  private static ReportedRace essence(ReportedRace race) {
    ReportedRace essence = OneProcess.essence(race);
    return essence
        .with(Timeline.NONE)
        .with(essence.history().seen(List.of(), essence.history().unlisted()));
  }

  @Test
  void otherEngines_findInWindows_whatIsInOne_andSaySo() throws IOException {
    Job job = run("local[2]", "--long", "-e", "shb");
    assertThat(job.err()).isEmpty();
    RunReport report = Job.report(out);
    assertThat(report.tests()).extracting(TestRun::events).containsExactly((long) events());
    assertThat(report.tests().get(0).limits())
        .singleElement()
        .satisfies(
            limit -> {
              assertThat(limit.limit()).isEqualTo("WINDOW");
              assertThat(limit.effect()).contains(splits.size() - 1 + " overlapping windows");
            });
    RunReport whole = new OneProcess(false, "shb").report(folder, List.of("long.rdt"));
    Set<String> inOneWindow = new TreeSet<>();
    for (ReportedRace race : whole.races()) {
      if (split(race.second().index()) - split(race.first().index()) <= 1) {
        inOneWindow.add(race.key().fingerprint());
      }
    }
    assertThat(inOneWindow).isNotEmpty();
    assertThat(keys(report)).containsAll(inOneWindow);
    assertThat(keys(whole)).containsAll(keys(report));
  }

  private static Set<String> keys(RunReport report) {
    return report.races().stream()
        .map(race -> race.key().fingerprint())
        .collect(Collectors.toSet());
  }

  private int split(long index) {
    int split = 0;
    while (split + 1 < splits.size() && splits.get(split + 1).eventsBefore() < index) {
      split++;
    }
    return split;
  }

  @Test
  void aDamagedTrace_isARow() throws IOException {
    byte[] bytes = Files.readAllBytes(folder.resolve("long.rdt"));
    int middle = (int) splits.get(1).offset() + (int) splits.get(1).length() / 2;
    Path damaged = out.resolve("damaged.rdt");
    bytes[middle] ^= 1;
    Files.write(damaged, bytes);
    String cut = out.resolve("cut.rdt").toString();
    Files.write(Path.of(cut), Arrays.copyOf(bytes, bytes.length / 2));
    Job job =
        Job.run(
            Job.conf("local[2]"),
            "--long",
            "-e",
            "djit",
            "--out",
            out.resolve("report").toString(),
            damaged.toString(),
            cut);
    assertThat(job.status()).isEqualTo(2);
    assertThat(job.err()).hasSize(2);
    assertThat(job.err().get(0)).startsWith("racedet: " + cut + ": byte ");
    assertThat(job.err().get(1)).startsWith("racedet: " + damaged + ": byte ");
    assertThat(Job.table(out.resolve("report"), "key", "damage")).hasSize(2);
  }
}
