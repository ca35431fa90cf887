package io.racedet.junit.agent.weave;

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
    code.reserve(3);
    code.out().visitInsn(Opcodes.DUP2);
    code.pushSite(SiteKind.READ, "[");
    code.callHook("array", "(Ljava/lang/Object;II)I");
    code.storeToken();
    code.out().visitInsn(opcode);
    code.callAfter();
  }

  /** Writes the store between its hooks. */
  void store(int opcode) {
    Type element = elementType(opcode);
    code.storeValue(element);
    code.out().visitInsn(Opcodes.DUP2);
    if (opcode == Opcodes.AASTORE) {
      code.reserve(3);
      code.loadValue(element);
      code.pushSite(SiteKind.WRITE, "[");
      code.callHook("arrayStore", "(Ljava/lang/Object;ILjava/lang/Object;I)I");
    } else {
      code.reserve(2);
      code.pushSite(SiteKind.WRITE, "[");
      code.callHook("array", "(Ljava/lang/Object;II)I");
    }
    code.storeToken();
    code.loadValue(element);
    code.out().visitInsn(opcode);
    code.callAfter();
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
