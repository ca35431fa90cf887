package io.racedet.junit.extension.unwoven;

import java.util.HashMap;
import java.util.Map;

/** How often tests were called. */
final class Calls {
  private static final Map<String, Integer> ALL = new HashMap<>();

  private Calls() {}

  static synchronized int next(String test) {
    int calls = ALL.merge(test, 1, Integer::sum);
    System.out.println("call " + calls + " of " + test);
    return calls;
  }
}
