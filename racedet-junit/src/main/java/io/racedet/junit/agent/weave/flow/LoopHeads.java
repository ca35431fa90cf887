package io.racedet.junit.agent.weave.flow;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** The labels of one method to which a later instruction jumps, by their ordinals in the code. */
final class LoopHeads extends MethodVisitor {
  private final Map<Label, Integer> ordinals = new HashMap<>();
  private final BitSet heads = new BitSet();

  /** Starts a method, which the other visitor reads too. */
  LoopHeads(MethodVisitor other) {
    super(Opcodes.ASM9, other);
  }

  /** Whether the label with an ordinal is one. */
  boolean isHead(int ordinal) {
    return heads.get(ordinal);
  }

  @Override
  public void visitLabel(Label label) {
    ordinals.put(label, ordinals.size());
    super.visitLabel(label);
  }

  private void jump(Label target) {
    Integer ordinal = ordinals.get(target);
    if (ordinal != null) {
      heads.set(ordinal);
    }
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    jump(label);
    super.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    select(other, labels);
    super.visitTableSwitchInsn(min, max, other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    select(other, labels);
    super.visitLookupSwitchInsn(other, keys, labels);
  }

  private void select(Label other, Label[] labels) {
    jump(other);
    for (Label label : labels) {
      jump(label);
    }
  }
}
