package io.racedet.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
  private static TestRun test(String id, String className, Outcome outcome, long events) {
    return new TestRun(
        id, id, className, outcome, 2, events, "", List.of(), List.of(), List.of(), 0, List.of());
  }

  private static RunReport report(TestRun... tests) {
    return RunReport.of("", List.of(tests), List.of(), List.of());
  }

  @Test
  void testsThatShowSomething_areChecked_whetherTheyPassOrRace() {
    assertThat(
            RunSummary.of(
                report(test("a", "A", Outcome.PASSED, 1000), test("b", "A", Outcome.RACES, 234))))
        .containsExactly("2 tests checked", "4 repetitions", "1,234 events");
  }

  @Test
  void testsThatProveNothing_areNotCountedAsChecked() {
    assertThat(
            RunSummary.of(
                report(
                    test("a", "A", Outcome.PASSED, 1),
                    test("b", "A", Outcome.ONE_THREAD, 0),
                    test("c", "A", Outcome.NOT_CHECKED, 0))))
        .containsExactly(
            "1 test checked, 1 with one thread only, 1 not checked", "6 repetitions", "1 event");
  }

  @Test
  void traces_areNoTests() {
    assertThat(RunSummary.of(report(test("a.rdt", "", Outcome.RACES, 7))))
        .containsExactly("1 trace analysed", "7 events");
  }

  @Test
  void nothing_isNothing() {
    assertThat(RunSummary.of(report()))
        .containsExactly("0 tests checked", "0 repetitions", "0 events");
    assertThat(RunSummary.ofFindings(report())).isEqualTo("nothing was checked");
    assertThat(RunSummary.ofFindings(report(test("a", "A", Outcome.PASSED, 1))))
        .isEqualTo("no race");
  }

  /* Whatever is in a report, the numbers of the first part add up to its tests. */
  @Property(tries = 100)
  void eachTest_isInOneNumber(@ForAll long seed) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      outcomes.addAll(
          Collections.nCopies(Math.floorMod(seed * (outcome.ordinal() + 3), 7), outcome));
    }
    TestRun[] tests = outcomes.stream().map(o -> test(o.name(), "A", o, 0)).toArray(TestRun[]::new);
    String counts = RunSummary.of(report(tests)).get(0);
    assertThat(
            Arrays.stream(counts.split(", (?=[0-9])"))
                .mapToInt(part -> Integer.parseInt(part.split(" ")[0]))
                .sum())
        .isEqualTo(tests.length);
  }
}
