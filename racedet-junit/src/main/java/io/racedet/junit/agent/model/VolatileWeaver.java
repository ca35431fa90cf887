package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.Path;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.memory.OpCodes;
import java.util.Map;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the accesses of volatile fields of the JDK whose order matters outside it. */
final class VolatileWeaver extends MethodVisitor {

  /** Aspects by owner and name. */
  private final Map<String, Integer> aspects;

  private final MethodFacts facts;
  private final boolean isConstructor;

  VolatileWeaver(
      MethodVisitor out, String method, Map<String, Integer> aspects, MethodFacts facts) {
    super(Opcodes.ASM9, out);
    this.aspects = aspects;
    this.facts = facts;
    this.isConstructor = method.equals("<init>");
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String desc) {
    Integer aspect = aspects.get(owner + '.' + name);
    /* Nobody else has an object whose constructor runs. */
    if (aspect == null || isConstructor) {
      super.visitFieldInsn(opcode, owner, name, desc);
      return;
    }
    boolean read = opcode == Opcodes.GETFIELD;
    int op = read ? OpCodes.SYNC_READ : OpCodes.SYNC_WRITE;
    int code = ModelledCalls.code(op, aspect, 0);
    SpilledCall operand = SpilledCall.ofValue(Type.getType(desc), Path.Root.VALUE);
    if (!read) {
      operand.storeResult(mv, facts);
    }
    int object = facts.temporary(1);
    super.visitInsn(Opcodes.DUP);
    super.visitVarInsn(Opcodes.ASTORE, object);
    push(code, object);
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, JdkModel.HOOKS, "hold", "(ILjava/lang/Object;J)V", false);
    if (!read) {
      operand.loadResult(mv);
    }
    super.visitFieldInsn(opcode, owner, name, desc);
    super.visitInsn(Opcodes.ICONST_1);
    push(code, object);
    super.visitMethodInsn(
        Opcodes.INVOKESTATIC, JdkModel.HOOKS, "held", "(ZILjava/lang/Object;J)V", false);
  }

  private void push(int code, int object) {
    super.visitLdcInsn(code);
    super.visitVarInsn(Opcodes.ALOAD, object);
    super.visitInsn(Opcodes.LCONST_0);
  }
}
