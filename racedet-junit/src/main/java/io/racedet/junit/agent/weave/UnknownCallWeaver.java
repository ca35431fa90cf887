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
  void weave(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    code.reserve(ARGUMENTS_OF_HOOKS);
    boolean construction = name.equals("<init>");
    boolean hasReceiver = opcode != Opcodes.INVOKESTATIC && !construction;
    // stack: ..., [receiver], arguments -> ...
    SavedArguments arguments =
        new SavedArguments(code, descriptor, hasReceiver ? receiver(code, opcode, owner) : null);
    String declaring = CallRules.declaring(code.type(), owner, name, descriptor);
    if (!hasReceiver) {
      beginStatic(declaring);
    } else if (opcode == Opcodes.INVOKESPECIAL) {
      beginInherited(arguments);
    } else {
      begin(arguments, name + descriptor);
    }
    passed(arguments, hasReceiver);
    // stack: ... -> ..., [receiver], arguments
    arguments.pushAll();
    // stack: ..., [receiver], arguments -> ..., [result]
    code.out().visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
    if (construction) {
      last.called(owner, arguments);
    } else {
      end(arguments, declaring, hasReceiver, Type.getReturnType(descriptor));
    }
  }

  /** The type of a receiver; that of a call by super is the class that makes it (JVMS 4.10.1.9). */
  static Type receiver(WovenCode code, int opcode, String owner) {
    return Type.getObjectType(opcode == Opcodes.INVOKESPECIAL ? code.type().name() : owner);
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
