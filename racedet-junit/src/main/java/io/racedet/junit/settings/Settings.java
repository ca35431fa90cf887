package io.racedet.junit.settings;

import io.racedet.junit.BodyThread;
import io.racedet.junit.FailOn;
import io.racedet.junit.RaceFree;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One source of attribute values as text: an annotation, the configuration, or calls in code. */
public interface Settings {
  /** The prefix of all configuration parameters. */
  String PREFIX = "racedet.";

  /** Returns the value of an attribute; empty if this source does not set it. */
  Optional<String> value(String attribute);

  /**
   * Returns how messages name an attribute, for example {@code @RaceFree on
   * AccountTest.transfers(): repetitions}.
   */
  String label(String attribute);

  /** Returns the attributes that an annotation sets. */
  static Settings of(RaceFree annotation, String origin) {
    Map<String, String> values = new LinkedHashMap<>();
    number(values, "repetitions", annotation.repetitions());
    text(values, "timeLimit", annotation.timeLimit());
    text(values, "hangAfter", annotation.hangAfter());
    text(values, "schedule", list(annotation.schedule()));
    number(values, "seed", annotation.seed());
    text(values, "engines", list(annotation.engines()));
    if (annotation.failOn() != FailOn.DEFAULT) {
      values.put("failOn", annotation.failOn().name());
    }
    text(values, "instrument", list(annotation.instrument()));
    text(values, "exclude", list(annotation.exclude()));
    number(values, "maxEvents", annotation.maxEvents());
    number(values, "memory", annotation.memory());
    number(values, "spill", annotation.spill());
    if (annotation.thread() != BodyThread.DEFAULT) {
      values.put("thread", annotation.thread().name());
    }
    text(values, "baseline", annotation.baseline());
    text(values, "output", annotation.output());
    if (!annotation.threadFailures()) {
      values.put("threadFailures", "false");
    }
    if (!annotation.deadlocks()) {
      values.put("deadlocks", "false");
    }
    if (!annotation.enabled()) {
      values.put("enabled", "false");
    }
    return of(values, origin + ": ");
  }

  /**
   * Returns settings with the given values. A prefix precedes the name of an attribute in messages.
   */
  static Settings of(Map<String, String> values, String labelPrefix) {
    Map<String, String> copy = Map.copyOf(values);
    return of(attribute -> Optional.ofNullable(copy.get(attribute)), labelPrefix);
  }

  /** Returns the configuration parameters {@code racedet.*}, which have full names. */
  static Settings ofParameters(Function<String, Optional<String>> parameters) {
    return of(
        attribute -> parameters.apply(PREFIX + attribute), "configuration parameter " + PREFIX);
  }

  private static Settings of(Function<String, Optional<String>> values, String labelPrefix) {
    return new Settings() {
      @Override
      public Optional<String> value(String attribute) {
        return values.apply(attribute);
      }

      @Override
      public String label(String attribute) {
        return labelPrefix + attribute;
      }
    };
  }

  private static void number(Map<String, String> values, String attribute, long value) {
    if (value != RaceFree.UNSET) {
      values.put(attribute, Long.toString(value));
    }
  }

  private static void text(Map<String, String> values, String attribute, String value) {
    if (!value.isEmpty()) {
      values.put(attribute, value);
    }
  }

  private static String list(Object[] elements) {
    return Arrays.stream(elements).map(Object::toString).collect(Collectors.joining(", "));
  }
}
