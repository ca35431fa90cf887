package io.racedet.junit.report;

import io.racedet.race.Race;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Recognises idioms that race by design, to name their remedies. They fail like any other race. */
final class Idiom {
  private Idiom() {}

  /**
   * Recognises the racy single-check cache, as of {@code String.hash}: one method reads a field on
   * one line and writes it on a later one, without a lock, in both threads.
   */
  static Optional<String> of(RaceStory story, List<RaceStory> all) {
    List<RaceStory> same =
        all.stream().filter(other -> other.variable().equals(story.variable())).toList();
    Set<Integer> reads = new TreeSet<>();
    Set<Integer> writes = new TreeSet<>();
    for (RaceStory other : same) {
      line(other.first()).ifPresent((other.race().first().write() ? writes : reads)::add);
      line(other.second()).ifPresent((other.race().second().write() ? writes : reads)::add);
    }
    boolean cache =
        methods(same).size() == 1
            && same.stream().map(RaceStory::race).allMatch(Idiom::isPlainUnlocked)
            && !reads.isEmpty()
            && !writes.isEmpty()
            && reads.stream().allMatch(read -> writes.stream().allMatch(write -> read < write));
    return cache
        ? Optional.of(
            "this looks like a racy single-check cache (read, compute, store, always the same"
                + " value). It is a race all the same: make the field volatile, or leave the class"
                + " out if it is safe by design")
        : Optional.empty();
  }

  private static Set<String> methods(List<RaceStory> stories) {
    return stories.stream()
        .flatMap(story -> List.of(story.first(), story.second()).stream())
        .map(
            side ->
                side.frames().stream()
                    .findFirst()
                    .map(frame -> frame.getClassName() + '.' + frame.getMethodName())
                    .orElse(""))
        .collect(Collectors.toSet());
  }

  private static Optional<Integer> line(Side side) {
    return side.frames().stream().findFirst().map(StackTraceElement::getLineNumber);
  }

  private static boolean isPlainUnlocked(Race race) {
    return race.first().lockset().isEmpty()
        && race.second().lockset().isEmpty()
        && !race.first().atomic()
        && !race.second().atomic();
  }
}
