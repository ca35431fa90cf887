package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.STATIC;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static io.racedet.junit.agent.HandmadeSubject.woven;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.weave.flow.JacocoProbes;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** What JaCoCo and old compilers add to a class is not recorded. */
class SyntheticMembersTest {
  @Test
  void probesOfJacoco_areNotRecorded() throws Throwable {
    ClassWriter writer = subject(Opcodes.V1_5);
    writer.visitField(STATIC | Opcodes.ACC_SYNTHETIC, JacocoProbes.DATA, "[Z", null, null);
    method(
        writer,
        STATIC | Opcodes.ACC_SYNTHETIC,
        JacocoProbes.INIT,
        "()[Z",
        code -> {
          code.visitInsn(Opcodes.ICONST_2);
          code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BOOLEAN);
          code.visitInsn(Opcodes.DUP);
          code.visitFieldInsn(Opcodes.PUTSTATIC, NAME, JacocoProbes.DATA, "[Z");
          code.visitInsn(Opcodes.ARETURN);
        });
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitMethodInsn(Opcodes.INVOKESTATIC, NAME, JacocoProbes.INIT, "()[Z", false);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          storeTrue(code, 0, Opcodes.ICONST_1);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitVarInsn(Opcodes.ASTORE, 1);
          storeTrue(code, 1, Opcodes.ICONST_0);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log("enter", "exit", "call", "after")).containsExactly("array 0 WRITE");
  }

  private static void storeTrue(MethodVisitor code, int local, int index) {
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitInsn(index);
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.BASTORE);
  }

  @Test
  void probesOfJacoco_inDynamicConstant_areNotRecorded() throws Throwable {
    ClassWriter writer = subject(Opcodes.V11);
    String type = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)[Z";
    method(
        writer,
        STATIC | Opcodes.ACC_SYNTHETIC,
        JacocoProbes.INIT,
        type,
        code -> {
          code.visitInsn(Opcodes.ICONST_2);
          code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_BOOLEAN);
          code.visitInsn(Opcodes.ARETURN);
        });
    Handle init = new Handle(Opcodes.H_INVOKESTATIC, NAME, JacocoProbes.INIT, type, false);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitLdcInsn(new ConstantDynamic(JacocoProbes.DATA, "Ljava/lang/Object;", init));
          code.visitTypeInsn(Opcodes.CHECKCAST, "[Z");
          code.visitVarInsn(Opcodes.ASTORE, 0);
          storeTrue(code, 0, Opcodes.ICONST_0);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).containsExactly("enter Subject.run", "exit");
  }

  @Test
  void syntheticCacheOfJavac14_isNotRecorded() throws Throwable {
    ClassWriter writer = subject(Opcodes.V1_4);
    writer.visitField(STATIC | Opcodes.ACC_SYNTHETIC, "class$0", "Ljava/lang/Class;", null, null);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitFieldInsn(Opcodes.PUTSTATIC, NAME, "class$0", "Ljava/lang/Class;");
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).containsExactly("enter Subject.run", "exit");
  }
}
