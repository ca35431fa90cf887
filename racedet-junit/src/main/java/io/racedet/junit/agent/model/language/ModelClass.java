package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * The entry of a class in a model.
 *
 * @param name its binary name
 * @param optional whether there may be no such class, because its module is not resolved or belongs
 *     to another operating system
 * @param volatiles fields whose accesses, in all its nest, are sync reads and writes
 * @param monitors whether the monitors that its methods enter are recorded
 * @param unseen whether these guard accesses that no line describes
 * @param always whether these are recorded inside modelled calls
 */
public record ModelClass(
    ModelLocation origin,
    String text,
    String name,
    JdkRange range,
    boolean optional,
    List<VolatileField> volatiles,
    boolean monitors,
    boolean unseen,
    boolean always,
    List<ModelLine> lines) {
  /**
   * A field whose accesses are recorded.
   *
   * @param owner binary name of the class that declares it; empty for the class of the entry
   * @param always whether they are recorded inside modelled calls
   */
  public record VolatileField(
      ModelLocation origin, String text, String owner, String name, int aspect, boolean always) {}

  public ModelClass {
    volatiles = List.copyOf(volatiles);
    lines = List.copyOf(lines);
  }
}
