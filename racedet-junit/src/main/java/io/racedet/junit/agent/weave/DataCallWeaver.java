package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.DataCall.Access;
import io.racedet.junit.record.sites.SiteKind;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves what the calls of one method do to arrays and builders: saves their operands for hooks.
 */
final class DataCallWeaver {
  private static final int ARGUMENTS = 6;

  private final WovenCode code;
  private DataCall data;
  private SavedArguments arguments;
  private int site;

  DataCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** A call comes next, with its operands on the stack. */
  void before(int opcode, String owner, String name, String descriptor) {
    data = DataCall.of(opcode, owner, name, descriptor);
    if (data != null) {
      boolean ofReceiver = data.accesses().get(0).object() == DataCall.RECEIVER;
      code.reserve(ARGUMENTS);
      // stack: ..., [receiver], arguments -> ..., [receiver]
      Type receiver = ofReceiver ? Type.getObjectType(owner) : null;
      arguments = new SavedArguments(code, descriptor, receiver);
      site = code.site(SiteKind.OTHER, "");
      accesses(false);
      // stack: ..., [receiver] -> ..., [receiver], arguments
      arguments.pushAll();
    }
  }

  /** The call has returned, and its result is on the stack. */
  void after(String descriptor) {
    if (data != null && data.accesses().stream().anyMatch(Access::late)) {
      boolean counts = Type.getReturnType(descriptor).getSort() == Type.INT;
      if (counts) {
        // stack: ..., result -> ..., result
        code.out().visitInsn(Opcodes.DUP);
        code.storeValue(Type.INT_TYPE);
      }
      accesses(true);
    }
    data = null;
  }

  private void accesses(boolean late) {
    for (Access access : data.accesses()) {
      if (access.late() == late) {
        // stack: ... -> ..., op, object, from, to, site
        code.push(access.op());
        if (access.object() == DataCall.RECEIVER) {
          arguments.pushReceiver();
        } else {
          arguments.push(access.object());
          push(access.from());
          push(access.to());
        }
        code.push(site);
        // stack: ..., op, object, from, to, site -> ...
        code.call(access.object() == DataCall.RECEIVER ? Hook.CONTENTS : Hook.ELEMENTS);
      }
    }
  }

  private void push(List<Integer> bound) {
    // stack: ... -> ..., sum
    code.push(bound == DataCall.END ? -1 : 0);
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
