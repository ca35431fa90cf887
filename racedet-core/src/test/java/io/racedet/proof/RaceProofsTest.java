package io.racedet.proof;

import static io.racedet.proof.ProvedTraces.HANDED_OVER;
import static io.racedet.proof.ProvedTraces.REVERSED;
import static io.racedet.proof.ProvedTraces.analyze;
import static io.racedet.proof.ProvedTraces.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.AnalysisReport;
import io.racedet.RaceAnalysis;
import io.racedet.RaceFeed;
import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.oracle.HappensBefore;
import io.racedet.oracle.Pair;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.ReorderingCheck;
import io.racedet.oracle.Reorderings;
import io.racedet.oracle.Section;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The grades of candidates, and their remarks in reports. */
class RaceProofsTest {
  private static final String[] ENGINES = {"tsan", "pwr-ee"};

  @ParameterizedTest
  @ValueSource(strings = {"tsan", "pwr-ee"})
  void witnesses_randomTraces_gradesAreThoseOfTheDefinitions(String engine) {
    SplittableRandom seeds = new SplittableRandom(6);
    for (int i = 0; i < 500; i++) {
      long seed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(Shape.everything().withMaxEvents(14), seed);
      RaceReport report = report(trace, engine, 1_000_000);
      SortedSet<Pair> candidates = new TreeSet<>();
      for (Race race : report(trace, engine, 0).races()) {
        candidates.add(pair(race));
      }
      SortedSet<Pair> observed = new HappensBefore(trace).races();
      observed.retainAll(candidates);
      SortedSet<Pair> witnessed = new Reorderings(trace).enabled();
      witnessed.retainAll(candidates);
      witnessed.removeAll(observed);
      assertThat(pairs(report.races(), Grade.OBSERVED)).as("seed " + seed).isEqualTo(observed);
      assertThat(pairs(report.races(), Grade.WITNESSED)).as("seed " + seed).isEqualTo(witnessed);
      assertThat(report.races()).as("seed " + seed).hasSize(observed.size() + witnessed.size());
      candidates.removeAll(observed);
      candidates.removeAll(witnessed);
      assertThat(pairs(report.refuted(), Grade.REFUTED)).as("seed " + seed).isEqualTo(candidates);
      assertThat(report.refuted()).as("seed " + seed).allMatch(race -> !race.remark().isEmpty());
      if (isWithoutInnerLocks(trace)) {
        assertThat(report.races())
            .as("seed " + seed)
            .filteredOn(race -> race.grade() == Grade.WITNESSED)
            .allMatch(race -> ReorderingCheck.isWitness(trace, indices(race), pair(race)));
      }
    }
  }

  /** Whether engines see all events that the enumeration has. */
  private static boolean isWithoutInnerLocks(TestTrace trace) {
    long acquires =
        trace.events().stream()
            .filter(e -> e.op() == Op.ACQUIRE || e.op() == Op.ACQUIRE_SHARED)
            .count();
    return Section.of(trace).size() == acquires;
  }

  private static List<Long> indices(Race race) {
    return LongStream.of(race.witness().indices()).boxed().toList();
  }

  private static RaceReport report(TestTrace trace, String engine, long budget) {
    RaceAnalysis analysis =
        RaceAnalysis.with(engine).names(trace).everyPair(true).witnesses(budget).start();
    trace.replay(analysis);
    return analysis.finish();
  }

  private static Pair pair(Race race) {
    return new Pair((int) race.first().index(), (int) race.second().index());
  }

  private static SortedSet<Pair> pairs(List<Race> races, Grade grade) {
    SortedSet<Pair> pairs = new TreeSet<>();
    races.stream().filter(race -> race.grade() == grade).forEach(race -> pairs.add(pair(race)));
    return pairs;
  }

  @Test
  void witness_sectionThatMayComeEarlier_isShownSideBySide() throws IOException {
    Race race = analyze(REVERSED, 1_000).races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
    assertThat(race.witness().indices()).containsExactly(4, 5, 1);
    assertThat(AnalysisReport.text(race))
        .endsWith(
            """
              why: ordered in this trace, but the same threads can run in another order, in which\
             both accesses come next:
                T1              T2
                                #4 acq(a) B:1
                                #5 rel(a) B:2
                #1 acq(a) A:1
                #2 <write> A:2  #6 <write> B:3  both are next
            """);
  }

  @Test
  void witness_recordedBeginning_isNotRepeated() throws IOException {
    String text =
        "T3|w(u)|C:1\nT3|w(u)|C:2\nT3|fork(T1)|\n"
            + "T1|w(z)|A:2\nT3|acq(a)|C:3\nT3|rel(a)|C:4\nT1|acq(a)|A:3\nT1|rel(a)|\n"
            + "T2|acq(a)|B:1\nT2|rel(a)|B:2\nT2|r(z)|B:3\n";
    Race race = analyze(text, 1_000).races().get(0);
    assertThat(race.witness().asRecorded()).isEqualTo(3);
    assertThat(race.witness().schedule()).extracting(Witness.Step::index).startsWith(9L);
    assertThat(AnalysisReport.text(race))
        .contains("    the first 3 events as recorded, then\n    T1 ")
        .contains("    #4 <write> A:2  #11 <read> B:3  both are next\n");
  }

