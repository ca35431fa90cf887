package io.racedet.junit.record.sites;

import io.racedet.report.Instruction;

/**
 * A woven instruction.
 *
 * @param kind what it does
 * @param method where it stands
 * @param line its source line, 0 when the class does not say
 * @param ordinal its position among the sites of the method
 * @param rank its position among those of them that concern the same field, or the same kind of
 *     thing where there is no field: code that touches other fields does not change it
 */
public record Site(SiteKind kind, MethodInfo method, int line, int ordinal, int rank) {
  /**
   * Returns a text that means this instruction as long as its method does the same to the same
   * field, whatever else is edited.
   *
   * @return for example {@code com.acme.Account#deposit(I)V:1}
   */
  public String key() {
    return method.className() + '#' + method.stableName() + method.descriptor() + ':' + rank;
  }

  /**
   * Returns a text that means this instruction in every JVM that has the same class.
   *
   * @return for example {@code com.acme.Account.deposit(I)V#3}
   */
  public String place() {
    return method.className() + '.' + method.name() + method.descriptor() + '#' + ordinal;
  }

  /**
   * Returns whether a text means this instruction.
   *
   * @param place a text as of {@link #place()}
   * @return whether it is the same
   */
  public boolean isAt(String place) {
    return place.startsWith(method.className()) && place.equals(place());
  }

  /**
   * Returns the instruction as a report has it.
   *
   * @return class, method, rank, file and line
   */
  public Instruction instruction() {
    return new Instruction(
        method.className(),
        method.stableName(),
        method.descriptor(),
        rank,
        method.fileName(),
        line);
  }
}
