package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.subjects.DataCalls;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the JDK that access arrays or builders of their caller are recorded where they are. */
class DataCallTest {
  private static final String NAME = "Subject";
  private static final String BUILDER = "java/lang/StringBuilder";

  @Test
  void arrays_fromOneIndexToAnother() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    subjects.run(DataCalls.class, "ofArrays");
    assertThat(subjects.standInLog("ArrayCopies"))
        .containsExactly("read 0 all", "write 0 all", "write 1 2", "read 0 1", "rows");
  }

  @Test
  void texts_withOffsetAndCount() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    assertThat(subjects.run(DataCalls.class, "ofTexts")).isEqualTo(6);
    assertThat(subjects.standInLog("ArrayCopies"))
        .containsExactly("write 2 4", "read 2 4", "write", "read 0 all", "read");
  }

  @Test
  void objectsThatMayBeTexts() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    assertThat(subjects.run(DataCalls.class, "ofObjects")).isEqualTo("1,abcdeaabcdcdc");
    assertThat(subjects.standInLog("ArrayCopies"))
        .filteredOn(access -> access.contains("text"))
        .containsExactly(
            "read text StringBuilder",
            "read text String",
            "read text StringBuilder",
            "read texts 1",
            "read text StringBuilder",
            "read text String");
  }

  @Test
  void operandsOfConcatenations() throws Throwable {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(access, "run", "()Ljava/lang/String;", null, null);
    code.visitCode();
    code.visitInsn(Opcodes.LCONST_1);
    code.visitTypeInsn(Opcodes.NEW, BUILDER);
    code.visitInsn(Opcodes.DUP);
    code.visitLdcInsn("ab");
    code.visitMethodInsn(
        Opcodes.INVOKESPECIAL, BUILDER, "<init>", "(Ljava/lang/CharSequence;)V", false);
    code.visitInsn(Opcodes.ICONST_2);
    concatenate(code, "(JLjava/lang/StringBuilder;I)Ljava/lang/String;");
    code.visitLdcInsn("c");
    concatenate(code, "(Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/String;");
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    WovenSubjects subjects = WovenSubjects.recordingData().with(NAME, writer.toByteArray());
    assertThat(subjects.run(NAME, "run")).isEqualTo("1ab2c");
    assertThat(subjects.standInLog("ArrayCopies"))
        .containsExactly("read text String", "read text StringBuilder", "read text String");
    assertThat(subjects.leftOut()).isEmpty();
  }

  private static void concatenate(MethodVisitor code, String descriptor) {
    Handle concatenation =
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/StringConcatFactory",
            "makeConcat",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
                + "Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;",
            false);
    code.visitInvokeDynamicInsn("makeConcat", descriptor, concatenation);
  }

  @Test
  void others_asManyAsTheResultSays() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    assertThat(subjects.run(DataCalls.class, "ofOthers")).isEqualTo((byte) 8);
    assertThat(subjects.standInLog("ArrayCopies")).containsExactly("write 1 3", "copied true");
  }

  @Test
  void arraysOfCalls_areReadOrWrittenAsFarAsIsKnown() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    subjects.run(DataCalls.class, "ofArraysThatArePassed");
    assertThat(subjects.standInLog("ArrayCopies"))
        .containsExactly(
            "read 0 all", "read 1 2", "read 1 3", "read 0 all", "write 0 4", "write 2 4");
  }

  @Test
  void endOfAStream_writesNothing() throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData();
    assertThat(subjects.run(DataCalls.class, "ofNothing")).isEqualTo(-1);
    assertThat(subjects.standInLog("ArrayCopies")).containsExactly("write 0 -1");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5, Opcodes.V17})
  void calls_inClassFilesOfAnyVersion_areWoven(int version) throws Throwable {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(access, "run", "()I", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, BUILDER);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, BUILDER, "<init>", "()V", false);
    code.visitLdcInsn("ab");
    append(code, "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
    code.visitInsn(Opcodes.ICONST_2);
    code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_CHAR);
    append(code, "([C)Ljava/lang/StringBuilder;");
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "length", "()I", false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    WovenSubjects subjects = WovenSubjects.recordingData().with(NAME, writer.toByteArray());
    assertThat(subjects.run(NAME, "run")).isEqualTo(4);
    assertThat(subjects.standInLog("ArrayCopies"))
        .containsExactly("write", "write", "read 0 all", "read");
    assertThat(subjects.leftOut()).isEmpty();
  }

  private static void append(MethodVisitor code, String descriptor) {
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, BUILDER, "append", descriptor, false);
  }
}
