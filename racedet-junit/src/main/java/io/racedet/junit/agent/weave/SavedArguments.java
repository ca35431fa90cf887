package io.racedet.junit.agent.weave;

import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The receiver, if any, and the arguments of one call, saved in local variables for hooks. */
final class SavedArguments {
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private final WovenCode code;
  private final Type[] types;
  private final int[] locals;
  private final int receiver;
  private final Type receiverType;

  /** Stores the arguments, and the receiver unless its type is null; they are on the stack. */
  SavedArguments(WovenCode code, String descriptor, Type receiverType) {
    this.code = code;
    this.types = Type.getArgumentTypes(descriptor);
    this.locals = new int[types.length];
    this.receiverType = receiverType;
    this.receiver = code.argumentLocal(0);
    int next = code.argumentLocal(1);
    for (int i = 0; i < types.length; i++) {
      locals[i] = next;
      next += types[i].getSize();
    }
    code.useLocals(next);
    // stack: ..., [receiver], argument 0, ..., argument n - 1 -> ...
    for (int i = types.length - 1; i >= 0; i--) {
      store(i);
    }
    if (receiverType != null) {
      code.storeArgument(receiverType, receiver);
    }
  }

  private void store(int argument) {
    code.storeArgument(types[argument], locals[argument]);
  }

  /** The type of an argument. */
  Type type(int argument) {
    return types[argument];
  }

  void pushReceiver() {
    // stack: ... -> ..., receiver
    code.out().visitVarInsn(Opcodes.ALOAD, receiver);
    if (receiverType != null) {
      restore(receiverType);
    }
  }

  void push(int argument) {
    // stack: ... -> ..., argument
    code.out().visitVarInsn(types[argument].getOpcode(Opcodes.ILOAD), locals[argument]);
    restore(types[argument]);
  }

  /** How many arguments the call has, without the receiver. */
  int count() {
    return types.length;
  }

  /** Stores the object on top of the stack as the receiver, which remains there. */
  void keepAsReceiver() {
    // stack: ..., object -> ..., object
    code.out().visitInsn(Opcodes.DUP);
    code.storeArgument(OBJECT, receiver);
  }

  /** Pushes the receiver and all arguments for the call. */
  void pushAll() {
    // stack: ... -> ..., [receiver], argument 0, ..., argument n - 1
    if (receiverType != null) {
      pushReceiver();
    }
    for (int i = 0; i < types.length; i++) {
      push(i);
    }
  }

  private void restore(Type type) {
    if (!type.equals(OBJECT)) {
      code.restoreType(type);
    }
  }
}
