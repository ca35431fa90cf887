package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.subjects.Hot;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The optimising compiler of the JVM must still compile woven methods with monitors. */
class CompilationTest {
  private static final String OLD = "OldMonitors";
  private static final String EXPOSED = "ExposedCall";
  private static final String LARGE = HandmadeSubject.NAME;
  private static final int RUNS = 30_000;
  private static String compiled;

  /** Runs in a JVM of its own. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws Throwable {
      WovenSubjects woven = WovenSubjects.callingHooks().with(OLD, oldMonitors());
      WovenSubjects large =
          WovenSubjects.callingHooks()
              .with(LARGE, AccessMethodsTest.large(Opcodes.V17, AccessMethodsTest.MANY));
      repeat(large, LARGE, "run");
      WovenSubjects plain = new WovenSubjects(Depth.NONE).with(EXPOSED, exposedCall());
      woven.run(Hot.class, "runAll");
      repeat(woven, OLD, "locked");
      repeat(woven, OLD, "lockedTwice");
      repeat(woven, OLD, "callsLockedMethod");
      repeat(plain, EXPOSED, "locked");
    }

    private static void repeat(ClassLoader loader, String className, String method)
        throws ReflectiveOperationException {
      Method target = Class.forName(className, true, loader).getDeclaredMethod(method);
      target.setAccessible(true);
      for (int i = 0; i < RUNS; i++) {
        target.invoke(null);
      }
    }
  }

  @BeforeAll
  static void runInOtherJvm() throws Exception {
    ForkedJvm result = ForkedJvm.run(Main.class, "-Xbatch", "-XX:+PrintCompilation", "-XX:-Inline");
    assertThat(result.exitValue()).as(result.output()).isZero();
    compiled = result.output();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"oneMonitor", "nestedMonitors", "method", "methodWithHandlers", "monitorInTry"})
  void wovenMethod_isCompiled(String method) {
    assertCompiled(Hot.class.getName(), method);
  }

  @ParameterizedTest
  @ValueSource(strings = {"locked", "lockedTwice", "lockedMethod"})
  void wovenMethod_ofOldCompiler_isCompiled(String method) {
    assertCompiled(OLD, method);
  }

  /** Its hooks would be too much for the compiler. */
  @Test
  void largeMethod_isCompiled() {
    assertCompiled(LARGE, "large");
  }

  /** The problem itself: if it no longer occurs, the other tests prove nothing. */
  @Test
  void method_callingWithMonitorAndNoHandler_isNotCompiled() {
    assertThat(compiled).containsPattern(optimised(EXPOSED, "locked") + " +COMPILE SKIPPED");
  }

  private static void assertCompiled(String className, String method) {
    assertThat(compiled).containsPattern(optimised(className, method));
    assertThat(compiled.lines())
        .filteredOn(line -> line.contains(className + "::" + method + ' '))
        .noneMatch(line -> line.contains("COMPILE SKIPPED"));
  }

  /** A line of -XX:+PrintCompilation on a compilation at level 4 that is not one of a loop. */
  private static String optimised(String className, String method) {
    return " [ !sbn]* 4 +" + className + "::" + method + " \\(\\d+ bytes\\)";
  }

  /** Two monitors as javac up to 1.4 would write them: handlers cover the body and no more. */
  private static byte[] oldMonitors() {
    ClassWriter writer = subject(OLD);
    method(writer, "locked", code -> monitor(code, 0, () -> increment(code, OLD)));
    method(
        writer,
        "lockedTwice",
        code -> monitor(code, 0, () -> monitor(code, 2, () -> increment(code, OLD))));
    constructor(writer);
    lockedMethod(writer);
    method(
        writer,
        "callsLockedMethod",
        code -> {
          code.visitTypeInsn(Opcodes.NEW, OLD);
          code.visitInsn(Opcodes.DUP);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, OLD, "<init>", "()V", false);
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, OLD, "lockedMethod", "()V", false);
        });
    return writer.toByteArray();
  }

  private static void constructor(ClassWriter writer) {
    MethodVisitor code = writer.visitMethod(0, "<init>", "()V", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  /** A synchronized method that returns at two places and has a handler. */
  private static void lockedMethod(ClassWriter writer) {
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_SYNCHRONIZED, "lockedMethod", "()V", null, null);
    Label start = new Label();
    Label end = new Label();
    Label other = new Label();
    code.visitCode();
    code.visitTryCatchBlock(start, end, end, "java/lang/RuntimeException");
    code.visitLabel(start);
    increment(code, OLD);
    code.visitFieldInsn(Opcodes.GETSTATIC, OLD, "count", "I");
    code.visitJumpInsn(Opcodes.IFLT, other);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(other);
    increment(code, OLD);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ASTORE, 1);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  private static void monitor(MethodVisitor code, int local, Runnable body) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label done = new Label();
    code.visitLdcInsn("lock");
    code.visitInsn(Opcodes.DUP);
    code.visitVarInsn(Opcodes.ASTORE, local);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitLabel(start);
    body.run();
    code.visitTryCatchBlock(start, end, handler, null); // after those of the body
    code.visitLabel(end);
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitJumpInsn(Opcodes.GOTO, done);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ALOAD, local);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(done);
  }

  private static byte[] exposedCall() {
    ClassWriter writer = subject(EXPOSED);
    method(writer, "called", code -> increment(code, EXPOSED));
    method(
        writer,
        "locked",
        code -> {
          code.visitLdcInsn("lock");
          code.visitInsn(Opcodes.DUP);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitInsn(Opcodes.MONITORENTER);
          code.visitMethodInsn(Opcodes.INVOKESTATIC, EXPOSED, "called", "()V", false);
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitInsn(Opcodes.MONITOREXIT);
        });
    return writer.toByteArray();
  }

  private static ClassWriter subject(String name) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_4, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    writer.visitField(Opcodes.ACC_STATIC, "count", "I", null, null);
    return writer;
  }

  private static void method(ClassWriter writer, String name, Consumer<MethodVisitor> body) {
    MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, name, "()V", null, null);
    code.visitCode();
    body.accept(code);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  private static void increment(MethodVisitor code, String owner) {
    code.visitFieldInsn(Opcodes.GETSTATIC, owner, "count", "I");
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.IADD);
    code.visitFieldInsn(Opcodes.PUTSTATIC, owner, "count", "I");
  }
}
