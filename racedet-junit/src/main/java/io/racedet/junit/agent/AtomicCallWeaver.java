package io.racedet.junit.agent;

import io.racedet.junit.record.SiteKind;
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
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int[] locals = new int[arguments.length];
    int accessor = code.setAsideLocal(0);
    int next = code.setAsideLocal(1);
    for (int i = 0; i < arguments.length; i++) {
      locals[i] = next;
      next += arguments[i].getSize();
    }
    code.useLocals(next);
    for (int i = arguments.length - 1; i >= 0; i--) {
      store(arguments[i], locals[i]);
    }
    code.out().visitVarInsn(Opcodes.ASTORE, accessor);
    pushVariable(call, accessor, locals);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    callHook(call.ofUnsafe() ? "beforeAt" : "before", variable(call) + "II)I");
    code.storeToken();
    code.out().visitVarInsn(Opcodes.ALOAD, accessor);
    for (int i = 0; i < arguments.length; i++) {
      code.out().visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
    }
    code.out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    after(call, owner, accessor, locals);
  }

  private void after(AtomicCall call, String owner, int accessor, int[] locals) {
    code.reserve(ARGUMENTS_OF_AFTER);
    code.out().visitInsn(call.isConditional() ? Opcodes.DUP : Opcodes.ICONST_1);
    code.loadToken();
    pushVariable(call, accessor, locals);
    code.push(call.mode());
    code.pushSite(SiteKind.OTHER, owner);
    String afterToken = "(ZI" + variable(call).substring(1) + "II)V";
    callHook(call.ofUnsafe() ? "afterAt" : "after", afterToken);
  }

  private void store(Type type, int local) {
    if (type.getSort() == Type.OBJECT && !code.hasFrames()) {
      code.out().visitTypeInsn(Opcodes.CHECKCAST, OBJECT.getInternalName());
    }
    code.out().visitVarInsn(type.getOpcode(Opcodes.ISTORE), local);
  }

  private void pushVariable(AtomicCall call, int accessor, int[] locals) {
    if (call.ofUnsafe()) {
      code.out().visitVarInsn(Opcodes.ALOAD, locals[0]);
      code.out().visitVarInsn(Opcodes.LLOAD, locals[1]);
      return;
    }
    code.out().visitVarInsn(Opcodes.ALOAD, accessor);
    if (call.isStatic()) {
      code.out().visitInsn(Opcodes.ACONST_NULL);
    } else {
      code.out().visitVarInsn(Opcodes.ALOAD, locals[0]);
    }
    if (call.indexed()) {
      code.out().visitVarInsn(Opcodes.ILOAD, locals[1]);
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
