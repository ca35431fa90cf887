package io.racedet.junit.agent.model;

import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The local variables that are known in handlers around all of a method. */
final class HandlerFrame {
  private final Type owner;
  private final boolean isStatic;
  private final Type[] arguments;

  HandlerFrame(Type owner, boolean isStatic, Type[] arguments) {
    this.owner = owner;
    this.isStatic = isStatic;
    this.arguments = arguments;
  }

  /** This, and the arguments. */
  Object[] ofArguments() {
    List<Object> locals = new ArrayList<>();
    if (!isStatic) {
      locals.add(owner.getInternalName());
    }
    for (Type argument : arguments) {
      locals.add(typeOf(argument));
    }
    return locals.toArray();
  }

  /** This, the arguments that the method does not assign, and an object in a later variable. */
  Object[] withObject(int local, MethodFacts facts) {
    List<Object> locals = new ArrayList<>();
    int next = 0;
    if (!isStatic) {
      locals.add(facts.writes(next++) ? Opcodes.TOP : owner.getInternalName());
    }
    for (Type argument : arguments) {
      if (!facts.writes(next)) {
        locals.add(typeOf(argument));
      } else {
        fill(locals, argument.getSize());
      }
      next += argument.getSize();
    }
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
