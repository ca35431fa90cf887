package io.racedet.junit.agent.model;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The local variables that are known in handlers around all of a method: this, and the arguments
 * that the method does not assign.
 */
final class HandlerFrame {
  private final List<Object> known = new ArrayList<>();

  /** The first variable after these. */
  private int next;

  HandlerFrame(Type owner, boolean isStatic, Type[] arguments, MethodFacts facts) {
    if (!isStatic) {
      add(owner, facts);
    }
    for (Type argument : arguments) {
      add(argument, facts);
    }
  }

  private void add(Type type, MethodFacts facts) {
    if (facts.writes(next)) {
      fill(known, type.getSize());
    } else {
      known.add(typeOf(type));
    }
    next += type.getSize();
  }

  Object[] locals() {
    return known.toArray();
  }

  /** With an object in a later variable. */
  Object[] withObject(int local) {
    List<Object> locals = new ArrayList<>(known);
    fill(locals, local - next);
    locals.add("java/lang/Object");
    return locals.toArray();
  }

  private static void fill(List<Object> locals, int slots) {
    for (int i = 0; i < slots; i++) {
      locals.add(Opcodes.TOP);
    }
  }

  private static Object typeOf(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.OBJECT, Type.ARRAY -> type.getInternalName();
      default -> Opcodes.INTEGER;
    };
  }
}
