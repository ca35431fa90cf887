package io.racedet.junit.agent;

import io.racedet.junit.record.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the allocations of one method, so that a report can say where an object comes from. */
final class AllocationWeaver {
  private static final String LANG = "java/lang/";

  private final WovenCode code;

  AllocationWeaver(WovenCode code) {
    this.code = code;
  }

  /** An object has been constructed and is on top of the stack. */
  void object(String type) {
    boolean valueOrError = type.startsWith(LANG) && !type.equals("java/lang/Object");
    if (!valueOrError) {
      array();
    }
  }

  /** An array has been allocated and is on top of the stack. */
  void array() {
    if (code.type().recordsData()) {
      code.reserve(2);
      code.out().visitInsn(Opcodes.DUP);
      code.pushSite(SiteKind.OTHER);
      code.callHook("allocated", "(Ljava/lang/Object;I)V");
    }
  }
}
