package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the calls of one method of {@code clone} of the JDK, which copies the fields of an object
 * that classes of the program have declared.
 */
final class CloneWeaver {
  private static final int ARGUMENTS_OF_HOOKS = 5;

  private final WovenCode code;

  CloneWeaver(WovenCode code) {
    this.code = code;
  }

  /**
   * Whether a call is one, unless a class below the named one overrides it.
   *
   * @param caller the class that makes it; null if the named class declares the method
   */
  static boolean isOne(WovenClass caller, MethodCall call) {
    if (!call.hasReceiver() || !call.is("clone", "()Ljava/lang/Object;")) {
      return false;
    }
    if (call.owner().charAt(0) == '[') {
      return true;
    }
    if (caller == null) {
      return JdkClasses.contains(call.owner());
    }
    ClassOutline declaring = caller.methodOwner(call.owner(), call.name(), call.descriptor());
    return declaring != null && caller.isOfJdk(declaring);
  }

  /** The call comes next, with the object on top of the stack, where a copy of it remains. */
  void before(MethodCall call) {
    code.reserve(ARGUMENTS_OF_HOOKS);
    // stack: ..., object -> ..., object, object, object, by class, site
    code.out().visitInsn(Opcodes.DUP);
    code.out().visitInsn(Opcodes.DUP);
    pushByClass(call);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, object, object, by class, site -> ..., object, object
    code.call(Hook.CLONING);
  }

  /** The call has returned, with its result on top of the stack, above the object. */
  void after(MethodCall call) {
    // stack: ..., object, copy -> ..., copy, object, copy, by class, site
    code.out().visitInsn(Opcodes.DUP_X1);
    pushByClass(call);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., copy, object, copy, by class, site -> ..., copy
    code.call(Hook.CLONED);
  }

  private void pushByClass(MethodCall call) {
    code.push(call.opcode() == Opcodes.INVOKESPECIAL ? 0 : 1);
  }
}
