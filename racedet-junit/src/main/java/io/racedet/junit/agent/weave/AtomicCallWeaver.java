package io.racedet.junit.agent.weave;

import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves the atomic calls of one method. They are native, or compiled as if they were, so they are
 * recorded where they are called: the arguments are set aside, and come back between two hooks.
 */
final class AtomicCallWeaver {
  private static final String HOOKS = "io/racedet/runtime/AtomicCalls";
  private static final Type OBJECT = Type.getType(Object.class);
  private static final int ARGUMENTS_OF_AFTER = 8;

  private final WovenCode code;

  AtomicCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Writes the call between its hooks. */
  void weave(AtomicCall call, String owner, String name, String descriptor) {
    ArgumentsAside arguments = new ArgumentsAside(code, descriptor);
    pushVariable(call, arguments);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    callHook(call.ofUnsafe() ? "beforeAt" : "before", variable(call) + "II)I");
    code.storeToken();
    arguments.pushAll();
    code.out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    after(call, owner, arguments, Type.getReturnType(descriptor));
  }

  private void after(AtomicCall call, String owner, ArgumentsAside arguments, Type result) {
    code.reserve(ARGUMENTS_OF_AFTER);
    pushSuccess(call, arguments, result);
    code.loadToken();
    pushVariable(call, arguments);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    String afterToken = "(ZI" + variable(call).substring(1) + "II)V";
    callHook(call.ofUnsafe() ? "afterAt" : "after", afterToken);
  }

  /** An exchange has succeeded when it returns what it expected; without a result, nobody knows. */
  private void pushSuccess(AtomicCall call, ArgumentsAside arguments, Type result) {
    int expected = call.expected();
    if (!call.isConditional()) {
      code.out().visitInsn(Opcodes.ICONST_1);
    } else if (expected < 0) {
      code.out().visitInsn(Opcodes.DUP);
    } else if (operand(result).equals(operand(arguments.type(expected)))) {
      code.out().visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
      arguments.push(expected);
      callHook("isSame", "(" + operand(result) + operand(result) + ")Z");
    } else {
      code.out().visitInsn(Opcodes.ICONST_1);
    }
  }

  /** The descriptor of the parameter that takes such a value. */
  private static String operand(Type type) {
    return switch (type.getSort()) {
      case Type.OBJECT, Type.ARRAY -> OBJECT.getDescriptor();
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT -> "I";
      default -> type.getDescriptor();
    };
  }

  private void pushVariable(AtomicCall call, ArgumentsAside arguments) {
    if (call.ofUnsafe()) {
      arguments.push(0);
      arguments.push(1);
      return;
    }
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

  private static String variable(AtomicCall call) {
    return call.ofUnsafe() ? "(Ljava/lang/Object;J" : "(Ljava/lang/Object;Ljava/lang/Object;I";
  }

  private void callHook(String name, String descriptor) {
    code.out().visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
