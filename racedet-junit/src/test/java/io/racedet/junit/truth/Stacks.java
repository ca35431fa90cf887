package io.racedet.junit.truth;

import java.util.Map;

/** The stacks of all threads. */
final class Stacks {
  private Stacks() {}

  static String all() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      text.append('\n').append(entry.getKey());
      for (StackTraceElement frame : entry.getValue()) {
        text.append("\n    ").append(frame);
      }
    }
    return text.toString();
  }
}
