package io.racedet.junit.naming;

import java.util.regex.Pattern;

/**
 * The name that a trace has for an object that synchronises, {@code Object@1}, as part of the name
 * of what synchronises, {@code Object@1 monitor}.
 */
record ObjectToken(String text) {
  static final Pattern TOKENS = Pattern.compile("[\\w$.\\[\\]]+@\\d+");
  private static final String MONITOR = " monitor";

  /** Whether something is the monitor of an object. */
  static boolean isMonitor(String name) {
    return name.endsWith(MONITOR);
  }

  /** The name of the monitor of an object. */
  static String monitor(String object) {
    return object + MONITOR;
  }

  /** The class of the object. */
  String type() {
    return text.substring(0, text.lastIndexOf('@'));
  }
}
