package io.racedet.junit.naming;

/** How Kotlin compiles local variables that lambdas capture. */
final class KotlinNames {
  private static final String CELLS = "kotlin/jvm/internal/Ref$";
  private static final String CELL_FIELD = "element";

  private static final String CELL_KEYS = "kotlin.jvm.internal.Ref$";

  private KotlinNames() {}

  /** Whether a field is that of an object which stands for a captured variable. */
  static boolean isCell(Step step) {
    return step.owner().startsWith(CELLS) && step.name().equals(CELL_FIELD);
  }

  /** Whether the key of a variable is that of such a field. */
  static boolean isCell(String key) {
    return key.startsWith(CELL_KEYS) && key.endsWith('.' + CELL_FIELD);
  }

  /** The name of a variable in the source, of that in a class file. */
  static String source(String variable) {
    return variable.length() > 1 && variable.charAt(0) == '$' ? variable.substring(1) : variable;
  }
}
