package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * A class and what its methods mean.
 *
 * @param name its binary name
 * @param volatiles fields whose accesses, in all its nest, are sync reads and writes
 * @param monitors whether the monitors that its methods enter count
 * @param unseen whether no line says what they guard
 */
public record ModelClass(
    ModelLocation origin,
    String text,
    String name,
    JdkRange range,
    List<VolatileField> volatiles,
    boolean monitors,
    boolean unseen,
    List<ModelLine> lines) {
  /**
   * A field whose accesses count.
   *
   * @param owner binary name of the class that declares it; empty for the class of the entry
   */
  public record VolatileField(
      ModelLocation origin, String text, String owner, String name, int aspect) {}

  public ModelClass {
    volatiles = List.copyOf(volatiles);
    lines = List.copyOf(lines);
  }
}
