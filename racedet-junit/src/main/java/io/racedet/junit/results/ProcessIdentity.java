package io.racedet.junit.results;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A process of this machine, told from later ones with the same number by its start.
 *
 * @param pid its number
 * @param start when it was started, in milliseconds; 0 when the system does not say
 */
record ProcessIdentity(long pid, long start) {
  static ProcessIdentity of(ProcessHandle process) {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return new ProcessIdentity(process.pid(), start);
  }

  static ProcessIdentity current() {
    return of(ProcessHandle.current());
  }

  boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .filter(process -> of(process).equals(this))
        .isPresent();
  }

  /** A text for the name of a file. */
  String text() {
    return String.format(Locale.ROOT, "%d-%d", pid, start);
  }

  /** Reads what {@link #text} has written. */
  static Optional<ProcessIdentity> parse(String text) {
    String[] numbers = text.split("-", -1);
    boolean isOne =
        numbers.length == 2 && numbers[0].matches("\\d{1,18}") && numbers[1].matches("\\d{1,18}");
    return isOne
        ? Optional.of(new ProcessIdentity(Long.parseLong(numbers[0]), Long.parseLong(numbers[1])))
        : Optional.empty();
  }
}
