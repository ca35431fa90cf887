package io.racedet.junit.agent.model.language;

/**
 * Where a line stands.
 *
 * @param line its number, 0 where the source has but one
 */
public record ModelLocation(String source, int line) {
  @Override
  public String toString() {
    return line == 0 ? source : source + ':' + line;
  }
}
