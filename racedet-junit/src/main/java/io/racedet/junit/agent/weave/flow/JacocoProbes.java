package io.racedet.junit.agent.weave.flow;

import io.racedet.junit.agent.types.FieldOutline;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Recognises the probes of JaCoCo in one method: {@code probes[n] = true}, where {@code probes} is
 * a local variable that holds the result of {@code $jacocoInit}. They race by design.
 */
public final class JacocoProbes {
  public static final String DATA = FieldOutline.JACOCO_DATA;
  public static final String INIT = "$jacocoInit";
  private static final int NO_LOCAL = -1;

  private boolean obtained;
  private int local = NO_LOCAL;
  private int matched;

  /** An instruction whose result is the array of probes. */
  public void obtained() {
    obtained = true;
  }

  /** Any instruction of the method, in order, with its local variable, when it has one. */
  public void step(int opcode, int operand) {
    if (obtained && opcode == Opcodes.ASTORE) {
      local = operand;
    }
    obtained &= opcode == Opcodes.CHECKCAST;
    matched = next(opcode, operand);
  }

  private int next(int opcode, int operand) {
    if (opcode == Opcodes.ALOAD && operand == local) {
      return 1;
    }
    if (matched == 1 && isIntConstant(opcode)) {
      return 2;
    }
    return matched == 2 && opcode == Opcodes.ICONST_1 ? 3 : 0;
  }

  private static boolean isIntConstant(int opcode) {
    return opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5
        || opcode == Opcodes.BIPUSH
        || opcode == Opcodes.SIPUSH
        || opcode == Opcodes.LDC;
  }

  /** Whether the next instruction, if it is a BASTORE, sets a probe. */
  public boolean isStoreOfProbe() {
    return matched == 3;
  }
}
