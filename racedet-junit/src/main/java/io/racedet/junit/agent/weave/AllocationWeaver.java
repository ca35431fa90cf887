package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the allocations of one method, so that reports can tell where an object was allocated. */
final class AllocationWeaver {
  private static final String COLLECTIONS = "java/util/";

  private final WovenCode code;

  AllocationWeaver(WovenCode code) {
    this.code = code;
  }

  /** An object has been constructed and is on top of the stack. */
  void object(String type) {
    if (mayHaveVariables(type)) {
      array();
    }
  }

  /* Of the objects of the JDK, only the contents of collections are recorded. */
  private static boolean mayHaveVariables(String type) {
    if (type.startsWith(COLLECTIONS)) {
      return type.indexOf('/', COLLECTIONS.length()) < 0;
    }
    boolean ofTheJdk = type.startsWith("java/") || type.startsWith("javax/");
    return !ofTheJdk || type.equals("java/lang/Object");
  }

  /** An array has been allocated and is on top of the stack. */
  void array() {
    if (code.type().recordsData()) {
      code.reserve(3);
      // stack: ..., object -> ..., object, object, site
      code.out().visitInsn(Opcodes.DUP);
      code.pushSite(SiteKind.OTHER);
      // stack: ..., object, object, site -> ..., object
      code.callWithThread(Hook.ALLOCATED);
    }
  }
}
