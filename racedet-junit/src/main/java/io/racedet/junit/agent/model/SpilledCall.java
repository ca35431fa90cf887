package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.Path;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Values of the operand stack that are saved in local variables while hooks are called: a result,
 * or a receiver and arguments. The variables are live between two branch targets only, so no frame
 * contains them.
 */
final class SpilledCall {
  /** In the order of the instructions. */
  private static final Type[] ELEMENTS = {
    Type.INT_TYPE,
    Type.LONG_TYPE,
    Type.FLOAT_TYPE,
    Type.DOUBLE_TYPE,
    Type.getObjectType("java/lang/Object"),
    Type.BYTE_TYPE,
    Type.CHAR_TYPE,
    Type.SHORT_TYPE
  };

  private final Type receiver;
  private final Type[] arguments;
  private final int[] locals;
  private final Type result;
  private final Path.Root resultRoot;
  private int resultLocal = -1;
  private int receiverLocal = -1;

  private SpilledCall(Type receiver, Type[] arguments, Type result, Path.Root resultRoot) {
    this.receiver = receiver;
    this.arguments = arguments;
    this.locals = new int[arguments.length];
    this.result = result;
    this.resultRoot = resultRoot;
  }

  /** For the value on top of the stack. */
  static SpilledCall ofValue(Type type, Path.Root root) {
    return new SpilledCall(null, new Type[0], type, root);
  }

  /** For a call with its operands on the stack. */
  static SpilledCall ofCall(int opcode, String owner, String descriptor) {
    Type receiver = opcode == Opcodes.INVOKESTATIC ? null : Type.getObjectType(owner);
    return new SpilledCall(
        receiver,
        Type.getArgumentTypes(descriptor),
        Type.getReturnType(descriptor),
        Path.Root.RETURNED);
  }

  /** For the read of a field, with its object on the stack. */
  static SpilledCall ofRead(String owner, String descriptor) {
    return new SpilledCall(
        Type.getObjectType(owner), new Type[0], Type.getType(descriptor), Path.Root.VALUE);
  }

  /** For the write to a field, with its object and the value on the stack. */
  static SpilledCall ofWrite(String owner, String descriptor) {
    return new SpilledCall(
        Type.getObjectType(owner),
        new Type[] {Type.getType(descriptor)},
        Type.VOID_TYPE,
        Path.Root.VALUE);
  }

  /** For the load or store of an array element, with the array and the index on the stack. */
  static SpilledCall ofElement(int opcode) {
    boolean store = opcode >= Opcodes.IASTORE;
    Type element = ELEMENTS[opcode - (store ? Opcodes.IASTORE : Opcodes.IALOAD)];
    return new SpilledCall(
        Type.getType("[" + element.getDescriptor()),
        store ? new Type[] {Type.INT_TYPE, element} : new Type[] {Type.INT_TYPE},
        Type.VOID_TYPE,
        Path.Root.VALUE);
  }

  void storeOperands(MethodVisitor out, MethodFacts facts) {
    // stack: ..., [receiver], arguments -> ...
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = facts.temporary(arguments[i].getSize());
      out.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), locals[i]);
    }
    if (receiver != null) {
      receiverLocal = facts.temporary(1);
      out.visitVarInsn(Opcodes.ASTORE, receiverLocal);
    }
  }

  void loadOperands(MethodVisitor out) {
    // stack: ... -> ..., [receiver], arguments
    if (receiver != null) {
      out.visitVarInsn(Opcodes.ALOAD, receiverLocal);
    }
    for (int i = 0; i < arguments.length; i++) {
      out.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), locals[i]);
    }
  }

  void storeResult(MethodVisitor out, MethodFacts facts) {
    // stack: ..., [result] -> ...
    if (result.getSort() != Type.VOID) {
      resultLocal = facts.temporary(result.getSize());
      out.visitVarInsn(result.getOpcode(Opcodes.ISTORE), resultLocal);
    }
  }

  void loadResult(MethodVisitor out) {
    // stack: ... -> ..., [result]
    if (result.getSort() != Type.VOID) {
      out.visitVarInsn(result.getOpcode(Opcodes.ILOAD), resultLocal);
    }
  }

  /** Ends the use of the variables, which would keep objects from being collected. */
  void clear(MethodVisitor out) {
    for (int i = 0; i < arguments.length; i++) {
      clear(out, arguments[i], locals[i]);
    }
    if (receiver != null) {
      clear(out, receiver, receiverLocal);
    }
    clear(out, result, resultLocal);
  }

  private static void clear(MethodVisitor out, Type type, int local) {
    if (type.getSort() >= Type.ARRAY && local >= 0) {
      clear(out, local);
    }
  }

  /** Removes a reference from a local variable. */
  static void clear(MethodVisitor out, int local) {
    // stack: ... -> ..., null -> ...
    out.visitInsn(Opcodes.ACONST_NULL);
    out.visitVarInsn(Opcodes.ASTORE, local);
  }

  /** Pushes the root of a path; false if it is none of these values. */
  boolean push(MethodVisitor out, Path path) {
    int local = local(path);
    if (local < 0) {
      return false;
    }
    // stack: ... -> ..., root
    out.visitVarInsn(type(path).getOpcode(Opcodes.ILOAD), local);
    return true;
  }

  Type type(Path path) {
    return switch (path.root()) {
      case TARGET -> receiver;
      case PASSED -> arguments[path.index() - 1];
      default -> result;
    };
  }

  private int local(Path path) {
    return switch (path.root()) {
      case TARGET -> receiverLocal;
      case PASSED ->
          path.index() >= 1 && path.index() <= arguments.length ? locals[path.index() - 1] : -1;
      default -> path.root() == resultRoot ? resultLocal : -1;
    };
  }
}
