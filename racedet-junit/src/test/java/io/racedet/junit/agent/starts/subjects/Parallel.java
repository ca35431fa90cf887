package io.racedet.junit.agent.starts.subjects;

import java.util.List;

/** Uses the common pool. */
public final class Parallel {
  private Parallel() {}

  static long count(List<String> list) {
    return list.parallelStream().count();
  }
}
