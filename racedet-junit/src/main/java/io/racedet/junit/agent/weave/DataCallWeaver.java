package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.calls.DataCall;
import io.racedet.junit.agent.weave.calls.DataCall.Access;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.calls.CallKinds;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves what the calls of one method do to arrays and builders: saves their operands for hooks.
 */
final class DataCallWeaver {
  private static final int ARGUMENTS = 6;
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private final WovenCode code;
  private DataCall data;
  private SavedArguments arguments;
  private int site;

  DataCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Whether a call has hooks of this weaver. */
  static boolean isOne(MethodCall call) {
    return of(call) != null;
  }

  private static DataCall of(MethodCall call) {
    return DataCall.of(call.opcode(), call.owner(), call.name(), call.descriptor());
  }

  /** A call comes next, with its operands on the stack. */
  void before(MethodCall call) {
    data = of(call);
    if (data != null && code.recordsContents() && !isOfArrays(data)) {
      data = null;
    }
    if (data != null) {
      boolean ofReceiver = data.accesses().get(0).object() == DataCall.RECEIVER;
      code.reserve(ARGUMENTS);
      // stack: ..., [receiver], arguments -> ..., [receiver]
      Type receiver = ofReceiver ? Type.getObjectType(call.owner()) : null;
      arguments = new SavedArguments(code, call.descriptor(), receiver);
      site = code.recordsContents() ? Layout.CALLER : code.site(SiteKind.OTHER, "", false);
      accesses(false);
      // stack: ..., [receiver] -> ..., [receiver], arguments
      arguments.pushAll();
    }
  }

  /* The text of a builder is no part of a collection, nor is what keeps sections in order. */
  private static boolean isOfArrays(DataCall call) {
    return call.accesses().stream()
        .noneMatch(
            access -> access.object() == DataCall.RECEIVER || access.op() == OpCodes.UNKNOWN);
  }

  /** The call has returned, and its result is on the stack. */
  void after(MethodCall call) {
    if (data != null && data.accesses().stream().anyMatch(Access::late)) {
      Type result = Type.getReturnType(call.descriptor());
      boolean counts = result.getSort() == Type.INT || result.getSort() == Type.ARRAY;
      if (counts) {
        // stack: ..., result -> ..., result
        code.out().visitInsn(Opcodes.DUP);
        code.storeValue(result);
      }
      accesses(true);
      if (counts) {
        code.clearValue(result);
      }
    }
    data = null;
  }

  private void accesses(boolean late) {
    for (Access access : data.accesses()) {
      if (access.late() == late) {
        access(access);
      }
    }
  }

  private void access(Access access) {
    Hook hook = hook(access);
    if (hook == Hook.CONTENTS || hook == Hook.ELEMENTS) {
      // stack: ... -> ..., op
      code.push(access.op());
    }
    // stack: ... -> ..., object, [result], [from, to], [kind], site
    pushObject(access.object());
    switch (hook) {
      case COPIED_INTO -> pushObject(DataCall.RESULT);
      case ELEMENTS -> {
        push(access.from());
        pushEnd(access.to());
      }
      case STATEFUL -> code.push(CallKinds.STATEFUL);
      default -> {
        /* The hook takes the object alone. */
      }
    }
    code.push(site);
    // stack: ..., [op], object, [result], [from, to], [kind], site -> ...
    code.call(hook);
  }

  private static Hook hook(Access access) {
    if (access.object() == DataCall.RECEIVER) {
      return Hook.CONTENTS;
    } else if (access.op() == OpCodes.UNKNOWN) {
      return Hook.STATEFUL;
    } else if (access.to() == DataCall.OF_COPY) {
      return Hook.COPIED_INTO;
    }
    return access.to() == DataCall.OF_ROWS ? Hook.ROWS : Hook.ELEMENTS;
  }

  private void pushObject(int object) {
    // stack: ... -> ..., object
    if (object == DataCall.RECEIVER) {
      arguments.pushReceiver();
    } else if (object == DataCall.RESULT) {
      code.loadValue(OBJECT);
    } else {
      arguments.push(object);
    }
  }

  private void pushEnd(List<Integer> bound) {
    if (bound != DataCall.OF_BOTH && bound != DataCall.OF_EQUAL_LENGTHS) {
      push(bound);
      return;
    }
    arguments.push(0);
    arguments.push(1);
    code.push(bound == DataCall.OF_EQUAL_LENGTHS ? 1 : 0);
    // stack: ..., array, other, equals -> ..., end
    code.call(Hook.COMPARED);
  }

  private void push(List<Integer> bound) {
    // stack: ... -> ..., sum
    code.push(bound == DataCall.END ? Integer.MAX_VALUE : 0);
    for (int term : bound == DataCall.END ? List.<Integer>of() : bound) {
      // stack: ..., sum -> ..., sum, term -> ..., sum
      if (term == DataCall.RESULT) {
        code.loadValue(Type.INT_TYPE);
      } else if (term == DataCall.ONE) {
        code.push(1);
      } else {
        arguments.push(term < 0 ? ~term : term);
      }
      code.out().visitInsn(term < 0 ? Opcodes.ISUB : Opcodes.IADD);
    }
  }
}
