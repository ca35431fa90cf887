package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.oracle.TestTrace;
import io.racedet.witness.checker.WitnessChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much searches cost, and what ends them. */
class SearchBudgetTest {
  private static final long UNLIMITED = Long.MAX_VALUE;

  /** Two threads whose sections can be reversed; each copy has threads and names of its own. */
  private static String reversible(int copy) {
    return """
        A|acq(l)|
        A|w(z)|
        A|rel(l)|
        B|acq(l)|
        B|rel(l)|
        B|w(z)|
        """
        .replaceAll("([AB])[|]", "$1" + copy + "|")
        .replaceAll("([lz])[)]", "$1" + copy + ")");
  }

  /** Threads that main forks and joins, with or without a lock, before two that can be reversed. */
  private static EventHistory afterThreads(int threads, boolean lock) {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < threads; i++) {
      String events = lock ? "c|acq(m)|\nc|rel(m)|\n" : "c|r(k)|\n";
      trace.append("main|fork(c" + i + ")|\n").append(events.replace("c|", "c" + i + "|"));
    }
    for (int i = 0; i < threads; i++) {
      trace.append("main|join(c" + i + ")|\n");
    }
    trace.append("main|fork(A0)|\nmain|fork(B0)|\n").append(reversible(0));
    return Recording.of(TestTrace.parse(trace.toString()));
  }

  /** As a matrix, the clocks of these threads would have more than 40 million elements. */
  @ParameterizedTest
  @CsvSource({"4600, false, 2000000", "4600, true, 3000000"})
  void search_manyThreads_costsLittleMoreThanItsEvents(int threads, boolean lock, long steps) {
    EventHistory trace = afterThreads(threads, lock);
    WitnessSearch search = new WitnessSearch(trace, steps, UNLIMITED);
    long last = trace.index(trace.size() - 1);
    SearchResult result = search.search(last - 4, last);
    assertThat(result).isInstanceOf(SearchResult.Witnessed.class);
    assertThat(
            new WitnessChecker(trace)
                .accepts(((SearchResult.Witnessed) result).sequence(), last - 4, last))
        .isTrue();
  }

  private static EventHistory copies(int count) {
    String trace =
        IntStream.range(0, count)
            .mapToObj(SearchBudgetTest::reversible)
            .collect(Collectors.joining());
    return Recording.of(TestTrace.parse(trace));
  }

  private static List<SearchResult> search(WitnessSearch search, int copies) {
    List<SearchResult> results = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      results.add(search.search(6L * i + 2, 6L * i + 6));
    }
    return results;
  }

  @Test
  void search_totalSpent_laterOnesAreNotBegun() {
    EventHistory trace = copies(20);
    List<SearchResult> results = search(new WitnessSearch(trace, 1_000_000, 1_500), 20);
    long witnessed = results.stream().filter(SearchResult.Witnessed.class::isInstance).count();
    assertThat(witnessed).isBetween(3L, 17L);
    assertThat(results.subList(0, (int) witnessed))
        .allMatch(SearchResult.Witnessed.class::isInstance);
    assertThat(results.subList((int) witnessed + 1, 20))
        .containsOnly(new SearchResult.GaveUp(0, true));
    assertThat(search(new WitnessSearch(trace, 1_000_000, 1_500), 20))
        .extracting(Object::getClass)
        .isEqualTo(results.stream().map(Object::getClass).toList());
    assertThat(search(new WitnessSearch(trace, 1_000_000, UNLIMITED), 20))
        .hasOnlyElementsOfType(SearchResult.Witnessed.class);
  }

  @Test
  void search_ownBudgetSpent_saysThatItWasThat() {
    SearchResult result = new WitnessSearch(copies(1), 1, UNLIMITED).search(2, 6);
    assertThat(result)
        .isInstanceOfSatisfying(
            SearchResult.GaveUp.class,
            end -> {
              assertThat(end.isTotal()).isFalse();
              assertThat(end.steps()).isPositive();
            });
  }
}
