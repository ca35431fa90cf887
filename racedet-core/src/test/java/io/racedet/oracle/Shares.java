package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts the fraction of traces with some property. */
public final class Shares {
  private static final int PERCENT = 100;

  private record Share(int traces, int cases) {
    double percent() {
      return (double) PERCENT * cases / traces;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.2f %% of %d", percent(), traces);
    }
  }

  private final SortedMap<String, Share> shares = new TreeMap<>();

  /** Counts a trace, with or without a property. */
  public void count(String what, boolean isTheCase) {
    Share share = new Share(1, isTheCase ? 1 : 0);
    shares.merge(what, share, (a, b) -> new Share(a.traces + b.traces, a.cases + b.cases));
  }

  public void print() {
    shares.forEach((what, share) -> System.out.println(what + ": " + share));
  }

  /** Asserts that at least some per cent of the traces counted for a property have it. */
  public void assertAtLeast(double percent, String what) {
    assertThat(shares).containsKey(what);
    assertThat(shares.get(what).percent())
        .as("%s in %s", what, shares)
        .isGreaterThanOrEqualTo(percent);
  }
}
