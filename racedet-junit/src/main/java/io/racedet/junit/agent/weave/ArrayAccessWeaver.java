package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.record.sites.SiteKind;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the loads and stores of array elements of one method. */
final class ArrayAccessWeaver {
  private static final Type REFERENCE = Type.getType(Object.class);

  private final WovenCode code;
  private final AccessMethods methods;

  /**
   * Starts a method.
   *
   * @param code the method
   * @param methods takes its accesses, null if it keeps them
   */
  ArrayAccessWeaver(WovenCode code, AccessMethods methods) {
    this.code = code;
    this.methods = methods;
  }

  static boolean isLoad(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
  }

  static boolean isStore(int opcode) {
    return opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  /** Writes the load between its hooks. */
  void load(int opcode) {
    if (!isMoved(opcode)) {
      load(opcode, code);
    }
  }

  private static void load(int opcode, WovenCode to) {
    to.reserve(4);
    // stack: ..., array, index -> ..., array, index, array, index, site
    to.out().visitInsn(Opcodes.DUP2);
    to.pushSite(SiteKind.READ, "[");
    // stack: ..., array, index, array, index, site -> ..., array, index
    to.callWithThread(Hook.ARRAY);
    to.storeToken();
    // stack: ..., array, index -> ..., value
    to.out().visitInsn(opcode);
    to.callAfter();
  }

  /** Writes the store between its hooks. */
  void store(int opcode) {
    if (!isMoved(opcode)) {
      store(opcode, code);
    }
  }

  private static void store(int opcode, WovenCode to) {
    Type element = elementType(opcode);
    // stack: ..., array, index, value -> ..., array, index, array, index
    to.storeValue(element);
    to.out().visitInsn(Opcodes.DUP2);
    if (opcode == Opcodes.AASTORE) {
      to.reserve(4);
      // stack: ..., array, index, array, index -> ..., array, index, token
      to.loadValue(element);
      to.pushSite(SiteKind.WRITE, "[");
      to.callWithThread(Hook.ARRAY_STORE);
    } else {
      to.reserve(3);
      // stack: ..., array, index, array, index -> ..., array, index, token
      to.pushSite(SiteKind.WRITE, "[");
      to.callWithThread(Hook.ARRAY);
    }
    // stack: ..., array, index, token -> ..., array, index, value
    to.storeToken();
    to.loadValue(element);
    // stack: ..., array, index, value -> ...
    to.out().visitInsn(opcode);
    to.callAfter();
    to.clearValue(element);
  }

  private boolean isMoved(int opcode) {
    Type array = arrayType(opcode);
    if (methods == null || array == null) {
      return false;
    }
    Type element = array.getElementType();
    return isLoad(opcode)
        ? methods.call(code, List.of(array, Type.INT_TYPE), element, other -> load(opcode, other))
        : methods.call(
            code,
            List.of(array, Type.INT_TYPE, element),
            Type.VOID_TYPE,
            other -> store(opcode, other));
  }

  /* Null where the instruction does not tell: the elements are references, bytes or booleans. */
  private static Type arrayType(int opcode) {
    return switch (opcode) {
      case Opcodes.IALOAD, Opcodes.IASTORE -> Type.getType(int[].class);
      case Opcodes.LALOAD, Opcodes.LASTORE -> Type.getType(long[].class);
      case Opcodes.FALOAD, Opcodes.FASTORE -> Type.getType(float[].class);
      case Opcodes.DALOAD, Opcodes.DASTORE -> Type.getType(double[].class);
      case Opcodes.CALOAD, Opcodes.CASTORE -> Type.getType(char[].class);
      case Opcodes.SALOAD, Opcodes.SASTORE -> Type.getType(short[].class);
      default -> null;
    };
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
