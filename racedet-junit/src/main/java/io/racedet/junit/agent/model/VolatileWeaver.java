package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.ModelClass.VolatileField;
import io.racedet.junit.agent.model.language.Path;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.Map;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the accesses of those volatile fields of the JDK that order threads of its callers. */
final class VolatileWeaver extends MethodVisitor {

  /** By owner and name. */
  private final Map<String, VolatileField> fields;

  private final ClassMembers members;
  private final MethodFacts facts;
  private final boolean isInitializer;

  VolatileWeaver(
      MethodVisitor out,
      String method,
      Map<String, VolatileField> fields,
      ClassMembers members,
      MethodFacts facts) {
    super(Opcodes.ASM9, out);
    this.fields = fields;
    this.members = members;
    this.facts = facts;
    this.isInitializer = method.equals("<init>") || method.equals("<clinit>");
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String desc) {
    VolatileField field = field(opcode, owner, name);
    /* No other thread has an object while its constructor runs, nor the class. */
    if (field == null || isInitializer) {
      super.visitFieldInsn(opcode, owner, name, desc);
      return;
    }
    boolean ofClass = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    boolean read = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
    int op = read ? OpCodes.SYNC_READ : OpCodes.SYNC_WRITE;
    int code = EffectCode.of(op, field.aspect(), field.always() ? EffectCode.ALWAYS : 0);
    SpilledCall operand = SpilledCall.ofValue(Type.getType(desc), Path.Root.VALUE);
    // stack: ..., [object], [value to write] -> ..., [object]
    if (!read) {
      operand.storeResult(mv, facts);
    }
    // stack: ..., [object] -> ..., [object], object -> ..., [object]
    int object = facts.temporary(1);
    if (ofClass) {
      super.visitLdcInsn(Type.getObjectType(owner));
    } else {
      super.visitInsn(Opcodes.DUP);
    }
    super.visitVarInsn(Opcodes.ASTORE, object);
    // stack: ..., [object] -> ..., [object], code, object, 0 -> ..., [object]
    push(code, object);
    Hook.HOLD.call(mv);
    // stack: ..., [object] -> ..., [object], [value to write] -> ..., [value read]
    if (!read) {
      operand.loadResult(mv);
    }
    super.visitFieldInsn(opcode, owner, name, desc);
    // stack: ..., [value read] -> ..., [value read], true, code, object, 0 -> ..., [value read]
    super.visitInsn(Opcodes.ICONST_1);
    push(code, object);
    Hook.HELD.call(mv);
    SpilledCall.clear(mv, object);
    operand.clear(mv);
  }

  /** The model of a field, null if it has none; the owner may be a subclass of its class. */
  private VolatileField field(int opcode, String owner, String name) {
    VolatileField field = fields.get(owner + '.' + name);
    boolean isCandidate =
        field == null
            && (opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD)
            && fields.keySet().stream().anyMatch(known -> known.endsWith('.' + name));
    ClassMembers.Member inherited = isCandidate ? members.field(owner, name) : null;
    return inherited == null ? field : fields.get(inherited.owner() + '.' + name);
  }

  private void push(int code, int object) {
    // stack: ... -> ..., code, object, 0
    super.visitLdcInsn(code);
    super.visitVarInsn(Opcodes.ALOAD, object);
    super.visitInsn(Opcodes.LCONST_0);
  }
}
