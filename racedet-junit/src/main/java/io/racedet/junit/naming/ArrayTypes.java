package io.racedet.junit.naming;

import java.util.Map;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Which instructions and references may be of an array, by the simple name of its elements. */
final class ArrayTypes {
  private static final Map<String, Integer> LOADS =
      Map.of(
          "int", Opcodes.IALOAD,
          "long", Opcodes.LALOAD,
          "float", Opcodes.FALOAD,
          "double", Opcodes.DALOAD,
          "byte", Opcodes.BALOAD,
          "boolean", Opcodes.BALOAD,
          "char", Opcodes.CALOAD,
          "short", Opcodes.SALOAD);

  private static final int FROM_LOAD_TO_STORE = Opcodes.IASTORE - Opcodes.IALOAD;

  private ArrayTypes() {}

  /** Whether a load or store may be of such an array. */
  static boolean accesses(int opcode, String element) {
    int load = LOADS.getOrDefault(element, Opcodes.AALOAD);
    return opcode == load || opcode == load + FROM_LOAD_TO_STORE;
  }

  /** Whether a reference of a static type, which may be unknown, may be to such an array. */
  static boolean mayBe(String descriptor, String element) {
    if (!descriptor.startsWith("[")) {
      return true;
    }
    Type of = Type.getType(descriptor.substring(1));
    boolean isPrimitive = of.getSort() < Type.ARRAY;
    return isPrimitive ? of.getClassName().equals(element) : !LOADS.containsKey(element);
  }
}
