package io.racedet.junit.agent.model.language;

/**
 * The location of a line.
 *
 * @param line the number of the line, 0 if the source has only one
 */
public record ModelLocation(String source, int line) {
  @Override
  public String toString() {
    return line == 0 ? source : source + ':' + line;
  }
}
