package io.racedet.junit.report;

import io.racedet.report.Frame;
import io.racedet.report.ReportedAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Recognises idioms that race by design, to suggest a fix. They fail a test like any other race.
 */
final class Idiom {
  private Idiom() {}

  /**
   * Recognises the racy single-check cache, as in {@code String.hash}: one method reads a field on
   * one line and writes it on a later one, without a lock, in both threads.
   */
  static Optional<String> of(FoundRace found, List<FoundRace> all) {
    List<FoundRace> same =
        all.stream().filter(other -> other.variable().equals(found.variable())).toList();
    Set<Integer> reads = new TreeSet<>();
    Set<Integer> writes = new TreeSet<>();
    for (FoundRace other : same) {
      for (ReportedAccess access : accesses(other)) {
        line(access).ifPresent((access.write() ? writes : reads)::add);
      }
    }
    boolean cache =
        methods(same).size() == 1
            && same.stream()
                .flatMap(other -> accesses(other).stream())
                .allMatch(Idiom::isPlainUnlocked)
            && !reads.isEmpty()
            && !writes.isEmpty()
            && reads.stream().allMatch(read -> writes.stream().allMatch(write -> read < write));
    return cache
        ? Optional.of(
            "this looks like a racy single-check cache (read, compute, store, always the same"
                + " value). It is nevertheless a race: make the field volatile, or leave the class"
                + " out if it is safe by design")
        : Optional.empty();
  }

  private static Set<String> methods(List<FoundRace> races) {
    return races.stream()
        .flatMap(found -> accesses(found).stream())
        .map(
            access ->
                access.stack().stream()
                    .findFirst()
                    .map(frame -> frame.className() + '.' + frame.method())
                    .orElse(""))
        .collect(Collectors.toSet());
  }

  private static List<ReportedAccess> accesses(FoundRace found) {
    return List.of(found.reported().first(), found.reported().second());
  }

  private static Optional<Integer> line(ReportedAccess access) {
    return access.stack().stream().findFirst().map(Frame::line);
  }

  private static boolean isPlainUnlocked(ReportedAccess access) {
    return access.locks().isEmpty() && !access.atomic();
  }
}
