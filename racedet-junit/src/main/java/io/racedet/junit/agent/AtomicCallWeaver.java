package io.racedet.junit.agent;

import io.racedet.junit.record.SiteKind;
import io.racedet.runtime.AtomicAccesses;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves the calls of VarHandle and sun.misc.Unsafe in one method, which the JVM implements itself:
 * a hook comes before and another after, with the operands set aside meanwhile.
 */
final class AtomicCallWeaver {
  private static final String HANDLE = "java/lang/invoke/VarHandle";
  private static final String UNSAFE = "sun/misc/Unsafe";
  private static final String HOOKS = "io/racedet/runtime/AtomicAccesses";
  private static final String CONDITIONS = "io/racedet/runtime/ModelledCalls";
  private static final Map<String, AccessMode> MODES = new HashMap<>();

  static {
    for (AccessMode mode : AccessMode.values()) {
      MODES.put(mode.methodName(), mode);
    }
  }

  private final WovenCode code;

  AtomicCallWeaver(WovenCode code) {
    this.code = code;
  }

  /** Writes the call and its hooks; false when it is no such call. */
  boolean weave(int opcode, String owner, String name, String descriptor) {
    if (opcode != Opcodes.INVOKEVIRTUAL) {
      return false;
    }
    if (owner.equals(HANDLE)) {
      return weaveHandle(name, descriptor);
    }
    return owner.equals(UNSAFE) && weaveUnsafe(name, descriptor);
  }

  private boolean weaveHandle(String name, String descriptor) {
    AccessMode mode = MODES.get(name);
    Type[] arguments = Type.getArgumentTypes(descriptor);
    int coordinates = mode == null ? -1 : arguments.length - valuesOf(name);
    if (coordinates < 0 || coordinates > 2 || !areCoordinates(arguments, coordinates)) {
      return false;
    }
    Operands operands = new Operands(HANDLE, arguments);
    operands.load(0);
    pushCoordinate(operands, coordinates, 1, Opcodes.ACONST_NULL);
    pushCoordinate(operands, coordinates, 2, Opcodes.ICONST_0);
    code.push(mode.ordinal());
    code.pushClass();
    code.pushSite(SiteKind.OTHER);
    String object = "Ljava/lang/Object;";
    hook("varHandle", "(L" + HANDLE + ";" + object + "IILjava/lang/Class;I)V");
    operands.loadAll();
    out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, HANDLE, name, descriptor, false);
    done(name, operands, arguments, Type.getReturnType(descriptor));
    return true;
  }

  /** How many arguments of an access mode come after the coordinates. */
  private static int valuesOf(String mode) {
    if (mode.startsWith("compareAnd") || mode.startsWith("weakCompareAnd")) {
      return 2;
    }
    return mode.startsWith("getAnd") || mode.startsWith("set") ? 1 : 0;
  }

  private static boolean areCoordinates(Type[] arguments, int coordinates) {
    return (coordinates < 1 || arguments[0].getSort() >= Type.ARRAY)
        && (coordinates < 2 || arguments[1] == Type.INT_TYPE);
  }

  private void pushCoordinate(Operands operands, int coordinates, int number, int absent) {
    if (number <= coordinates) {
      operands.load(number);
    } else {
      out().visitInsn(absent);
    }
  }

  private boolean weaveUnsafe(String name, String descriptor) {
    Type[] arguments = Type.getArgumentTypes(descriptor);
    String mode = modeOfUnsafe(name);
    if (mode == null || !descriptor.startsWith("(Ljava/lang/Object;J")) {
      return false;
    }
    Operands operands = new Operands(UNSAFE, arguments);
    operands.load(1);
    operands.load(2);
    code.push(AtomicAccesses.flags(mode));
    code.pushSite(SiteKind.OTHER);
    hook("unsafe", "(Ljava/lang/Object;JII)V");
    operands.loadAll();
    out().visitMethodInsn(Opcodes.INVOKEVIRTUAL, UNSAFE, name, descriptor, false);
    done(mode, operands, arguments, Type.getReturnType(descriptor));
    return true;
  }

  /** The access mode that a method of Unsafe corresponds to, null for other methods. */
  private static String modeOfUnsafe(String name) {
    if (name.startsWith("compareAndSwap")) {
      return "compareAndSet";
    }
    if (name.startsWith("putOrdered")) {
      return "setRelease";
    }
    if (name.startsWith("getAndAdd") || name.startsWith("getAndSet")) {
      return name.substring(0, "getAndSet".length());
    }
    if (name.startsWith("get")) {
      return name.endsWith("Volatile") ? "getVolatile" : "get";
    }
    if (name.startsWith("put")) {
      return name.endsWith("Volatile") ? "setVolatile" : "set";
    }
    return null;
  }

  private void done(String mode, Operands operands, Type[] arguments, Type result) {
    code.reserve(result.getSize() + 4);
    if (mode.startsWith("compareAndExchange")) {
      exchanged(operands, arguments, result);
    } else if (result == Type.BOOLEAN_TYPE && mode.contains("ompareAndSet")) {
      out().visitInsn(Opcodes.DUP);
    } else {
      out().visitInsn(Opcodes.ICONST_1);
    }
    hook("done", "(Z)V");
  }

  /** Pushes whether the value found, on the stack, is the one expected. */
  private void exchanged(Operands operands, Type[] arguments, Type result) {
    Type expected = arguments[arguments.length - 2];
    String common = comparable(result);
    if (common == null || !common.equals(comparable(expected))) {
      out().visitInsn(Opcodes.ICONST_1);
      return;
    }
    out().visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
    operands.load(arguments.length - 1);
    out()
        .visitMethodInsn(
            Opcodes.INVOKESTATIC, CONDITIONS, "same", "(" + common + common + ")Z", false);
  }

  private static String comparable(Type type) {
    return switch (type.getSort()) {
      case Type.OBJECT, Type.ARRAY -> "Ljava/lang/Object;";
      case Type.LONG -> "J";
      case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> "I";
      default -> null;
    };
  }

  private void hook(String name, String descriptor) {
    out().visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }

  private MethodVisitor out() {
    return code.out();
  }

  /** Receiver and arguments of a call, set aside. */
  private final class Operands {
    private final Type[] types;
    private final int[] locals;

    Operands(String receiver, Type[] arguments) {
      types = new Type[arguments.length + 1];
      types[0] = Type.getObjectType(receiver);
      System.arraycopy(arguments, 0, types, 1, arguments.length);
      locals = code.spill(types);
      code.reserve(8);
    }

    /** Pushes the receiver, or an argument from 1. */
    void load(int number) {
      out().visitVarInsn(types[number].getOpcode(Opcodes.ILOAD), locals[number]);
    }

    void loadAll() {
      for (int i = 0; i < types.length; i++) {
        load(i);
      }
    }
  }
}
