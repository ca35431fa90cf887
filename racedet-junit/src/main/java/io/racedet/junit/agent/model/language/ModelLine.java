package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * What calls of a method mean.
 *
 * @param name the method, {@code <init>} for constructors, {@code *} for all that no other line
 *     names
 * @param parameters simple names of their types, null for any
 * @param always whether it counts inside other modelled calls
 * @param point whether the schedule is perturbed before it, even if nothing else is of interest
 */
public record ModelLine(
    ModelLocation origin,
    String text,
    String name,
    List<String> parameters,
    JdkRange range,
    Guard guard,
    boolean always,
    boolean point,
    List<Clause> clauses) {
  /** What of the calls inside counts. */
  public enum Guard {
    /** Nothing does, but what always counts. */
    RAISED,
    /** Nothing does, whatever it is. */
    SILENT,
    /** What would without the line. */
    KEPT,
    /** Everything does. */
    LIFTED
  }

  public ModelLine {
    clauses = List.copyOf(clauses);
  }

  public boolean isRest() {
    return name.equals("*");
  }
}
