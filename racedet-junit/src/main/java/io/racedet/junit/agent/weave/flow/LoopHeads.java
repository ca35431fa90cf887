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

  LoopHeads() {
    super(Opcodes.ASM9);
  }

  /** Whether the label with an ordinal is one. */
  boolean isHead(int ordinal) {
    return heads.get(ordinal);
  }

  @Override
  public void visitLabel(Label label) {
    ordinals.put(label, ordinals.size());
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
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    visitLookupSwitchInsn(other, null, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    jump(other);
    for (Label label : labels) {
      jump(label);
    }
  }
}
