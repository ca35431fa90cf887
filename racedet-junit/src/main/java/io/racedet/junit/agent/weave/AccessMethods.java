package io.racedet.junit.agent.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Writes accesses with their hooks as methods of their own, which the JIT compiler inlines, for
 * methods that would become too long to be compiled. A call takes two bytes more than the access
 * alone, the hooks some twenty.
 *
 * <p>The JVM does not let a loaded class get or lose methods. So one that is woven again gets those
 * that it has, whether all are still called or not.
 */
final class AccessMethods {
  private static final String PREFIX = "racedet$access$";
  private static final int ACCESS =
      Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private final ClassVisitor writer;
  private final Set<String> moved;
  private final List<String> present;
  private final List<String> written = new ArrayList<>();

  /**
   * Starts a class.
   *
   * @param moved the methods whose accesses go to others, by name and descriptor
   * @param present the methods that the class has from when it was defined, in order; null while it
   *     is being defined
   */
  AccessMethods(ClassVisitor writer, Set<String> moved, List<String> present) {
    this.writer = writer;
    this.moved = moved;
    this.present = present;
  }

  /** Whether accesses of a method go to others. The fields of constructors may be final. */
  boolean areFor(String name, String descriptor) {
    return moved.contains(name + descriptor) && name.charAt(0) != '<';
  }

  /**
   * Writes a method for an access and calls it.
   *
   * @param caller the method that makes the access, whose operands are on the stack
   * @param result what the access leaves on the stack, or void
   */
  boolean call(WovenCode caller, List<Type> operands, Type result, Consumer<WovenCode> access) {
    List<Type> parameters = new ArrayList<>(operands);
    parameters.add(Type.getObjectType(WovenCode.STATE));
    String descriptor = Type.getMethodDescriptor(result, parameters.toArray(Type[]::new));
    String name = PREFIX + written.size();
    if (present != null && !isPresent(written.size(), name + descriptor)) {
      return false;
    }
    written.add(name + descriptor);
    write(caller, name, descriptor, operands, result, access);
    // stack: ..., operands -> ..., operands, thread -> ..., [result]
    caller.reserve(1);
    caller.loadThread();
    caller
        .out()
        .visitMethodInsn(Opcodes.INVOKESTATIC, caller.type().name(), name, descriptor, false);
    return true;
  }

  private boolean isPresent(int ordinal, String signature) {
    return ordinal < present.size() && present.get(ordinal).equals(signature);
  }

  private void write(
      WovenCode caller,
      String name,
      String descriptor,
      List<Type> operands,
      Type result,
      Consumer<WovenCode> access) {
    MethodVisitor out = writer.visitMethod(ACCESS, name, descriptor, null, null);
    out.visitCode();
    int locals = 0;
    for (Type operand : operands) {
      // stack: ... -> ..., operand
      out.visitVarInsn(operand.getOpcode(Opcodes.ILOAD), locals);
      locals += operand.getSize();
    }
    WovenCode code = caller.ofAccess(out, locals);
    Label start = new Label();
    out.visitLabel(start);
    out.visitLineNumber(caller.line(), start);
    // stack: operands -> [result]
    access.accept(code);
    out.visitInsn(result.getOpcode(Opcodes.IRETURN));
    out.visitMaxs(code.maxStack(Math.max(locals, result.getSize())), code.maxLocals());
    out.visitEnd();
  }

  /** Ends the class: writes the methods that it has and that are not called any more. */
  void end() {
    if (present != null) {
      present.subList(written.size(), present.size()).forEach(this::writeUnused);
    }
  }

  private void writeUnused(String signature) {
    int parameters = signature.indexOf('(');
    String descriptor = signature.substring(parameters);
    MethodVisitor out =
        writer.visitMethod(ACCESS, signature.substring(0, parameters), descriptor, null, null);
    out.visitCode();
    // stack: ... -> ..., null -> (thrown)
    out.visitInsn(Opcodes.ACONST_NULL);
    out.visitInsn(Opcodes.ATHROW);
    out.visitMaxs(1, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
    out.visitEnd();
  }

  /** The methods that the class has now, each its name and descriptor, in order. */
  List<String> present() {
    return present == null ? List.copyOf(written) : present;
  }
}
