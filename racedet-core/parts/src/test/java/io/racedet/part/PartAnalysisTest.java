package io.racedet.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.LitmusCase;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.SplitFiles;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Parts together have the races of the whole trace, however they are cut and combined. */
class PartAnalysisTest {
  private static final String[] ENGINES = PartAnalysis.ENGINES.toArray(String[]::new);

  @Provide
  Arbitrary<TestTrace> traces() {
    return Arbitraries.of(
            Shape.everything(),
            Shape.guardedEverything(),
            Shape.shortThreads(),
            Shape.waits(),
            Shape.plain())
        .flatMap(RandomTraces::arbitrary);
  }

  @Property(tries = 1000)
  void partsOfRandomTraces_haveTheRacesOfTheWhole(
      @ForAll("traces") TestTrace trace, @ForAll long seed) throws IOException {
    assertSame(trace, seed);
  }

  @Test
  void partsOfLitmusTraces_haveTheRacesOfTheWhole() throws IOException {
    for (LitmusCase each : Litmus.all().toList()) {
      assertSame(each.trace(), each.trace().size());
    }
  }

  private static void assertSame(TestTrace trace, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int often = 1 + random.nextInt(10);
    byte[] file = SplitFiles.of(trace, index -> random.nextInt(often) == 0);
    List<TraceSplit> splits = SplitFiles.list(file);
    for (boolean everyPair : new boolean[] {false, true}) {
      PartAnalysis analysis = everyPair ? PartAnalysis.everyPair() : PartAnalysis.usual();
      List<PartSummary> summaries = new ArrayList<>();
      for (TraceSplit split : splits) {
        try (TraceReader part = SplitFiles.open(file, split)) {
          summaries.add(PartSummary.of(analysis.summarise(part).toBytes()));
        }
      }
      List<PartRaces> races = new ArrayList<>();
      for (int i = 0; i < splits.size(); i++) {
        PartSummary before = tree(summaries.subList(0, i), random);
        assertThat(before.toBytes()).isEqualTo(tree(summaries.subList(0, i), random).toBytes());
        PartSummary all = PartSummary.NOTHING.combine(before);
        PartSummary enough = PartSummary.of(all.forPart(summaries.get(i)).toBytes());
        try (TraceReader part = SplitFiles.open(file, splits.get(i))) {
          races.add(analysis.races(random.nextBoolean() ? all : enough, part));
        }
      }
      PartRaces together = together(races, random);
      List<RaceReport> whole =
          TraceAnalysis.with(ENGINES).everyPair(everyPair).build().run(whole(file));
      for (int i = 0; i < ENGINES.length; i++) {
        assertThat(together.report(ENGINES[i]))
            .as("seed %s, %s in %s parts of%n%s", seed, ENGINES[i], splits.size(), trace)
            .isEqualTo(whole.get(i));
      }
    }
  }

  private static TraceReader whole(byte[] file) throws IOException {
    return TraceFormat.RDT.reader(new ByteArrayInputStream(file), "test.file", false);
  }

  /** Combines summaries in a random tree. */
  private static PartSummary tree(List<PartSummary> summaries, SplittableRandom random) {
    if (summaries.isEmpty()) {
      return PartSummary.NOTHING;
    }
    List<PartSummary> left = new ArrayList<>(summaries);
    while (left.size() > 1) {
      int at = random.nextInt(left.size() - 1);
      left.set(at, left.get(at).combine(left.remove(at + 1)));
    }
    return left.get(0);
  }

  /** Adds up races in a random order. */
  private static PartRaces together(List<PartRaces> races, SplittableRandom random) {
    List<PartRaces> left = new ArrayList<>(races);
    PartRaces all = PartRaces.NOTHING;
    while (!left.isEmpty()) {
      PartRaces next = PartRaces.of(left.remove(random.nextInt(left.size())).toBytes());
      all = random.nextBoolean() ? all.combine(next) : next.combine(all);
    }
    return all;
  }
}
