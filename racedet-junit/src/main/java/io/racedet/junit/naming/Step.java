package io.racedet.junit.naming;

import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * An instruction, or a label.
 *
 * @param opcode the instruction, or {@link #LABEL}
 * @param line its source line; 0 if it is not known
 * @param operand a local variable, the number of dimensions, or the slots of a constant
 * @param owner the class of a member, by its internal name; of the code of a lambda for its making
 * @param name the member; of the code of a lambda with its descriptor
 * @param type the descriptor of a member, or the internal name of a class
 * @param targets where a jump or switch goes, or the label itself
 */
record Step(
    int opcode,
    int line,
    int operand,
    String owner,
    String name,
    String type,
    List<Label> targets) {
  /** In place of an opcode. */
  static final int LABEL = -1;

  /** Whether it calls a method. */
  boolean isCall() {
    return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC;
  }

  /** Whether it calls a method of an object. */
  boolean hasReceiver() {
    return isCall() && opcode != Opcodes.INVOKESTATIC && opcode != Opcodes.INVOKEDYNAMIC;
  }

  /** Whether the next instruction does not follow it. */
  boolean endsBlock() {
    return switch (opcode) {
      case Opcodes.GOTO,
          Opcodes.TABLESWITCH,
          Opcodes.LOOKUPSWITCH,
          Opcodes.ATHROW,
          Opcodes.IRETURN,
          Opcodes.LRETURN,
          Opcodes.FRETURN,
          Opcodes.DRETURN,
          Opcodes.ARETURN,
          Opcodes.RETURN ->
          true;
      default -> false;
    };
  }
}
