package io.racedet.junit.results;

import java.time.Instant;
import java.util.Optional;

/**
 * A process of this machine. The start time distinguishes it from later ones with the same id.
 *
 * @param start its start time in milliseconds since the epoch; 0 if the system does not provide it
 */
record ProcessIdentity(long pid, long start) {
  private static final ProcessIdentity CURRENT = of(ProcessHandle.current());

  static ProcessIdentity of(ProcessHandle process) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return new ProcessIdentity(process.pid(), start);
  }

  static ProcessIdentity current() {
    return CURRENT;
  }

  boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> of(process).equals(this))
        .isPresent();
  }

  /** Formats it for the name of a file. */
  String text() {
    return pid + "-" + start;
  }

  /** Parses what {@link #text} returns. */
  static Optional<ProcessIdentity> parse(String text) {
    String[] numbers = text.split("-", -1);
    boolean isOne =
        numbers.length == 2 && numbers[0].matches("\\d{1,18}") && numbers[1].matches("\\d{1,18}");
    return isOne
        ? Optional.of(new ProcessIdentity(Long.parseLong(numbers[0]), Long.parseLong(numbers[1])))
        : Optional.empty();
  }
}