  /** T2 executes the given events between its section and the access that races. */
  private static Race witnessed(String meanwhile) throws IOException {
    String text =
        "T1|w(z)|A:2\nT1|acq(a)|A:3\nT1|rel(a)|A:4\nT2|acq(a)|B:1\nT2|rel(a)|B:2\n"
            + meanwhile
            + "T2|w(z)|B:4\n";
    return analyze(text, 10_000).races().get(0);
  }

  @Test
  void witness_longSchedule_showsItsEnd() throws IOException {
    Race race = witnessed("T2|acq(b)|B:3\nT2|rel(b)|B:3\n".repeat(100));
    assertThat(race.witness().size()).isEqualTo(202);
    assertThat(race.witness().shown()).isEqualTo(50);
    assertThat(race.witness().schedule()).hasSize(50).last().extracting("index").isEqualTo(205L);
    assertThat(AnalysisReport.text(race)).contains("    152 events not shown here, then\n");
  }

  @Test
  void witness_accessesBesideThePoint_areOneStep() throws IOException {
    Race race = witnessed("T2|w(own)|B:3\nT2|r(own)|B:3\n".repeat(100));
    assertThat(race.witness().shown()).isEqualTo(202);
    assertThat(race.witness().schedule()).hasSize(3);
    assertThat(AnalysisReport.text(race))
        .contains(
            """
                                #4 acq(a) B:1
                                #5 rel(a) B:2
                                #6 to #205: 200 accesses
                #1 <write> A:2  #206 <write> B:4          both are next
            """);
  }

  @Test
  void refuted_isNoRace_andSaysWhy() throws IOException {
    RaceReport report = analyze(HANDED_OVER, 1_000);
    assertThat(report.races()).isEmpty();
    assertThat(report.refuted())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.grade()).isEqualTo(Grade.REFUTED);
              assertThat(race.remark())
                  .isEqualTo(
                      "in every reordering #2 comes first: #3 T1 w(y) before #6 T2 r(y) (is read)");
            });
  }

  @Test
  void nearestPairRefuted_anotherWitnessed_raceIsTheWitnessedOne() throws IOException {
    String far = REVERSED.replace("T2|w(z)|B:3", "T2|w(o)|\nT2|w(o)|\nT2|w(z)|B:4");
    RaceReport report = analyze(far + HANDED_OVER, 1_000);
    assertThat(report.refuted()).isEmpty();
    assertThat(report.races())
        .singleElement()
        .satisfies(
            race -> {
              assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
              assertThat(race.count()).isEqualTo(2);
              assertThat(race.variable()).isEqualTo("z");
              assertThat(race.second().index()).isEqualTo(8);
            });
  }

  @Test
  void onDecided_cheapestFirst_observedBeforeAll() throws IOException {
    String text =
        REVERSED.replace("T2|w(z)", "T2|w(own)|\nT2|w(own)|\nT2|w(z)")
            + REVERSED.replace("(a)", "(b)").replace("(z)", "(y)").replace(":", ":1")
            + HANDED_OVER.replace("(a)", "(c)").replace("(y)", "(v)").replace(":", ":2")
            + "T3|w(t)|C:1\nT4|r(t)|C:2\n";
    List<String> decided = new ArrayList<>();
    List<RaceReport> reports =
        run(
            TraceAnalysis.with("tsan").witnesses(1_000).onDecided(r -> decided.add(r.variable())),
            text);
    assertThat(decided).containsExactly("t", "y", "z");
    assertThat(reports.get(0).races()).extracting(Race::variable).containsExactly("z", "y", "t");
    assertThat(reports.get(0).refuted()).extracting(Race::variable).containsExactly("x");
  }

  @Test
  void raceWithoutFirstAccess_staysPredicted() throws IOException {
    String text =
        "T1|acq(l)|a\nT1|w(x)|b\nT1|rel(l)|c\nT2|acq(l)|d\nT2|r(x)|e\nT2|rel(l)|f\nT1|r(x)|g\n";
    RaceReport report =
        run(TraceAnalysis.with("eraser").everyPair(true).witnesses(1_000), text).get(0);
    assertThat(report.races()).extracting(Race::grade).containsExactly(Grade.PREDICTED);
  }

  @Test
  void listener_withWitnesses_isToldWhatTheReportHas() {
    List<Race> told = new ArrayList<>();
    RaceAnalysis analysis = RaceAnalysis.with(ENGINES).witnesses(1_000).onRace(told::add).start();
    TestTrace.parse(REVERSED).replay(analysis);
    assertThat(analysis.finish().races()).isEqualTo(told);
    assertThat(told).extracting(Race::grade).containsExactly(Grade.WITNESSED);
    assertThat(told).extracting(Race::kind).containsExactly(RaceKind.WRITE_WRITE);
  }

  @Test
  void feed_withWitnesses_refutes() {
    RaceFeed feed = RaceFeed.with("pwr-ee").witnesses(1_000).open();
    TestTrace trace = TestTrace.parse(REVERSED);
    trace
        .events()
        .forEach(
            e ->
                feed.event(
                    e.op(),
                    "T" + e.thread(),
                    trace.name(e.op().operand(), e.operand()),
                    e.location() == EventSink.NO_LOCATION ? "" : trace.location(e.location())));
    assertThat(feed.finish().races()).extracting(Race::grade).containsExactly(Grade.WITNESSED);
  }
}
