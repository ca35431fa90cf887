package io.racedet.junit.agent.model;

/** Where a line stands. */
record Origin(String source, int line) {
  @Override
  public String toString() {
    return source + ':' + line;
  }
}
