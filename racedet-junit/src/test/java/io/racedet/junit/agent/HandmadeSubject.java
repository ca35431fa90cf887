package io.racedet.junit.agent;

import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A class of instructions that current versions of javac do not generate. */
final class HandmadeSubject {
  static final String NAME = "Subject";
  static final String OBJECT = "java/lang/Object";
  static final int STATIC = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

  private HandmadeSubject() {}

  static ClassWriter subject(int version) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, NAME, null, OBJECT, null);
    writer.visitField(STATIC, "count", "I", null, null);
    return writer;
  }

  static void method(
      ClassWriter writer, int access, String name, String type, Consumer<MethodVisitor> body) {
    MethodVisitor method = writer.visitMethod(access, name, type, null, null);
    method.visitCode();
    body.accept(method);
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  static WovenSubjects woven(ClassWriter writer) {
    return WovenSubjects.recordingData().with(NAME, writer.toByteArray());
  }

  static void increment(MethodVisitor code) {
    code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "count", "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitFieldInsn(Opcodes.PUTSTATIC, NAME, "count", "I");
  }
}
