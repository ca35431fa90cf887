package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.calls.CallKinds;
import java.util.Arrays;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves calls whose results depend on earlier calls on the same object. Objects that share their
 * state are connected: a stream or the like with what it was made of, and a buffer with those that
 * have its memory.
 */
final class StatefulCallWeaver {
  private static final int ARGUMENTS_OF_HOOKS = 3;
  private static final String BUFFERS = "java/nio/";

  private final WovenCode code;

  private final LastConstructor last = new LastConstructor();

  StatefulCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Writes the call after the hook, and connects what it returns. */
  void weave(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    code.reserve(ARGUMENTS_OF_HOOKS);
    String declaring = CallRules.declaring(code.type(), owner, name, descriptor);
    int kind = Math.max(CallKinds.STATEFUL, CallRules.kind(declaring, name));
    boolean construction = name.equals("<init>");
    boolean hasReceiver = opcode != Opcodes.INVOKESTATIC && !construction;
    boolean connects =
        kind == CallKinds.STATEFUL
            && (construction ? takesState(descriptor) : sharesMemory(owner, descriptor));
    SavedArguments arguments = null;
    if (connects || hasReceiver && !descriptor.startsWith("()")) {
      // stack: ..., [receiver], arguments -> ...
      arguments =
          new SavedArguments(
              code,
              descriptor,
              hasReceiver ? UnknownCallWeaver.receiver(code, opcode, owner) : null);
    }
    if (hasReceiver || kind != CallKinds.STATEFUL) {
      before(kind, declaring, hasReceiver, arguments);
    }
    if (arguments != null) {
      // stack: ... -> ..., [receiver], arguments
      arguments.pushAll();
    }
    code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    if (construction) {
      last.called(owner, connects ? arguments : null);
    } else if (connects) {
      connect(arguments, hasReceiver);
    }
  }

  private static boolean takesState(String descriptor) {
    return Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(UnknownCallWeaver::hasState);
  }

  private static boolean sharesMemory(String owner, String descriptor) {
    return owner.startsWith(BUFFERS) && UnknownCallWeaver.hasState(Type.getReturnType(descriptor));
  }

  private void before(int kind, String owner, boolean hasReceiver, SavedArguments arguments) {
    if (!hasReceiver) {
      // stack: ... -> ..., owner
      code.out().visitLdcInsn(owner);
    } else if (arguments == null) {
      // stack: ..., receiver -> ..., receiver, receiver
      code.out().visitInsn(Opcodes.DUP);
    } else {
      // stack: ... -> ..., receiver
      arguments.pushReceiver();
    }
    code.push(kind);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, kind, site -> ...
    code.call(Hook.STATEFUL);
  }

  /** The object of the last constructor call is on top of the stack. */
  void constructed(String owner) {
    SavedArguments arguments = last.take(owner);
    if (arguments != null) {
      connect(arguments, false);
    }
  }

  /* The object that shares the state is on top of the stack. */
  private void connect(SavedArguments arguments, boolean hasReceiver) {
    if (hasReceiver) {
      // stack: ..., object -> ..., object, object, receiver
      code.out().visitInsn(Opcodes.DUP);
      arguments.pushReceiver();
      connect();
      return;
    }
    for (int i = 0; i < arguments.count(); i++) {
      if (UnknownCallWeaver.hasState(arguments.type(i))) {
        // stack: ..., object -> ..., object, object, argument
        code.out().visitInsn(Opcodes.DUP);
        arguments.push(i);
        connect();
      }
    }
  }

  private void connect() {
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, other, site -> ...
    code.call(Hook.CONNECTED);
  }
}
