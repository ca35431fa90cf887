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
   * Identifies this instruction as long as the accesses of its method to the same field are not
   * edited, for example {@code com.acme.Account#deposit(I)V:1}.
   */
  public String key() {
    return method.className() + '#' + method.stableName() + method.descriptor() + ':' + rank;
  }

  /**
   * Identifies this instruction in every JVM with the same class, for example {@code
   * com.acme.Account.deposit(I)V#3}.
   */
  public String location() {
    return method.className() + '.' + method.name() + method.descriptor() + '#' + ordinal;
  }

  /** A hash of what {@link #location()} consists of: the same in every JVM with the same class. */
  public int stableHash() {
    int method31 = 31 * method.name().hashCode() + method.descriptor().hashCode();
    int hash = (31 * method.className().hashCode() + method31) * 31 + ordinal;
    return hash ^ hash >>> 16;
  }

  /** Whether the {@link #location()} is a given one; makes no text, since all sites are asked. */
  public boolean isAt(String location) {
    String className = method.className();
    int name = className.length() + 1;
    int descriptor = name + method.name().length();
    int number = descriptor + method.descriptor().length();
    return location.length() > number
        && location.startsWith(className)
        && location.charAt(name - 1) == '.'
        && location.startsWith(method.name(), name)
        && location.startsWith(method.descriptor(), descriptor)
        && location.substring(number).equals("#" + ordinal);
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
