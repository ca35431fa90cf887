package io.racedet.junit.agent.model;

/** The feature releases of the JDK that have what a line names. */
record JdkRange(int from, int to) {
  static final JdkRange ALL = new JdkRange(0, Integer.MAX_VALUE);

  boolean contains(int release) {
    return from <= release && release <= to;
  }
}
