package io.racedet.junit.agent.weave.flow;

import java.util.Iterator;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Classes with a method whose local objects are looked for, and pieces of its code. */
final class SampleClass {
  static final String OWNER = RandomCode.OWNER;
  static final String OBJECT = "java/lang/Object";
  static final String OBJECT_TYPE = "Ljava/lang/Object;";

  private SampleClass() {}

  /* ---- classes ---- */

  static ClassWriter start(String superName) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, 0, OWNER, null, superName, null);
    return writer;
  }

  static void method(
      ClassWriter type, String name, String descriptor, Consumer<MethodVisitor> code) {
    int access = name.equals("work") ? Opcodes.ACC_STATIC : 0;
    MethodVisitor method = type.visitMethod(access, name, descriptor, null, null);
    method.visitCode();
    code.accept(method);
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
  }

  /* The constructors that random code calls, and the end of the class. */
  static Iterator<LocalObjects> end(ClassWriter type) {
    method(type, "<init>", "()V", constructor(SampleClass::writeNumber));
    method(
        type,
        "<init>",
        "(I)V",
        code -> {
          load(code, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "<init>", "()V", false);
        });
    method(
        type,
        "<init>",
        "(" + OBJECT_TYPE + ")V",
        constructor(
            code -> {
              load(code, 0);
              load(code, 1);
              code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "f", OBJECT_TYPE);
            }));
    method(
        type,
        "<init>",
        RandomCode.LEAKING,
        constructor(
            code -> {
              load(code, 0);
              code.visitFieldInsn(Opcodes.PUTSTATIC, OWNER, "s", OBJECT_TYPE);
            }));
    type.visitEnd();
    return LocalObjects.of(new ClassCode(new ClassReader(type.toByteArray())));
  }

  static Consumer<MethodVisitor> constructor(Consumer<MethodVisitor> rest) {
    return code -> {
      load(code, 0);
      code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
      rest.accept(code);
    };
  }

  static LocalObjects analyse(Consumer<MethodVisitor> code) {
    ClassWriter type = start(OBJECT);
    method(type, "work", "()V", code);
    return end(type).next();
  }

  /* ---- pieces of code ---- */

  static void load(MethodVisitor code, int local) {
    code.visitVarInsn(Opcodes.ALOAD, local);
  }

  static void writeNumber(MethodVisitor code) {
    load(code, 0);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitFieldInsn(Opcodes.PUTFIELD, OWNER, "n", "I");
  }

  static void array(MethodVisitor code, int local) {
    code.visitInsn(Opcodes.ICONST_1);
    code.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
    code.visitVarInsn(Opcodes.ASTORE, local);
  }

  static void readElement(MethodVisitor code, int local) {
    load(code, local);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.AALOAD);
    code.visitInsn(Opcodes.POP);
  }

  static void object(MethodVisitor code, String descriptor, int argument, int local) {
    code.visitTypeInsn(Opcodes.NEW, OWNER);
    code.visitInsn(Opcodes.DUP);
    if (argument != Opcodes.NOP) {
      code.visitInsn(argument);
    }
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, OWNER, "<init>", descriptor, false);
    code.visitVarInsn(Opcodes.ASTORE, local);
  }

  static void readNumber(MethodVisitor code, int local) {
    load(code, local);
    code.visitFieldInsn(Opcodes.GETFIELD, OWNER, "n", "I");
    code.visitInsn(Opcodes.POP);
  }
}
