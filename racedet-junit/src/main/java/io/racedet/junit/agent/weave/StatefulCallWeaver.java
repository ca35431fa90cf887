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
  void weave(MethodCall call) {
    code.reserve(ARGUMENTS_OF_HOOKS);
    String declaring = CallRules.declaring(code.type(), call);
    int kind = Math.max(CallKinds.STATEFUL, CallRules.kind(declaring, call.name()));
    boolean hasReceiver = call.hasReceiver();
    boolean connects =
        kind == CallKinds.STATEFUL
            && (call.isConstruction() ? takesState(call.descriptor()) : sharesMemory(call));
    SavedArguments arguments = null;
    if (connects || hasReceiver && !call.descriptor().startsWith("()")) {
      // stack: ..., [receiver], arguments -> ...
      Type receiver = hasReceiver ? call.receiver(code) : null;
      arguments = new SavedArguments(code, call.descriptor(), receiver);
    }
    if (hasReceiver || kind != CallKinds.STATEFUL) {
      before(kind, declaring, hasReceiver, arguments);
    }
    if (arguments != null) {
      // stack: ... -> ..., [receiver], arguments
      arguments.pushAll();
    }
    call.write(code.out());
    if (call.isConstruction()) {
      last.called(call.owner(), connects ? arguments : null);
    } else if (connects) {
      connect(arguments, hasReceiver);
    }
  }

  private static boolean takesState(String descriptor) {
    return Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(UnknownCallWeaver::hasState);
  }

  private static boolean sharesMemory(MethodCall call) {
    return call.owner().startsWith(BUFFERS)
        && UnknownCallWeaver.hasState(Type.getReturnType(call.descriptor()));
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
