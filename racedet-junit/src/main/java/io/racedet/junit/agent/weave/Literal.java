package io.racedet.junit.agent.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Code that pushes an int. */
final class Literal {
  /** The stack slots that it takes beside the one of its result, without a constant. */
  static final int SLOTS = 2;

  private static final int BITS = 15;

  private Literal() {}

  /** Pushes a value, without an entry in the constant pool if that is full. */
  static void push(MethodVisitor out, int value, boolean mayAddConstants) {
    // stack: ... -> ..., value
    if (value >= Opcodes.ICONST_M1 - Opcodes.ICONST_0 && value <= 5) {
      out.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value == (byte) value) {
      out.visitIntInsn(Opcodes.BIPUSH, value);
    } else if (value == (short) value) {
      out.visitIntInsn(Opcodes.SIPUSH, value);
    } else if (mayAddConstants) {
      out.visitLdcInsn(value);
    } else {
      // stack: ... -> ..., high bits, shift -> ..., shifted
      out.visitIntInsn(Opcodes.SIPUSH, value >> BITS);
      out.visitIntInsn(Opcodes.BIPUSH, BITS);
      out.visitInsn(Opcodes.ISHL);
      // stack: ..., shifted -> ..., shifted, low bits -> ..., value
      out.visitIntInsn(Opcodes.SIPUSH, value & (1 << BITS) - 1);
      out.visitInsn(Opcodes.IOR);
    }
  }
}
