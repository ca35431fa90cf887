package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.LocalObjects;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the loads and stores of array elements of one method. */
final class ArrayAccessWeaver {
  private static final Type REFERENCE = Type.getType(Object.class);

  private static final String THING = "[";

  private final WovenCode code;
  private final AccessMethods methods;
  private final LocalObjects local;
  private int instructions;

  /**
   * Starts a method.
   *
   * @param methods takes its accesses, null if it keeps them
   * @param local those of its accesses that need no hooks
   */
  ArrayAccessWeaver(WovenCode code, AccessMethods methods, LocalObjects local) {
    this.code = code;
    this.methods = methods;
    this.local = local;
  }

  static boolean isAccess(int opcode) {
    return isLoad(opcode) || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  private static boolean isLoad(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
  }

  /** Writes the load or store, between hooks if it is to be recorded. */
  void weave(int opcode) {
    if (local.isElementLocal(instructions++)) {
      code.skipSite(isLoad(opcode) ? SiteKind.READ : SiteKind.WRITE, THING);
      code.out().visitInsn(opcode);
    } else if (!isMoved(opcode)) {
      write(opcode, code);
    }
  }

  /** Writes an access that is not to be recorded. */
  void skip(int opcode) {
    instructions++;
    code.out().visitInsn(opcode);
  }

  private static void write(int opcode, WovenCode to) {
    if (isLoad(opcode)) {
      load(opcode, to);
    } else {
      store(opcode, to);
    }
  }

  private static void load(int opcode, WovenCode to) {
    to.reserve(4);
    // stack: ..., array, index -> ..., array, index, array, index
    to.out().visitInsn(Opcodes.DUP2);
    before(SiteKind.READ, to);
    // stack: ..., array, index, token -> ..., array, index
    to.storeToken();
    // stack: ..., array, index -> ..., value
    to.out().visitInsn(opcode);
    to.callAfter();
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
      if (to.recordsContents()) {
        to.call(Hook.COLLECTION_STORE);
      } else {
        to.pushSite(SiteKind.WRITE, THING);
        to.callWithThread(Hook.ARRAY_STORE);
      }
    } else {
      to.reserve(3);
      // stack: ..., array, index, array, index -> ..., array, index, token
      before(SiteKind.WRITE, to);
    }
    // stack: ..., array, index, token -> ..., array, index, value
    to.storeToken();
    to.loadValue(element);
    // stack: ..., array, index, value -> ...
    to.out().visitInsn(opcode);
    to.callAfter();
    to.clearValue(element);
  }

  private static void before(SiteKind kind, WovenCode to) {
    // stack: ..., array, index -> ..., token
    if (to.recordsContents()) {
      to.push(kind == SiteKind.WRITE ? OpCodes.WRITE : OpCodes.READ);
      to.call(Hook.COLLECTION_ELEMENT);
    } else {
      to.pushSite(kind, THING);
      to.callWithThread(Hook.ARRAY);
    }
  }

  private boolean isMoved(int opcode) {
    Type array = arrayType(opcode);
    if (methods == null || array == null) {
      return false;
    }
    Type element = array.getElementType();
    List<Type> operands =
        isLoad(opcode) ? List.of(array, Type.INT_TYPE) : List.of(array, Type.INT_TYPE, element);
    Type result = isLoad(opcode) ? element : Type.VOID_TYPE;
    return methods.call(code, operands, result, other -> write(opcode, other));
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
