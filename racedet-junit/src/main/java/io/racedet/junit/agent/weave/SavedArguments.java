package io.racedet.junit.agent.weave;

import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The receiver and the arguments of one call, saved in local variables while hooks run. */
final class SavedArguments {
  private static final String OBJECT = "java/lang/Object";

  private final WovenCode code;
  private final Type[] types;
  private final int[] locals;
  private final int receiver;

  /** Stores the receiver and the arguments, which are on the stack. */
  SavedArguments(WovenCode code, String descriptor) {
    this.code = code;
    this.types = Type.getArgumentTypes(descriptor);
    this.locals = new int[types.length];
    this.receiver = code.argumentLocal(0);
    int next = code.argumentLocal(1);
    for (int i = 0; i < types.length; i++) {
      locals[i] = next;
      next += types[i].getSize();
    }
    code.useLocals(next);
    // stack: ..., receiver, argument 0, ..., argument n - 1 -> ...
    for (int i = types.length - 1; i >= 0; i--) {
      store(i);
    }
    code.out().visitVarInsn(Opcodes.ASTORE, receiver);
  }

  private void store(int argument) {
    if (types[argument].getSort() == Type.OBJECT && !code.hasFrames()) {
      // stack: ..., argument -> ..., argument
      code.out().visitTypeInsn(Opcodes.CHECKCAST, OBJECT);
    }
    // stack: ..., argument -> ...
    code.out().visitVarInsn(types[argument].getOpcode(Opcodes.ISTORE), locals[argument]);
  }

  /** The type of an argument. */
  Type type(int argument) {
    return types[argument];
  }

  void pushReceiver() {
    // stack: ... -> ..., receiver
    code.out().visitVarInsn(Opcodes.ALOAD, receiver);
  }

  void push(int argument) {
    // stack: ... -> ..., argument
    code.out().visitVarInsn(types[argument].getOpcode(Opcodes.ILOAD), locals[argument]);
  }

  /** Pushes the receiver and all arguments for the call. */
  void pushAll() {
    // stack: ... -> ..., receiver, argument 0, ..., argument n - 1
    pushReceiver();
    for (int i = 0; i < types.length; i++) {
      push(i);
    }
  }
}
