package io.racedet.junit.check;

import java.util.HexFormat;
import java.util.Locale;

/** Makes the name of the trace file of a test: readable and unique. */
final class TraceFileName {
  private static final int READABLE = 80;

  private TraceFileName() {}

  static String of(CheckSubject subject) {
    String words = subject.name().replaceAll("[^A-Za-z0-9]+", "-").toLowerCase(Locale.ROOT);
    String start = words.substring(0, Math.min(READABLE, words.length()));
    return start + '-' + HexFormat.of().toHexDigits(subject.id().hashCode());
  }
}
