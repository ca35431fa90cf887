package io.racedet.samples.demo;

import java.util.List;
import java.util.stream.Stream;

/** What is switched off in a run of the demo. */
final class Without {
  private Without() {}

  /** The properties of the switches that are named by {@code demo.without}. */
  static List<String> named() {
    return Stream.of(System.getProperty("demo.without", "").split(","))
        .filter(name -> !name.isBlank())
        .map(name -> "racedet." + name.strip())
        .toList();
  }
}
