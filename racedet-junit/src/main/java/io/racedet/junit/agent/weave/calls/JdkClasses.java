package io.racedet.junit.agent.weave.calls;

/** The classes of the JDK, by their names. */
public final class JdkClasses {
  private static final String[] PREFIXES = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};

  private JdkClasses() {}

  /** Whether a class is of the JDK, by its internal name. */
  public static boolean contains(String owner) {
    for (String prefix : PREFIXES) {
      if (owner.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
