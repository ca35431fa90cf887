package io.racedet.junit.agent.model.language;

/** The feature releases of the JDK to which a line applies. */
public record JdkRange(int from, int to) {
  public static final JdkRange ALL = new JdkRange(0, Integer.MAX_VALUE);

  public boolean contains(int release) {
    return from <= release && release <= to;
  }
}
