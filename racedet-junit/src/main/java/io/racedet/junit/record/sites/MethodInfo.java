package io.racedet.junit.record.sites;

/**
 * A woven method.
 *
 * @param name the method, or {@code <init>} or {@code <clinit>}
 * @param fileName the source file; empty if the class file does not name it
 * @param stableName its name; for a lambda, without the number, which edits elsewhere change
 * @param loader a number of the class loader that has defined the class
 * @param isAccessor whether a compiler has made it, so that a class of the same nest can access a
 *     private member
 */
public record MethodInfo(
    String className,
    String name,
    String descriptor,
    String fileName,
    boolean isStatic,
    String stableName,
    int loader,
    boolean isOfClassLoader,
    boolean isAccessor) {
  /** Returns whether a call of it initialises its class. */
  public boolean initializesClass() {
    return isStatic || name.equals("<init>");
  }
}
