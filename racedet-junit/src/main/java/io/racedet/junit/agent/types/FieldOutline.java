package io.racedet.junit.agent.types;

import net.bytebuddy.jar.asm.Opcodes;

/**
 * A field as its class file declares it.
 *
 * @param accepted why races on it are accepted, null if they are not
 */
public record FieldOutline(String name, String descriptor, int access, String accepted) {
  /** The field in which JaCoCo keeps the counters of a class. */
  public static final String JACOCO_DATA = "$jacocoData";

  public boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  public boolean isProtected() {
    return (access & Opcodes.ACC_PROTECTED) != 0;
  }

  public boolean isVolatile() {
    return (access & Opcodes.ACC_VOLATILE) != 0;
  }

  public boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  /**
   * Whether a compiler or a tool added it for its own purposes. Such static fields are caches that
   * race by design (class$ of javac 1.4, call sites of Groovy) or counters of a coverage tool.
   */
  public boolean isToolPrivate() {
    boolean synthetic = (access & Opcodes.ACC_SYNTHETIC) != 0;
    return isStatic() && synthetic && !isFinal()
        || name.equals("$assertionsDisabled")
        || name.equals(JACOCO_DATA);
  }
}
