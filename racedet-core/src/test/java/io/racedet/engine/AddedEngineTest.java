package io.racedet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.engine.catalogue.Engines;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.Race;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine with a new order is one file, {@link StartsAndEnds}, and one line. */
class AddedEngineTest {
  private static final long SEED = 11;
  private static final int TRACES = 300;

  /** The line. */
  private static final EngineDefinition ADDED =
      EngineDefinition.of(StartsAndEnds.CLAIMS, StartsAndEnds::create);

  @Test
  void races_areThoseOfItsClosure() {
    int races = 0;
    int ordered = 0;
    for (int i = 0; i < TRACES; i++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), SEED + i);
      RaceAnalysis analysis = RaceAnalysis.with("djit").engine(ADDED).everyPair(true).start();
      trace.replay(analysis);
      // Every race of happens-before is one of the weaker order, too.
      SortedSet<Long> reported =
          analysis.finish().races().stream()
              .map(race -> race.second().index())
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(reported).as("seed %d %s", SEED + i, trace).isEqualTo(racing(trace));
      races += reported.size();
      ordered += reported.isEmpty() ? 1 : 0;
    }
    assertThat(races).isPositive();
    assertThat(ordered).isPositive();
  }

  /** The accesses that an earlier conflicting one is not before, by the definition. */
  private static SortedSet<Long> racing(TestTrace trace) {
    int size = trace.size();
    boolean[][] before = new boolean[size + 1][size + 1];
    SortedSet<Long> racing = new TreeSet<>();
    for (int f = 1; f <= size; f++) {
      for (int e = f - 1; e >= 1; e--) {
        if (!before[e][f] && isEdge(trace.event(e), trace.event(f))) {
          before[e][f] = true;
          for (int d = 1; d < e; d++) {
            before[d][f] |= before[d][e];
          }
        }
      }
      for (int e = 1; e < f; e++) {
        if (!before[e][f] && trace.event(e).conflictsWith(trace.event(f))) {
          racing.add((long) f);
        }
      }
    }
    return racing;
  }

  private static boolean isEdge(TraceEvent e, TraceEvent f) {
    return e.thread() == f.thread()
        || e.op() == Op.FORK && e.operand() == f.thread()
        || f.op() == Op.JOIN && f.operand() == e.thread()
        || e.op() == Op.FORK && f.op() == Op.JOIN && e.operand() == f.operand();
  }

  @Test
  void traceFile_isAnalysedByIt(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("locked.std"),
            "A|acq(l)|1\nA|w(x)|2\nA|rel(l)|3\nB|acq(l)|4\nB|w(x)|5\nB|rel(l)|6\n");
    try (TraceReader trace = TraceFile.open(file, TraceFormat.STD, false)) {
      List<RaceReport> reports = TraceAnalysis.with("djit").engine(ADDED).build().run(trace);
      assertThat(reports.get(0).races()).isEmpty();
      assertThat(reports.get(1).races())
          .extracting(Race::engine, race -> race.first().index(), race -> race.second().index())
          .containsExactly(tuple("starts-and-ends", 2L, 5L));
    }
  }

  @Test
  void table_hasTheEnginesThatShip_andNoOther() {
    assertThat(Engines.names()).doesNotHaveDuplicates().doesNotContain(ADDED.name());
    assertThatThrownBy(() -> Engines.named(ADDED.name()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "engine: %s (expected: one of %s; the jar racedet-compressed has more)",
            ADDED.name(), String.join(", ", Engines.names()));
  }
}
