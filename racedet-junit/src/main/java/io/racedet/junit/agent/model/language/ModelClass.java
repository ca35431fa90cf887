package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * The entry of a class in a model.
 *
 * @param optional whether there may be no such class, because its module is not resolved or belongs
 *     to another operating system
 * @param volatiles fields whose accesses, in all its nest, are sync reads and writes
 * @param monitors what is recorded of the monitors that its methods enter
 * @param always whether that is recorded inside modelled calls
 */
public record ModelClass(
    ModelLocation origin,
    String text,
    String name,
    JdkRange range,
    boolean optional,
    List<VolatileField> volatiles,
    Monitors monitors,
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

  /** Whether it says what calls of the class do, and not only under which locks they call back. */
  public boolean describesCalls() {
    return !lines.isEmpty() || !volatiles.isEmpty() || monitors.areLocks();
  }

  /** Whether its methods are woven, beside accesses to volatile fields. */
  public boolean weavesMethods() {
    return !lines.isEmpty() || monitors.areWoven();
  }
}
