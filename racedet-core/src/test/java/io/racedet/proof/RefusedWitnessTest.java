package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceReport;
import io.racedet.ReportedFindings;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.race.AccessContext;
import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.html.HtmlReport;
import io.racedet.report.json.JsonReport;
import io.racedet.report.sarif.SarifReport;
import io.racedet.witness.checker.WitnessChecker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A witness that the checker refuses, which only a defect of the search can cause. */
class RefusedWitnessTest {
  private static final int LOCK = 0;
  private static final int COPIES = 2;
  private static final String ERROR =
      "INTERNAL ERROR: the checker refuses the witness of events 2,6; please report this with the"
          + " trace";

  private final LockContexts contexts = new LockContexts();
  private final EventBlock block = new EventBlock();

  private void add(Op op, int thread, int operand, boolean locked) {
    int context = contexts.root(thread);
    int at = locked ? contexts.child(context, LOCK, false) : context;
    block.add(op, thread, operand, block.size() + 1L, at, block.size() + 1);
  }

  /** Two pairs of accesses, the earlier one under a lock that the other thread has left. */
  private RaceReport report(RaceProofs proofs) {
    List<String> engines = List.of("djit");
    RaceCollector collector = new RaceCollector(contexts, Names.IDS, false, engines, proofs);
    RaceSink races = collector.sink(0);
    for (int i = 0; i < COPIES; i++) {
      int first = 2 * i;
      add(Op.ACQUIRE, first, LOCK, true);
      add(Op.WRITE, first, i, true);
      add(Op.RELEASE, first, LOCK, true);
      add(Op.ACQUIRE, first + 1, LOCK, true);
      add(Op.RELEASE, first + 1, LOCK, true);
      add(Op.WRITE, first + 1, i, false);
      int end = block.size();
      long detail = AccessContext.of(block.contexts()[end - 5], block.locations()[end - 5]);
      long otherDetail = AccessContext.of(block.contexts()[end - 1], block.locations()[end - 1]);
      races.race(i, RaceKind.WRITE_WRITE, true, end - 4, detail, end, otherDetail);
    }
    proofs.record(block);
    collector.prove(race -> {});
    return new RaceReport(
        collector.found(),
        collector.refuted(),
        12,
        0,
        collector.limits(),
        collector.errors(),
        List.of(),
        List.of());
  }

  private RaceReport report() {
    return report(
        new RaceProofs(
            contexts,
            Names.IDS,
            new SearchBudget(1_000, 1_000_000),
            trace -> {
              WitnessChecker checker = new WitnessChecker(trace);
              return (claim, found) -> claim.next()[0] != 2 && claim.isProved(checker, found);
            }));
  }

  @Test
  void refusedWitness_pairStaysPredicted_andTheOthersAreProved() {
    RaceReport report = report();
    assertThat(report.races())
        .extracting("grade")
        .containsExactly(Grade.PREDICTED, Grade.WITNESSED);
    assertThat(report.races().get(0).remark())
        .isEqualTo("internal error: the checker refuses the witness of events 2,6");
    assertThat(report.refuted()).isEmpty();
    assertThat(report.limits()).isEmpty();
    assertThat(report.problems()).containsExactly(ERROR);
  }

  @Test
  void refusedWitness_isSaidInEveryReport() throws IOException {
    RaceReport report = report();
    assertThat(report.text()).endsWith("2 races in 12 events\n" + ERROR + "\n");
    RunReport run = ReportedFindings.of("shop", List.of("djit"), report);
    assertThat(run.warnings()).containsExactly("shop: " + ERROR);
    assertThat(written(out -> JsonReport.write(run, out))).contains("\"shop: " + ERROR + "\"");
    assertThat(written(out -> HtmlReport.write(run, Sources.NONE, out)))
        .contains("\"warnings\":[\"shop: " + ERROR + "\"]");
    assertThat(written(out -> SarifReport.write(run, Sources.NONE, out)))
        .contains("\"executionSuccessful\":false")
        .contains(ERROR);
  }

  @Test
  void noRefusal_noErrors() {
    RaceReport report =
        report(new RaceProofs(contexts, Names.IDS, new SearchBudget(1_000, 1_000_000)));
    assertThat(report.races()).extracting("grade").containsOnly(Grade.WITNESSED);
    assertThat(report.errors()).isEmpty();
    assertThat(report.text()).doesNotContain("ERROR");
  }

  /** Writes a report. */
  @FunctionalInterface
  private interface Writing {
    void to(ByteArrayOutputStream out) throws IOException;
  }

  private static String written(Writing writing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writing.to(out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
