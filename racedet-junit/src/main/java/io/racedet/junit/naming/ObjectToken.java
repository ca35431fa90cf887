package io.racedet.junit.naming;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a trace has for an object that synchronises, {@code Object@1}, as part of the name
 * of what synchronises, {@code Object@1 monitor}.
 */
record ObjectToken(String text) {
  static final Pattern TOKENS = Pattern.compile("[\\w$.\\[\\]]+@\\d+");
  private static final Pattern SYNC = Pattern.compile("(.+)\\.(Nonfair|Fair)?Sync");
  private static final String CONDITION = "AbstractQueuedSynchronizer.ConditionObject";
  private static final String MONITOR = " monitor";

  /** Whether something is the monitor of an object. */
  static boolean isMonitor(String name) {
    return name.endsWith(MONITOR);
  }

  /** The class of the object: of what is inside of a lock of the JDK that of the lock. */
  String type() {
    String own = text.substring(0, text.lastIndexOf('@'));
    Matcher sync = SYNC.matcher(own);
    if (sync.matches()) {
      return sync.group(1);
    }
    return own.equals(CONDITION) ? "Condition" : own;
  }

  /** The class with the number that distinguishes the object. */
  String numbered() {
    return type() + text.substring(text.lastIndexOf('@'));
  }
}
