package io.racedet.junit.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Mutants that no program is expected to kill, each with the reason. */
final class Survivors {
  private Survivors() {}

  /** Reasons by the keys of mutants. */
  static Map<String, String> reasons() {
    try (InputStream in = Survivors.class.getResourceAsStream("survivors.txt")) {
      Map<String, String> reasons = new LinkedHashMap<>();
      String reason = null;
      for (String row : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        String text = row.strip();
        if (text.startsWith("because ")) {
          reason = text.substring("because ".length());
        } else if (!text.isEmpty() && !text.startsWith("#") && reasons.put(text, reason) != null) {
          throw new IllegalStateException("twice: " + text);
        }
      }
      return reasons;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
