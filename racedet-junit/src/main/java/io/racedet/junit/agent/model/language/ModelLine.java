package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * The effects of calls of a method.
 *
 * @param name the method, {@code <init>} for constructors, {@code *} for all methods without a line
 *     of their own
 * @param parameters simple names of their types, null for any
 * @param always whether it is recorded inside other modelled calls
 * @param point whether the schedule may be perturbed before it, even if there is no other clause
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
  /** Which calls inside are recorded. */
  public enum Guard {
    /** None, except those that always are, and those that a clause is before or after. */
    RAISED,
    /** None, except those that always are. */
    CLOSED,
    /** None at all. */
    SILENT,
    /** Those that would be without the line. */
    KEPT,
    /** All. */
    LIFTED;

    public boolean isRaised() {
      return this == RAISED || this == CLOSED;
    }
  }

  public ModelLine {
    clauses = List.copyOf(clauses);
  }

  public boolean isRest() {
    return name.equals("*");
  }
}
