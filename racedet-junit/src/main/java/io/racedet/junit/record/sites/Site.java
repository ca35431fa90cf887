package io.racedet.junit.record.sites;

import io.racedet.report.Instruction;

/**
 * A woven instruction.
 *
 * @param line its source line; 0 if the class file does not contain it
 * @param ordinal its index among the sites of the method
 * @param rank its index among those sites of the method that access the same field or, without a
 *     field, are of the same kind; accesses to other fields do not change it
 * @param covers whether other accesses of the method have no site since its accesses cover them
 */
public record Site(
    SiteKind kind, MethodInfo method, int line, int ordinal, int rank, boolean covers) {
  /**
   * Returns a text that identifies this instruction as long as the accesses of its method to the
   * same field are not edited.
   *
   * @return for example {@code com.acme.Account#deposit(I)V:1}
   */
  public String key() {
    return method.className() + '#' + method.stableName() + method.descriptor() + ':' + rank;
  }

  /**
   * Returns a text that identifies this instruction in every JVM with the same class.
   *
   * @return for example {@code com.acme.Account.deposit(I)V#3}
   */
  public String location() {
    return method.className() + '.' + method.name() + method.descriptor() + '#' + ordinal;
  }

  /**
   * Returns a number that is the same in every JVM with the same class.
   *
   * @return a hash of what {@link #location()} consists of
   */
  public int stableHash() {
    int method31 = 31 * method.name().hashCode() + method.descriptor().hashCode();
    int hash = (31 * method.className().hashCode() + method31) * 31 + ordinal;
    return hash ^ hash >>> 16;
  }

  /**
   * Returns whether a text identifies this instruction.
   *
   * @param location a text that {@link #location()} has returned
   */
  public boolean isAt(String location) {
    return location.startsWith(method.className()) && location.equals(location());
  }

  /** Returns the instruction for a report. */
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
