package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.calls.AtomicCall;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves the atomic calls of one method. The methods are native or intrinsics, so they are recorded
 * where they are called: the arguments are saved, and pushed again for the call between two hooks.
 */
final class AtomicCallWeaver {
  private static final Type OBJECT = Type.getType(Object.class);
  private static final int ARGUMENTS_OF_AFTER = 8;

  private final WovenCode code;

  AtomicCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Writes the call between its hooks. */
  void weave(AtomicCall call, MethodCall instruction) {
    String owner = instruction.owner();
    String descriptor = instruction.descriptor();
    // stack: ..., receiver, arguments -> ...
    SavedArguments arguments = new SavedArguments(code, descriptor, Type.getObjectType(owner));
    // stack: ... -> ..., variable, mode, site
    pushVariable(call, arguments);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    // stack: ..., variable, mode, site -> ..., token
    code.call(call.ofUnsafe() ? Hook.BEFORE_UNSAFE : Hook.BEFORE_ATOMIC);
    // stack: ..., token -> ..., receiver, arguments
    code.storeToken();
    arguments.pushAll();
    // stack: ..., receiver, arguments -> ..., result
    instruction.write(code.out());
    after(call, owner, arguments, Type.getReturnType(descriptor));
  }

  private void after(AtomicCall call, String owner, SavedArguments arguments, Type result) {
    code.reserve(ARGUMENTS_OF_AFTER);
    // stack: ..., result -> ..., result, success, token, variable, mode, site
    pushSuccess(call, arguments, result);
    code.loadToken();
    pushVariable(call, arguments);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    // stack: ..., result, success, token, variable, mode, site -> ..., result
    code.call(call.ofUnsafe() ? Hook.AFTER_UNSAFE : Hook.AFTER_ATOMIC);
    code.clearArguments();
  }

  /**
   * An exchange has succeeded if it returns the expected value; one of another type counts as
   * success.
   */
  private void pushSuccess(AtomicCall call, SavedArguments arguments, Type result) {
    int expected = call.expected();
    if (!call.isConditional()) {
      // stack: ..., result -> ..., result, 1
      code.out().visitInsn(Opcodes.ICONST_1);
    } else if (expected < 0) {
      // stack: ..., result -> ..., result, result
      code.out().visitInsn(Opcodes.DUP);
    } else if (operand(result).equals(operand(arguments.type(expected)))) {
      // stack: ..., result -> ..., result, result, expected
      code.out().visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
      arguments.push(expected);
      // stack: ..., result, result, expected -> ..., result, success
      code.call(isSame(operand(result)));
    } else {
      // stack: ..., result -> ..., result, 1
      code.out().visitInsn(Opcodes.ICONST_1);
    }
  }

  /** The type of the parameter that takes such a value. */
  private static Type operand(Type type) {
    return switch (type.getSort()) {
      case Type.OBJECT, Type.ARRAY -> OBJECT;
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT -> Type.INT_TYPE;
      default -> type;
    };
  }

  private static Hook isSame(Type operand) {
    return switch (operand.getSort()) {
      case Type.INT -> Hook.IS_SAME_INT;
      case Type.LONG -> Hook.IS_SAME_LONG;
      case Type.FLOAT -> Hook.IS_SAME_FLOAT;
      case Type.DOUBLE -> Hook.IS_SAME_DOUBLE;
      default -> Hook.IS_SAME_OBJECT;
    };
  }

  private void pushVariable(AtomicCall call, SavedArguments arguments) {
    if (call.ofUnsafe()) {
      // stack: ... -> ..., owner, offset
      arguments.push(0);
      arguments.push(1);
      return;
    }
    // stack: ... -> ..., accessor, owner, index
    arguments.pushReceiver();
    if (call.isStatic()) {
      code.out().visitInsn(Opcodes.ACONST_NULL);
    } else {
      arguments.push(0);
    }
    if (call.indexed()) {
      arguments.push(1);
    } else {
      code.out().visitInsn(Opcodes.ICONST_0);
    }
  }
}
