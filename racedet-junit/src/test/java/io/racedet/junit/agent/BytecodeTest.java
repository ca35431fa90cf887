package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.OBJECT;
import static io.racedet.junit.agent.HandmadeSubject.STATIC;
import static io.racedet.junit.agent.HandmadeSubject.increment;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static io.racedet.junit.agent.HandmadeSubject.woven;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.scope.NotWoven;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaves code that current versions of javac do not generate. */
class BytecodeTest {
  private static void constructor(ClassWriter writer) {
    method(
        writer,
        Opcodes.ACC_PUBLIC,
        "<init>",
        "()V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
          code.visitInsn(Opcodes.RETURN);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_2, Opcodes.V1_4})
  void subroutine_ofOldCompiler_isWoven(int version) throws Throwable {
    ClassWriter writer = subject(version);
    method(writer, STATIC, "run", "()I", BytecodeTest::finallyBySubroutine);
    WovenSubjects subjects = woven(writer);
    assertThat(subjects.run(NAME, "run")).isEqualTo(2);
    assertThat(subjects.log("after"))
        .containsExactly(
            "enter Subject.run",
            "staticField Subject.count READ",
            "staticField Subject.count WRITE",
            "staticField Subject.count READ",
            "staticField Subject.count WRITE",
            "staticField Subject.count READ",
            "exit");
  }

