package io.racedet.oracle;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two events by their indices in the trace, from 1.
 *
 * @param first the earlier
 * @param second the later
 */
public record Pair(int first, int second) implements Comparable<Pair> {
  private static final Pattern TEXT = Pattern.compile("\\((\\d+),(\\d+)\\)");

  /** Reads a cell of a verdict table, for example {@code (1,3) (2,4)} or {@code -}. */
  public static SortedSet<Pair> parse(String cell) {
    SortedSet<Pair> pairs = new TreeSet<>();
    Matcher matcher = TEXT.matcher(cell);
    while (matcher.find()) {
      pairs.add(new Pair(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
    }
    return pairs;
  }

  /** The race whose later access comes first, of several the one whose earlier access is last. */
  public static Pair firstRace(SortedSet<Pair> races) {
    return Collections.min(
        races,
        Comparator.comparingInt(Pair::second)
            .thenComparing(Pair::first, Comparator.reverseOrder()));
  }

  /** For each later access and each thread the pair with the thread's last of the earlier ones. */
  public static SortedSet<Pair> lastOfEachThread(SortedSet<Pair> pairs, TestTrace trace) {
    record Reported(int second, int thread) {}

    Map<Reported, Pair> last = new HashMap<>();
    for (Pair pair : pairs) {
      last.put(new Reported(pair.second, trace.event(pair.first).thread()), pair);
    }
    return new TreeSet<>(last.values());
  }

  @Override
  public int compareTo(Pair other) {
    return Comparator.comparingInt(Pair::first).thenComparingInt(Pair::second).compare(this, other);
  }

  @Override
  public String toString() {
    return "(" + first + "," + second + ")";
  }
}
