package io.racedet.junit.agent.weave.flow;

import java.util.Arrays;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * What is known of the slots of the operand stack of a method, as a number for each: which local
 * variable has its value now, or what it may refer to. Of the slots below those that are known here
 * nothing is known.
 */
public final class OperandStack {

  /* For each opcode without an operand of its own, from NOP to ARRAYLENGTH: the slots that it takes
   * and those that it leaves. Instructions that copy slots are treated by themselves. */
  private static final String EFFECTS =
      "00 01 01 01 01 01 01 01 01 02 02 01 01 01 02 02 01 01 01 01 01 " // to ldc2_w
          + "01 02 01 02 01 " // loads
          + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 " // short forms
          + "21 22 21 22 21 21 21 21 " // array loads
          + "10 20 10 20 10 " // stores
          + "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
          + "30 40 30 40 30 30 30 30 " // array stores
          + "10 20 00 00 00 00 00 00 00 " // pop and dup
          + "21 42 21 42 21 42 21 42 21 42 21 42 21 42 21 42 21 42 21 42 11 22 11 22 "
          + "21 32 21 32 21 32 21 42 21 42 21 42 00 " // shifts, bits, iinc
          + "12 11 12 21 21 22 11 12 12 21 22 21 11 11 11 " // conversions
          + "41 21 21 41 41 " // comparisons
          + "10 10 10 10 10 10 20 20 20 20 20 20 20 20 " // conditional jumps
          + "00 01 00 10 10 10 20 10 20 10 00 " // goto to return
          + "00 00 00 00 00 00 00 00 00 01 11 11 11 10 11 11 10 10 00 11 10 10";

  private static final int ENTRY = 3; // characters
  private static final int INITIAL = 16;

  private final long unknown;
  private long[] values = new long[INITIAL];
  private int size;

  /** Starts with no known slot; {@code unknown} stands for a slot of which nothing is known. */
  public OperandStack(long unknown) {
    this.unknown = unknown;
  }

  /** How many slots an instruction takes that is described by its opcode alone. */
  static int taken(int opcode) {
    return EFFECTS.charAt(opcode * ENTRY) - '0';
  }

  /** How many slots such an instruction leaves. */
  private static int left(int opcode) {
    return EFFECTS.charAt(opcode * ENTRY + 1) - '0';
  }

  /** Nothing is known of any slot. */
  public void clear() {
    size = 0;
  }

  /** How many slots there are, of those that are known. */
  public int size() {
    return size;
  }

  /** Writes the slots to an array, from the lowest one. */
  public void copyTo(long[] array, int from) {
    System.arraycopy(values, 0, array, from, size);
  }

  /** What is known of a slot, the one on top being 0. */
  public long at(int depth) {
    return depth < size ? values[size - 1 - depth] : unknown;
  }

  /** An instruction that takes slots and leaves others, of which nothing is known. */
  public void replace(int taken, int left) {
    size = Math.max(0, size - taken);
    for (int i = 0; i < left; i++) {
      push(unknown);
    }
  }

  /** Forgets all slots of which this is known. */
  void forget(long value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        values[i] = unknown;
      }
    }
  }

  /** An access to a field. */
  public void field(int opcode, String descriptor) {
    int value = Type.getType(descriptor).getSize();
    switch (opcode) {
      case Opcodes.GETSTATIC -> replace(0, value);
      case Opcodes.PUTSTATIC -> replace(value, 0);
      case Opcodes.GETFIELD -> replace(1, value);
      default -> replace(1 + value, 0);
    }
  }

  /** A call. */
  public void call(boolean hasReceiver, String descriptor) {
    int sizes = Type.getArgumentsAndReturnSizes(descriptor); // with a receiver
    replace((sizes >> 2) - (hasReceiver ? 0 : 1), sizes & 3);
  }

  /** The slots that a constant of LDC takes. */
  public static int size(Object constant) {
    boolean isWide =
        constant instanceof Long
            || constant instanceof Double
            || constant instanceof ConstantDynamic dynamic && dynamic.getSize() == 2;
    return isWide ? 2 : 1;
  }

  /** An instruction of no other kind. */
  public void step(int opcode) {
    switch (opcode) {
      case Opcodes.DUP -> copy(1, 0);
      case Opcodes.DUP_X1 -> copy(1, 1);
      case Opcodes.DUP_X2 -> copy(1, 2);
      case Opcodes.DUP2 -> copy(2, 0);
      case Opcodes.DUP2_X1 -> copy(2, 1);
      case Opcodes.DUP2_X2 -> copy(2, 2);
      case Opcodes.SWAP -> {
        copy(1, 1);
        size--;
      }
      case Opcodes.CHECKCAST -> {
        // The value stays the same.
      }
      default -> replace(taken(opcode), left(opcode));
    }
  }

  /* Copies the slots on top to below as many others. */
  private void copy(int count, int below) {
    long[] moved = new long[count + below];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = at(moved.length - 1 - i); // from the lowest one
    }
    replace(moved.length, 0);
    for (int i = 0; i < count; i++) {
      push(moved[below + i]);
    }
    for (long moving : moved) {
      push(moving);
    }
  }

  /** One slot is pushed. */
  public void push(long value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }
}
