package io.racedet.junit.record.sites;

/**
 * A woven method.
 *
 * @param className the class, with dots
 * @param name the method, or {@code <init>} or {@code <clinit>}
 * @param descriptor its descriptor
 * @param fileName the source file; empty if the class file does not name it
 * @param isStatic whether it is static
 * @param stableName its name; for a lambda, without the number, which edits elsewhere change
 * @param loader a number of the class loader that has defined the class
 * @param isOfClassLoader whether the class is itself a class loader
 */
public record MethodInfo(
    String className,
    String name,
    String descriptor,
    String fileName,
    boolean isStatic,
    String stableName,
    int loader,
    boolean isOfClassLoader) {
  /**
   * Returns whether a call of it initialises its class.
   *
   * @return true for static methods and constructors
   */
  public boolean initializesClass() {
    return isStatic || name.equals("<init>");
  }
}
