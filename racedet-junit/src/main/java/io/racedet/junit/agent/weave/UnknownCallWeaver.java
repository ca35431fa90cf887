package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves calls of code of which nothing is known, or of which only the receiver tells whether it is
 * known. The hooks get the receiver, the arguments and the result.
 */
final class UnknownCallWeaver {
  private static final int ARGUMENTS_OF_HOOKS = 4;

  private final WovenCode code;

  private final LastConstructor last = new LastConstructor();

  UnknownCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Writes the call between its hooks. */
  void weave(MethodCall call) {
    code.reserve(ARGUMENTS_OF_HOOKS);
    boolean hasReceiver = call.hasReceiver();
    // stack: ..., [receiver], arguments -> ...
    SavedArguments arguments =
        new SavedArguments(code, call.descriptor(), hasReceiver ? call.receiver(code) : null);
    String declaring = CallRules.declaring(code.type(), call);
    if (!hasReceiver) {
      beginStatic(declaring);
    } else if (call.opcode() == Opcodes.INVOKESPECIAL) {
      beginInherited(arguments);
    } else {
      begin(arguments, call.name() + call.descriptor());
    }
    passed(arguments, hasReceiver);
    // stack: ... -> ..., [receiver], arguments
    arguments.pushAll();
    // stack: ..., [receiver], arguments -> ..., [result]
    call.write(code.out());
    if (call.isConstruction()) {
      last.called(call.owner(), arguments);
    } else {
      end(arguments, declaring, hasReceiver, Type.getReturnType(call.descriptor()));
    }
  }

  /** The object of the last constructor call is on top of the stack. */
  void constructed(String owner) {
    SavedArguments arguments = last.take(owner);
    if (arguments == null) {
      return;
    }
    // stack: ..., object -> ..., object
    arguments.keepAsReceiver();
    for (int i = 0; i < arguments.count(); i++) {
      if (hasState(arguments.type(i))) {
        code.loadToken();
        arguments.pushReceiver();
        arguments.push(i);
        code.pushSite(SiteKind.OTHER);
        // stack: ..., object, token, object, argument, site -> ..., object
        code.call(Hook.PASSED);
      }
    }
    code.loadToken();
    code.out().visitLdcInsn(owner);
    code.out().visitInsn(Opcodes.ACONST_NULL);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., object, token, owner, null, site -> ..., object
    code.call(Hook.END_UNKNOWN);
  }

  private void begin(SavedArguments arguments, String method) {
    // stack: ... -> ..., receiver, method, site -> ..., token
    arguments.pushReceiver();
    if (code.mayAddConstants()) {
      code.out().visitLdcInsn(method);
    } else {
      code.out().visitInsn(Opcodes.ACONST_NULL);
    }
    begin(Hook.BEGIN_UNKNOWN);
  }

  private void beginInherited(SavedArguments arguments) {
    // stack: ... -> ..., receiver, site -> ..., token
    arguments.pushReceiver();
    begin(Hook.BEGIN_INHERITED);
  }

  private void beginStatic(String owner) {
    // stack: ... -> ..., owner, site -> ..., token
    code.out().visitLdcInsn(owner);
    begin(Hook.BEGIN_STATIC);
  }

  private void begin(Hook hook) {
    code.pushSite(SiteKind.OTHER);
    code.call(hook);
    // stack: ..., token -> ...
    code.storeToken();
  }

  /* Without a receiver, each argument is connected with the one before. */
  private void passed(SavedArguments arguments, boolean hasReceiver) {
    int before = -1;
    for (int i = 0; i < arguments.count(); i++) {
      if (hasState(arguments.type(i))) {
        code.loadToken();
        if (hasReceiver) {
          arguments.pushReceiver();
        } else if (before >= 0) {
          arguments.push(before);
        } else {
          code.out().visitInsn(Opcodes.ACONST_NULL);
        }
        arguments.push(i);
        code.pushSite(SiteKind.OTHER);
        // stack: ..., token, object, argument, site -> ...
        code.call(Hook.PASSED);
        before = i;
      }
    }
  }

  private void end(SavedArguments arguments, String owner, boolean hasReceiver, Type result) {
    boolean returns = hasState(result);
    if (returns) {
      code.storeValue(result);
    }
    code.loadToken();
    if (hasReceiver) {
      arguments.pushReceiver();
    } else {
      code.out().visitLdcInsn(owner);
    }
    pushResult(hasReceiver && returns, result);
    code.pushSite(SiteKind.OTHER);
    // stack: ..., [result], token, object, result, site -> ..., [result]
    code.call(Hook.END_UNKNOWN);
    if (!hasReceiver) {
      endArguments(arguments, returns, result);
    }
    if (returns) {
      code.loadValue(result);
      code.restoreType(result);
      code.clearValue(result);
    }
  }

  private void endArguments(SavedArguments arguments, boolean returns, Type result) {
    for (int i = 0; i < arguments.count(); i++) {
      if (hasState(arguments.type(i))) {
        code.loadToken();
        pushResult(returns, result);
        arguments.push(i);
        code.pushSite(SiteKind.OTHER);
        // stack: ..., token, result, argument, site -> ...
        code.call(Hook.PASSED);
      }
    }
  }

  private void pushResult(boolean returns, Type result) {
    if (returns) {
      code.loadValue(result);
    } else {
      code.out().visitInsn(Opcodes.ACONST_NULL);
    }
  }

  /** Whether objects of a type may have a state that can change. */
  static boolean hasState(Type type) {
    return switch (type.getSort()) {
      case Type.ARRAY -> true;
      case Type.OBJECT -> !type.getInternalName().equals("java/lang/String");
      default -> false;
    };
  }
}
