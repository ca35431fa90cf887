package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.STATIC;
import static io.racedet.junit.agent.HandmadeSubject.increment;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static io.racedet.junit.agent.HandmadeSubject.woven;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.scope.NotWoven;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;

/** Weaves methods and classes that are close to the limits of the format. */
class LargeClassTest {
  @Test
  void method_tooLargeWhenWoven_isLeftOutAndSaid() throws Throwable {
    ClassWriter writer = subject(Opcodes.V1_5);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          for (int i = 0; i < 5000; i++) {
            increment(code);
          }
          code.visitInsn(Opcodes.RETURN);
        });
    method(
        writer,
        STATIC,
        "small",
        "()V",
        code -> {
          increment(code);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run");
    assertThat(subjects.log()).isEmpty();
    subjects.run(NAME, "small");
    assertThat(subjects.log()).contains("staticField Subject.count WRITE");
    assertThat(subjects.leftOut())
        .containsExactly(new NotWoven("Subject.run()V", "it would exceed 64 KiB"));
  }

  @Test
  void method_withJumpsThatWeavingMakesLong_isWoven() throws Throwable {
    ClassWriter writer = subject(Opcodes.V17);
    method(
        writer,
        STATIC,
        "run",
        "()I",
        code -> {
          Label end = new Label();
          code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "count", "I");
          code.visitJumpInsn(Opcodes.IFNE, end);
          for (int i = 0; i < 1500; i++) {
            increment(code);
          }
          code.visitLabel(end);
          code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
          code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "count", "I");
          code.visitInsn(Opcodes.IRETURN);
        });
    WovenSubjects subjects = woven(writer);
    assertThat(subjects.run(NAME, "run")).isEqualTo(1500);
    assertThat(subjects.leftOut()).isEmpty();
    assertThat(subjects.log()).hasSize(2 + 2 * (2 + 3000));
  }

  @Test
  void class_withFullConstantPool_isWoven() throws Throwable {
    ClassWriter writer = subject(Opcodes.V17);
    for (int i = 0; i < 32_000; i++) {
      writer.newConst("constant " + i); // takes two entries of 65,535
    }
    for (int m = 0; m < 20; m++) {
      method(
          writer,
          STATIC,
          "run" + m,
          "()V",
          code -> {
            for (int i = 0; i < 1000; i++) {
              increment(code);
            }
            code.visitInsn(Opcodes.RETURN);
          });
    }
    WovenSubjects subjects = woven(writer);
    subjects.run(NAME, "run19");
    assertThat(subjects.leftOut()).isEmpty();
    assertThat(subjects.log("after")).hasSize(2002).contains("staticField Subject.count WRITE");
  }
}
