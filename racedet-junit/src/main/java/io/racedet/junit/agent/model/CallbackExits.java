package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.InsertionPoint;
import io.racedet.junit.agent.model.language.ModelLine;
import java.util.HashSet;
import java.util.Set;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Restores the guard of a modelled method where it catches exceptions: an exception of the caller's
 * code leaves the call without the hook that comes after it.
 */
final class CallbackExits extends MethodVisitor {
  private final Set<Label> handlers = new HashSet<>();
  private boolean atHandler;

  CallbackExits(MethodVisitor out) {
    super(Opcodes.ASM9, out);
  }

  /** Whether a method with that line runs code of its caller with another guard than its own. */
  static boolean has(ModelLine line) {
    return line.guard() == ModelLine.Guard.RAISED
        && line.clauses().stream()
            .anyMatch(
                clause ->
                    clause.insertionPoint() instanceof InsertionPoint.Call call
                        && !call.isAround());
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    handlers.add(handler);
    super.visitTryCatchBlock(start, end, handler, type);
  }

  @Override
  public void visitLabel(Label label) {
    super.visitLabel(label);
    atHandler |= handlers.contains(label);
  }

  /* Before the first instruction of the handler: not all JVMs know the frames of their own classes. */
  private void enter() {
    if (atHandler) {
      atHandler = false;
      // stack: exception -> exception
      Hook.LOWER.call(mv);
    }
  }

  /* A handler begins by storing, throwing or dropping the exception, or by calling a method. */
  @Override
  public void visitVarInsn(int opcode, int local) {
    enter();
    super.visitVarInsn(opcode, local);
  }

  @Override
  public void visitInsn(int opcode) {
    enter();
    super.visitInsn(opcode);
  }

  @Override
  public void visitMethodInsn(int opcode, String type, String name, String desc, boolean itf) {
    enter();
    super.visitMethodInsn(opcode, type, name, desc, itf);
  }
}
