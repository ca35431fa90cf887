package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the loads and stores of array elements of one method. */
final class ArrayAccessWeaver {
  private static final Type REFERENCE = Type.getType(Object.class);

  private final WovenCode code;

  ArrayAccessWeaver(WovenCode code) {
    this.code = code;
  }

  static boolean isLoad(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
  }

  static boolean isStore(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Writes the load between its hooks. */
  void load(int opcode) {
    code.reserve(4);
    // stack: ..., array, index -> ..., array, index, array, index, site
    code.out().visitInsn(Opcodes.DUP2);
    code.pushSite(SiteKind.READ, "[");
    // stack: ..., array, index, array, index, site -> ..., array, index
    code.callWithThread(Hook.ARRAY);
    code.storeToken();
    // stack: ..., array, index -> ..., value
    code.out().visitInsn(opcode);
    code.callAfter();
  }

  /** Writes the store between its hooks. */
  void store(int opcode) {
    Type element = elementType(opcode);
    // stack: ..., array, index, value -> ..., array, index, array, index
    code.storeValue(element);
    code.out().visitInsn(Opcodes.DUP2);
    if (opcode == Opcodes.AASTORE) {
      code.reserve(4);
      // stack: ..., array, index, array, index -> ..., array, index, token
      code.loadValue(element);
      code.pushSite(SiteKind.WRITE, "[");
      code.callWithThread(Hook.ARRAY_STORE);
    } else {
      code.reserve(3);
      // stack: ..., array, index, array, index -> ..., array, index, token
      code.pushSite(SiteKind.WRITE, "[");
      code.callWithThread(Hook.ARRAY);
    }
    // stack: ..., array, index, token -> ..., array, index, value
    code.storeToken();
    code.loadValue(element);
    // stack: ..., array, index, value -> ...
    code.out().visitInsn(opcode);
    code.callAfter();
    code.clearValue(element);
  }

  private static Type elementType(int opcode) {
    return switch (opcode) {
      case Opcodes.LASTORE -> Type.LONG_TYPE;
      case Opcodes.FASTORE -> Type.FLOAT_TYPE;
      case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
      case Opcodes.AASTORE -> REFERENCE;
      default -> Type.INT_TYPE;
    };
  }
}
