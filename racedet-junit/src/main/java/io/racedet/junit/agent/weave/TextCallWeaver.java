package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.calls.TextCall;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.OpCodes;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves what the calls of one method do to texts that they get as objects or by an interface. */
final class TextCallWeaver {
  private static final int ARGUMENTS_OF_HOOK = 3;

  private final WovenCode code;

  TextCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Whether a call has hooks of this weaver. */
  static boolean isOne(MethodCall call) {
    return of(call) != null;
  }

  private static TextCall of(MethodCall call) {
    return TextCall.of(call.opcode(), call.owner(), call.name(), call.descriptor());
  }

  /** A call comes next, with its operands on the stack. */
  void before(MethodCall call) {
    TextCall text = of(call);
    if (text != null) {
      Type receiver = text.ofReceiver() ? Type.getObjectType(call.owner()) : null;
      before(text, receiver, call.descriptor());
    }
  }

  /** A concatenation of strings comes next, with its operands on the stack. */
  void beforeConcatenation(String descriptor) {
    TextCall call = TextCall.ofConcatenation(descriptor);
    if (call != null) {
      before(call, null, descriptor);
    }
  }

  /**
   * The text of a record comes next, with the record on top of the stack. It is composed of those
   * of its components.
   *
   * @param getters the arguments of the bootstrap method, among them what reads a component each
   */
  void beforeTextOfRecord(Object... getters) {
    code.reserve(ARGUMENTS_OF_HOOK);
    for (Object getter : getters) {
      if (getter instanceof Handle field
          && field.getTag() == Opcodes.H_GETFIELD
          && TextCall.mayBeText(field.getDesc())) {
        // stack: ..., record -> ..., record, text
        code.out().visitInsn(Opcodes.DUP);
        code.out()
            .visitFieldInsn(Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc());
        access(new TextCall.Operand(OpCodes.READ, 0, false), code.site(SiteKind.OTHER, "", false));
      }
    }
  }

  private void before(TextCall call, Type receiver, String descriptor) {
    code.reserve(ARGUMENTS_OF_HOOK);
    int site = code.site(SiteKind.OTHER, "", false);
    if (call.isLast(Type.getArgumentTypes(descriptor).length)) {
      // stack: ..., text -> ..., text, text
      code.out().visitInsn(Opcodes.DUP);
      access(call.operands().get(0), site);
      return;
    }
    // stack: ..., [receiver], arguments -> ...
    SavedArguments arguments = new SavedArguments(code, descriptor, receiver);
    for (TextCall.Operand operand : call.operands()) {
      // stack: ... -> ..., text
      if (operand.object() == TextCall.RECEIVER) {
        arguments.pushReceiver();
      } else {
        arguments.push(operand.object());
      }
      access(operand, site);
    }
    // stack: ... -> ..., [receiver], arguments
    arguments.pushAll();
  }

  private void access(TextCall.Operand operand, int site) {
    code.push(operand.op());
    code.push(site);
    // stack: ..., text, op, site -> ...
    code.call(operand.elements() ? Hook.TEXTS : Hook.TEXT);
  }
}
