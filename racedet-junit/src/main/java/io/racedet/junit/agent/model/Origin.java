package io.racedet.junit.agent.model;

/**
 * Where a line stands.
 *
 * @param line its number, 0 where the source has but one
 */
record Origin(String source, int line) {
  @Override
  public String toString() {
    return line == 0 ? source : source + ':' + line;
  }
}
