package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.OBJECT;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.weave.flow.ExplicitMonitors;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs methods without the flag: they do as before, with the monitor, and give it back. */
class ExplicitMonitorsTest {
  /** Ways out of a synchronized method. */
  public static class Subject {
    public int finallys;

    public synchronized int plain() {
      return held();
    }

    public synchronized void nothing() {
      /* Only returns. */
    }

    public synchronized int loop(int times) {
      int sum = 0;
      for (int i = 0; i < times; i++) {
        if (i == 3) {
          return sum;
        }
        sum += held();
      }
      return -sum;
    }

    public synchronized long wide(double value, long other) {
      return held() + (long) value + other;
    }

    public synchronized int throwing() {
      if (held() == 1) {
        throw new IllegalStateException("thrown");
      }
      return 0;
    }

    public synchronized int caught(boolean fails) {
      try {
        if (fails) {
          return fail();
        }
        return held();
      } catch (IllegalStateException e) {
        return 10 * held();
      } finally {
        finallys += held();
      }
    }

    private static int fail() {
      throw new IllegalStateException("caught");
    }

    public synchronized int nested(Object other) {
      synchronized (other) {
        try {
          if (Thread.holdsLock(other)) {
            return held();
          }
        } finally {
          finallys += held();
        }
      }
      synchronized (this) {
        return 5 * held();
      }
    }

    public synchronized int waiting() throws InterruptedException {
      wait(1);
      return held();
    }

    private int held() {
      return Thread.holdsLock(this) ? 1 : 0;
    }

    public static synchronized int ofClass() {
      return 1;
    }
  }

  private static final class Loader extends ClassLoader {
    private Loader() {
      super(ExplicitMonitorsTest.class.getClassLoader());
    }

    static Class<?> define(String name, byte[] classFile) {
      return new Loader().defineClass(name, classFile, 0, classFile.length);
    }
  }

  private static byte[] classFile(Class<?> type) throws Exception {
    try (InputStream in =
        type.getResourceAsStream('/' + type.getName().replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }

  private static Class<?> defined(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ExplicitMonitors monitors = new ExplicitMonitors(reader);
    return Loader.define(
        reader.getClassName().replace('/', '.'), monitors.write(monitors.possible()));
  }

  private final Class<?> type = defined(classFile(Subject.class));
  private final Object subject = type.getDeclaredConstructor().newInstance();

  ExplicitMonitorsTest() throws Exception {}

  private Object call(String name, Object... arguments) throws Throwable {
    return call(subject, name, arguments);
  }

  private static Object call(Object receiver, String name, Object... arguments) throws Throwable {
    for (Method method : receiver.getClass().getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        assertThat(Modifier.isSynchronized(method.getModifiers())).isFalse();
        try {
          return method.invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
          throw e.getCause();
        } finally {
          assertThat(Thread.holdsLock(receiver)).isFalse();
        }
      }
    }
    throw new NoSuchMethodError(name);
  }

  @Test
  void methods_haveTheMonitor_andGiveItBack() throws Throwable {
    assertThat(call("plain")).isEqualTo(1);
    assertThat(call("nothing")).isNull();
    assertThat(call("loop", 2)).isEqualTo(-2);
    assertThat(call("loop", 9)).isEqualTo(3);
    assertThat(call("wide", 2.0, 3L)).isEqualTo(6L);
    assertThat(call("waiting")).isEqualTo(1);
  }

  @Test
  void exceptions_leaveWithoutTheMonitor() {
    assertThatThrownBy(() -> call("throwing")).hasMessage("thrown");
  }

  @Test
  void handlersOfTheMethod_haveTheMonitor() throws Throwable {
    assertThat(call("caught", true)).isEqualTo(10);
    assertThat(call("caught", false)).isEqualTo(1);
    assertThat(call("nested", new Object())).isEqualTo(1);
    assertThat(type.getDeclaredField("finallys").getInt(subject)).isEqualTo(3);
  }

  @Test
  void staticMethods_keepTheFlag() throws Throwable {
    assertThat(Modifier.isSynchronized(type.getMethod("ofClass").getModifiers())).isTrue();
    assertThat(type.getMethod("ofClass").invoke(null)).isEqualTo(1);
  }

  @Test
  void entry_hasTheFirstLineOfTheMethod() throws Throwable {
    Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(() -> call("throwing"));
    assertThat(thrown.getStackTrace()[0].getLineNumber()).isPositive();
  }

  /* ---- code that current versions of javac do not generate ---- */

  private static ClassWriter handmade(int version) {
    ClassWriter writer = subject(version);
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
    return writer;
  }

  private static void held(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", false);
  }

  /** try { r = holdsLock(this) } finally { return r + holdsLock(this) }, by a subroutine. */
  private static void bySubroutine(MethodVisitor code) {
    Label start = new Label();
    Label end = new Label();
    Label handler = new Label();
    Label subroutine = new Label();
    code.visitTryCatchBlock(start, end, handler, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(start);
    held(code);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(end);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(handler);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitVarInsn(Opcodes.ALOAD, 2);
    code.visitInsn(Opcodes.ATHROW);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 3);
    held(code);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IADD);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitVarInsn(Opcodes.RET, 3);
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5})
  void subroutine_ofOldCompiler_hasTheMonitor(int version) throws Throwable {
    ClassWriter writer = handmade(version);
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    method(writer, flags, "run", "()I", ExplicitMonitorsTest::bySubroutine);
    Object made = defined(writer.toByteArray()).getDeclaredConstructor().newInstance();
    assertThat(call(made, "run")).isEqualTo(2);
  }

  /** A try block of which nothing but a return is covered. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_5})
  void handlerOfAReturnOnly_isLeftOut(int version) throws Throwable {
    ClassWriter writer = handmade(version);
    method(
        writer,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED,
        "run",
        "()I",
        code -> {
          Label start = new Label();
          Label end = new Label();
          code.visitTryCatchBlock(start, end, end, null);
          held(code);
          code.visitLabel(start);
          code.visitInsn(Opcodes.IRETURN);
          code.visitLabel(end);
          code.visitInsn(Opcodes.ATHROW);
        });
    Object made = defined(writer.toByteArray()).getDeclaredConstructor().newInstance();
    assertThat(call(made, "run")).isEqualTo(1);
  }

  @Test
  void methodsThatOverwriteThis_orAreTooLong_keepTheFlag() {
    ClassWriter writer = handmade(Opcodes.V1_5);
    int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    method(
        writer,
        flags,
        "overwrites",
        "()V",
        code -> {
          code.visitInsn(Opcodes.ACONST_NULL);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          code.visitInsn(Opcodes.RETURN);
        });
    method(
        writer,
        flags,
        "isLong",
        "()V",
        code -> {
          for (int i = 0; i < 7_600; i++) {
            code.visitInsn(Opcodes.NOP);
          }
          code.visitInsn(Opcodes.RETURN);
        });
    method(writer, flags, "usual", "()V", code -> code.visitInsn(Opcodes.RETURN));
    ClassReader reader = new ClassReader(writer.toByteArray());
    assertThat(new ExplicitMonitors(reader).possible()).isEqualTo(Set.of("usual()V"));
    assertThat(NAME).isEqualTo(reader.getClassName());
  }
}
