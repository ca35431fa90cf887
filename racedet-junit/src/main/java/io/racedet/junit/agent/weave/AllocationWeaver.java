package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.LocalObjects;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the allocations of one method, so that reports can tell where an object was allocated. */
final class AllocationWeaver {
  private static final String COLLECTIONS = "java/util/";

  private final WovenCode code;
  private final LocalObjects local;
  private int constructions;
  private int arrays;

  /** Starts a method. Allocations need no hooks if no access of what they make has one. */
  AllocationWeaver(WovenCode code, LocalObjects local) {
    this.code = code;
    this.local = local;
  }

  /** A constructor has been called. */
  void constructed() {
    constructions++;
  }

  /** The object of the last call of a constructor is on top of the stack. */
  void object(String type) {
    if (mayHaveVariables(type)) {
      allocated(local.isObjectLocal(constructions - 1));
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
    allocated(local.isArrayLocal(arrays++));
  }

  private void allocated(boolean isLocal) {
    if (!code.type().recordsData()) {
      return;
    }
    if (isLocal) {
      code.skipSite(SiteKind.OTHER, "");
    } else {
      code.reserve(3);
      // stack: ..., object -> ..., object, object, site
      code.out().visitInsn(Opcodes.DUP);
      code.pushSite(SiteKind.OTHER);
      // stack: ..., object, object, site -> ..., object
      code.callWithThread(Hook.ALLOCATED);
    }
  }
}