  /** try { count++ } finally { count++ }, as javac 1.3 would. */
  private static void finallyBySubroutine(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    Label done = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitLabel(start);
    increment(code);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitJumpInsn(Opcodes.GOTO, done);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    increment(code);
    code.visitVarInsn(Opcodes.RET, 1);
    code.visitLabel(done);
    code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "count", "I");
    code.visitInsn(Opcodes.IRETURN);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5, Opcodes.V17})
  void staticSynchronizedMethod_ofAnyVersion_locksTheClass(int version) throws Throwable {
    ClassWriter writer = subject(version);
    method(
        writer,
        STATIC | Opcodes.ACC_SYNCHRONIZED,
        "run",
        "()V",
        code -> code.visitInsn(Opcodes.RETURN));
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log("enter", "exit"))
        .containsExactly("enterSynchronized Subject", "exitSynchronized Subject");
  }

  /** As javac up to 1.4: the handler covers the body only, and not the exit of the monitor. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_3, Opcodes.V17})
  void monitor_withoutHandlerOfItsOwn_isWoven(int version) throws Throwable {
    ClassWriter writer = subject(version);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitLdcInsn("lock");
          code.visitInsn(Opcodes.DUP);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitInsn(Opcodes.MONITORENTER);
          increment(code);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITOREXIT);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log("enter", "exit", "after"))
        .containsExactly(
            "monitorEntering String",
            "monitorEntered String",
            "staticField Subject.count READ",
            "staticField Subject.count WRITE",
            "monitorExiting String");
  }

  /**
   * As Kotlin: handlers around the exit of a monitor expect variables that were written after the
   * last frame. No frame is known to satisfy the last two, which name different classes.
   */
  @ParameterizedTest
  @CsvSource({
    "java/util/ArrayList, java/util/ArrayList",
    "java/lang/Object, java/lang/Object",
    "java/util/ArrayList, java/lang/Object",
    "java/lang/Object, java/util/ArrayList",
    "java/util/AbstractList, java/util/ArrayList",
  })
  void monitor_inTriesWithVariables_isWoven(String ofInner, String ofOuter) throws Throwable {
    ClassWriter writer = subject(Opcodes.V17);
    method(writer, STATIC, "run", "()J", code -> exitMonitorInTries(code, ofInner, ofOuter));
    WovenSubjects subjects = woven(writer);
    assertThat(subjects.run(NAME, "run")).isEqualTo(1L);
    assertThat(subjects.log("enter", "exit", "after", "call", "allocated"))
        .containsExactly(
            "monitorEntering String", "monitorEntered String", "monitorExiting String");
  }

  private static void exitMonitorInTries(MethodVisitor code, String ofInner, String ofOuter) {
    Label start = new Label();
    Label end = new Label();
    Label inner = new Label();
    Label outer = new Label();
    code.visitTryCatchBlock(start, end, inner, "java/lang/RuntimeException");
    code.visitTryCatchBlock(start, end, outer, "java/lang/Throwable");
    code.visitTypeInsn(Opcodes.NEW, "java/util/ArrayList");
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/util/ArrayList", "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitInsn(Opcodes.LCONST_1);
    code.visitVarInsn(Opcodes.LSTORE, 1);
    code.visitLdcInsn("lock");
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(start);
    code.visitVarInsn(Opcodes.ALOAD, 3);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.LLOAD, 1);
    code.visitInsn(Opcodes.LRETURN);
    returnSecond(code, inner, ofInner);
    returnSecond(code, outer, ofOuter);
  }

  private static void returnSecond(MethodVisitor code, Label handler, String first) {
    code.visitLabel(handler);
    Object[] locals = {first, Opcodes.LONG};
    code.visitFrame(Opcodes.F_FULL, 2, locals, 1, new Object[] {"java/lang/Throwable"});
    code.visitInsn(Opcodes.POP);
    code.visitVarInsn(Opcodes.LLOAD, 1);
    code.visitInsn(Opcodes.LRETURN);
  }

  @Test
  void newObject_thatBranchSeparatesFromItsConstructor_isWoven() throws Throwable {
    ClassWriter writer = subject(Opcodes.V17);
    constructor(writer);
    method(writer, STATIC, "run", "()V", BytecodeTest::constructBehindBranch);
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).contains("enter Subject.<init>", "allocated");
  }

  private static void constructBehindBranch(MethodVisitor code) {
    Label allocation = new Label();
    Label other = new Label();
    Label construct = new Label();
    increment(code);
    code.visitLabel(allocation);
    code.visitTypeInsn(Opcodes.NEW, NAME);
    code.visitInsn(Opcodes.DUP);
    code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "count", "I");
    code.visitJumpInsn(Opcodes.IFEQ, other);
    increment(code);
    code.visitJumpInsn(Opcodes.GOTO, construct);
    Object[] stack = {allocation, allocation};
    code.visitLabel(other);
    code.visitFrame(Opcodes.F_FULL, 0, null, 2, stack);
    code.visitInsn(Opcodes.NOP);
    code.visitLabel(construct);
    code.visitFrame(Opcodes.F_FULL, 0, null, 2, stack);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
    code.visitInsn(Opcodes.POP);
    code.visitInsn(Opcodes.RETURN);
  }

  @Test
  void newObject_withoutSecondReference_isNotTakenFromStack() throws Throwable {
    ClassWriter writer = subject(Opcodes.V17);
    constructor(writer);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitTypeInsn(Opcodes.NEW, NAME);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).contains("enter Subject.<init>").doesNotContain("allocated");
  }

  /** As Groovy: the next constructor is called in one of several branches. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V17})
  void constructor_callingNextInBranches_isWoven(int version) throws Throwable {
    ClassWriter writer = subject(version);
    method(
        writer,
        Opcodes.ACC_PUBLIC,
        "<init>",
        "(I)V",
        code -> {
          Label other = new Label();
          Label done = new Label();
          code.visitVarInsn(Opcodes.ILOAD, 1);
          code.visitJumpInsn(Opcodes.IFEQ, other);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
          code.visitJumpInsn(Opcodes.GOTO, done);
          code.visitLabel(other);
          if (version >= Opcodes.V1_6) {
            Object[] locals = {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER};
            code.visitFrame(Opcodes.F_FULL, 2, locals, 0, null);
          }
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
          code.visitLabel(done);
          if (version >= Opcodes.V1_6) {
            code.visitFrame(Opcodes.F_FULL, 2, new Object[] {NAME, Opcodes.INTEGER}, 0, null);
          }
          increment(code);
          code.visitInsn(Opcodes.RETURN);
        });
    method(writer, STATIC, "run", "()V", BytecodeTest::constructBothWays);
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).filteredOn("enter Subject.<init>"::equals).hasSize(2);
    assertThat(subjects.log()).filteredOn("exit"::equals).hasSize(3);
  }

  private static void constructBothWays(MethodVisitor code) {
    for (int argument : new int[] {Opcodes.ICONST_0, Opcodes.ICONST_1}) {
      code.visitTypeInsn(Opcodes.NEW, NAME);
      code.visitInsn(Opcodes.DUP);
      code.visitInsn(argument);
      code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "(I)V", false);
      code.visitInsn(Opcodes.POP);
    }
    code.visitInsn(Opcodes.RETURN);
  }

  @Test
  void synchronizedMethod_overwritingThis_isLeftOutAndSaid() throws Throwable {
    ClassWriter writer = subject(Opcodes.V1_5);
    method(
        writer,
        Opcodes.ACC_SYNCHRONIZED,
        "odd",
        "()V",
        code -> {
          code.visitInsn(Opcodes.ICONST_0);
          code.visitVarInsn(Opcodes.ISTORE, 0);
          code.visitInsn(Opcodes.RETURN);
        });
    method(writer, STATIC, "run", "()V", code -> code.visitInsn(Opcodes.RETURN));
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.leftOut())
        .containsExactly(new NotWoven("Subject.odd()V", "it is synchronized and overwrites this"));
  }
}
