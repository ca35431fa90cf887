package io.racedet.junit.grande;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The time of processors that the timed runs have used, by what has used it.
 *
 * @param parts the nanoseconds of each part; a part that is missing has used none
 */
record Split(Map<Part, Long> parts) {
  /** Of runs of which nothing is known. */
  static final Split NONE = new Split(Map.of());

  Split {
    parts = Map.copyOf(parts);
  }

  /**
   * Splits the time of all threads that are not the JVM's own by their samples. That of a sample is
   * not known: it depends on how many threads wait for processors, the one that samples, too.
   *
   * @param samples how often a thread was seen in each part
   */
  static Split of(ProcessorTime used, Map<Part, Integer> samples) {
    Map<Part, Long> parts = new EnumMap<>(Part.class);
    double all = samples.values().stream().mapToInt(Integer::intValue).sum();
    samples.forEach((part, count) -> parts.put(part, Math.round(used.rest() * (count / all))));
    parts.put(Part.GC, used.gc());
    parts.put(Part.JIT, used.jit());
    return new Split(parts);
  }

  /** Reads numbers; without any, nothing is known. */
  static Split of(List<Long> numbers) {
    Map<Part, Long> parts = new EnumMap<>(Part.class);
    for (int i = 0; i < numbers.size(); i++) {
      parts.put(Part.values()[i], numbers.get(i));
    }
    parts.values().removeIf(nanos -> nanos == 0);
    return new Split(parts);
  }

  /** The same as numbers. */
  List<Long> numbers() {
    return parts.isEmpty()
        ? List.of()
        : Arrays.stream(Part.values()).map(part -> parts.getOrDefault(part, 0L)).toList();
  }

  /** The nanoseconds of all parts. */
  long total() {
    return parts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The part's share of all parts, from 0 to 1; not a number if they are none. */
  double share(Part part) {
    return parts.getOrDefault(part, 0L) / (double) total();
  }
}
