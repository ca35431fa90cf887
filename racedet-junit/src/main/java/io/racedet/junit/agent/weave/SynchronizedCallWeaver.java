package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.weave.calls.JdkClasses;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Tells before a call of a synchronized method which monitor it requests, if none of its own code
 * runs before it has the monitor: if it is static, or if its class was defined before it could be
 * woven, or is serialized by a version that the JVM derives, or is one of the JDK with monitors
 * that are recorded. Only of methods that the named class has or inherits, so not where a subclass
 * alone is synchronized, and of the JDK not where the call names an interface. Whether the call
 * reaches the method, and the monitor at once, is found out when it is made.
 */
final class SynchronizedCallWeaver {
  private final WovenCode code;

  SynchronizedCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Called before the call is written; receiver and arguments are on the stack. */
  void before(MethodCall call) {
    String owner = call.owner();
    if (owner.charAt(0) == '['
        || call.isConstruction()
        || call.opcode() == Opcodes.INVOKEINTERFACE && JdkClasses.contains(owner)
        || code.type() == null // the bridge of a method reference
        || !code.mayAddConstants()) {
      return;
    }
    ClassOutline declaring = declaring(call);
    if (declaring == null) {
      return;
    }
    String method = call.name() + call.descriptor();
    if (call.opcode() == Opcodes.INVOKESTATIC) {
      if (declaring.isSynchronizedOnClass(call.name(), call.descriptor())
          && declaring.name().equals(owner)) {
        code.reserve(3);
        // stack: ..., arguments -> ..., arguments, class
        code.pushClass(owner);
        callingOf(owner, method);
      }
    } else if (hasFlag(declaring, call.name(), call.descriptor())) {
      pushReceiver(call);
      if (call.opcode() == Opcodes.INVOKEVIRTUAL && declaring.declares(method)) {
        code.reserve(2);
        // stack: ..., receiver, arguments, receiver -> ..., receiver, arguments
        code.out().visitLdcInsn(method);
        code.call(Hook.CALLING_SYNCHRONIZED);
      } else {
        code.reserve(3);
        callingOf(owner, method);
      }
    }
  }

  /* No subclass overrides a method that is static, private or called by super. */
  private void callingOf(String owner, String method) {
    // stack: ..., arguments, lock -> ..., arguments
    code.pushClass(owner);
    code.out().visitLdcInsn(method);
    code.call(Hook.CALLING_SYNCHRONIZED_OF);
  }

  private ClassOutline declaring(MethodCall call) {
    ClassOutline self = code.type().outline();
    boolean isOwn =
        call.owner().equals(self.name())
            && (self.isSynchronized(call.name(), call.descriptor())
                || self.isSynchronizedOnClass(call.name(), call.descriptor()));
    return isOwn ? self : code.type().declaring(call.owner(), call.name() + call.descriptor());
  }

  /* A class that is not known yet is going to be woven when it is defined. */
  private boolean hasFlag(ClassOutline declaring, String name, String descriptor) {
    if (!declaring.isSynchronized(name, descriptor)) {
      return false;
    }
    if (code.type().isOfJdk(declaring)) {
      return declaring.home().flaggedMonitors(declaring.name()).contains(name + descriptor);
    }
    Set<String> without =
        declaring.equals(code.type().outline())
            ? code.type().explicitMonitors()
            : declaring.home().explicitMonitors(declaring.name());
    return without == null
        ? code.type().hasDerivedVersion(declaring)
        : !without.contains(name + descriptor);
  }

  private void pushReceiver(MethodCall call) {
    int size = 0;
    for (Type argument : Type.getArgumentTypes(call.descriptor())) {
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
        SavedArguments saved = new SavedArguments(code, call.descriptor(), call.receiver(code));
        saved.pushAll();
        saved.pushReceiver();
      }
    }
  }
}
