package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.InheritedMethods;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import io.racedet.junit.agent.weave.calls.QuietCalls;
import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.CallKinds;
import net.bytebuddy.jar.asm.Opcodes;

/** How the calls of woven code are treated, as far as the call instruction tells. */
final class CallRules {
  /** What is done with a call. */
  enum Treatment {
    /** Nothing: no woven code is called back, and no modelled method is reached. */
    NONE,
    /** What it does is recorded. */
    RECORDED,
    /** Nothing inside is recorded. */
    PURE,
    /** It may access data whose accesses are not recorded; its synchronisation is recorded. */
    UNSEEN,
    /**
     * As {@link #UNSEEN}, but accesses to collections inside are recorded as those of the caller.
     */
    COLLECTION,
    /** Only its receiver tells whether it is known. */
    BY_RECEIVER,
    /** It may depend on other such calls; nothing inside is recorded. */
    STATEFUL,
    /** It may depend on other such calls; what it does is recorded. */
    SYNCHRONISED,
    /** Nothing is known of it. */
    UNKNOWN
  }

  private CallRules() {}

  /** The kind of the method by rules alone: one of {@link CallKinds}. */
  static int kind(String owner, String name) {
    return AgentState.callKinds().of(owner.replace('/', '.'), name);
  }

  /** How a call by a class whose data accesses are recorded is treated. */
  static Treatment of(WovenClass caller, MethodCall call) {
    String owner = call.owner();
    if (isQuiet(call)) {
      return Treatment.NONE;
    }
    if (owner.charAt(0) == '[') {
      return call.name().equals("clone") ? Treatment.NONE : Treatment.RECORDED;
    }
    int kind = kind(owner, call.name());
    if (!JdkClasses.contains(owner)) {
      if (caller.isOutOfScope(owner)) {
        return ofLibrary(caller, owner, kind);
      }
      return call.isConstruction() ? Treatment.RECORDED : ofInherited(caller, call);
    }
    return call.opcode() == Opcodes.INVOKESPECIAL && !call.isConstruction()
        ? ofInherited(caller, call)
        : ofJdk(kind, call.opcode());
  }

  /** Whether a call reaches no modelled method, and calls no woven code back. */
  static boolean isQuiet(MethodCall call) {
    return QuietCalls.contains(call.owner(), call.name(), call.descriptor());
  }

  private static Treatment ofJdk(int kind, int opcode) {
    return switch (opcode) {
      case Opcodes.INVOKEINTERFACE ->
          kind == CallKinds.KNOWN ? Treatment.RECORDED : Treatment.BY_RECEIVER;
      case Opcodes.INVOKEVIRTUAL ->
          kind == CallKinds.UNKNOWN ? Treatment.BY_RECEIVER : ofKind(kind);
      /* A static method or a constructor: there is no object whose state it could depend on. */
      default -> kind == CallKinds.MUTABLE ? Treatment.RECORDED : ofKind(kind);
    };
  }

  private static Treatment ofLibrary(WovenClass caller, String owner, int kind) {
    if (kind == CallKinds.KNOWN) {
      return Treatment.RECORDED;
    }
    if (kind == CallKinds.PURE) {
      return Treatment.PURE;
    }
    if (LibraryCollections.areCalledBy(owner)) {
      return Treatment.COLLECTION;
    }
    return Treatment.UNSEEN;
  }

  /* The instruction names a class in scope, or a class of the JDK that the caller extends. */
  private static Treatment ofInherited(WovenClass caller, MethodCall call) {
    ClassOutline declaring = caller.methodOwner(call.owner(), call.name(), call.descriptor());
    if (declaring == null || declaring.name().equals("java/lang/Object")) {
      return Treatment.RECORDED;
    }
    int kind = kind(declaring.name(), call.name());
    if (!JdkClasses.contains(declaring.name())) {
      return caller.isOutOfScope(declaring.name())
          ? ofLibrary(caller, declaring.name(), kind)
          : Treatment.RECORDED;
    }
    return call.opcode() == Opcodes.INVOKESPECIAL
        ? ofKind(InheritedMethods.kind(caller.types(), declaring, call.name()))
        : ofJdk(kind, call.opcode());
  }

  /**
   * The name of the class whose rule holds for a call of a method that the owner may inherit. The
   * caller is null if the owner declares the method.
   */
  static String declaring(WovenClass caller, MethodCall call) {
    ClassOutline declaring =
        caller == null || JdkClasses.contains(call.owner())
            ? null
            : caller.methodOwner(call.owner(), call.name(), call.descriptor());
    return declaring == null ? call.owner() : declaring.name();
  }

  private static Treatment ofKind(int kind) {
    return switch (kind) {
      case CallKinds.KNOWN -> Treatment.RECORDED;
      case CallKinds.PURE -> Treatment.PURE;
      case CallKinds.STATEFUL -> Treatment.STATEFUL;
      case CallKinds.SYNCHRONISED, CallKinds.EXTERNAL, CallKinds.MUTABLE -> Treatment.SYNCHRONISED;
      default -> Treatment.UNKNOWN;
    };
  }
}
