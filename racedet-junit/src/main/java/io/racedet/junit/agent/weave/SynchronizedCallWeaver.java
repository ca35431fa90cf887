package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Tells before a call of a synchronized method which monitor it asks for: none of its own code runs
 * before it has the monitor. Only of methods that the named class has or inherits from one outside
 * the JDK, so not where a subclass alone is synchronized.
 */
final class SynchronizedCallWeaver {
  private final WovenCode code;

  SynchronizedCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Comes before the call is written; receiver and arguments are on the stack. */
  void before(int opcode, String owner, String name, String descriptor) {
    if (opcode == Opcodes.INVOKESTATIC
        || owner.charAt(0) == '['
        || name.equals("<init>")
        || JdkClasses.contains(owner)) {
      return;
    }
    ClassOutline declaring = code.type().methodOwner(owner, name, descriptor);
    boolean isOwn = code.type().outline().isSynchronized(name, descriptor);
    boolean isSynchronized =
        owner.equals(code.type().name()) && isOwn
            || declaring != null && declaring.isSynchronized(name, descriptor);
    if (isSynchronized) {
      pushReceiver(opcode, owner, descriptor);
      // stack: ..., receiver, arguments, receiver -> ..., receiver, arguments
      code.call(Hook.CALLING_SYNCHRONIZED);
    }
  }

  private void pushReceiver(int opcode, String owner, String descriptor) {
    int size = 0;
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      size += argument.getSize();
    }
    code.reserve(size + 2);
    switch (size) {
      // stack: ..., receiver -> ..., receiver, receiver
      case 0 -> code.out().visitInsn(Opcodes.DUP);
      case 1 -> {
        // stack: ..., receiver, value -> ..., receiver, value, receiver
        code.out().visitInsn(Opcodes.DUP2);
        code.out().visitInsn(Opcodes.POP);
      }
      case 2 -> {
        // stack: ..., receiver, values -> ..., values, receiver -> ..., receiver, values, receiver
        code.out().visitInsn(Opcodes.DUP2_X1);
        code.out().visitInsn(Opcodes.POP2);
        code.out().visitInsn(Opcodes.DUP_X2);
      }
      default -> {
        SavedArguments saved =
            new SavedArguments(code, descriptor, UnknownCallWeaver.receiver(code, opcode, owner));
        saved.pushAll();
        saved.pushReceiver();
      }
    }
  }
}
