package io.racedet.junit.agent.starts;

import io.racedet.junit.agent.hooks.Hook;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the methods of the JDK that start threads, or let the thread go on that awaits the ends of
 * processes, so that they tell it first. That is all that must be woven while no second thread can
 * act.
 */
public final class StartWeaver implements ClassFileTransformer {
  private static final String THREAD = "java/lang/Thread";
  private static final String PROCESSES = "java.lang.ProcessHandleImpl";

  /** By class, the methods, some of which are of later releases. */
  private static final Map<String, String> STARTING =
      Map.of(
          "java.lang.Thread",
          "start",
          "java.lang.VirtualThread",
          "start",
          PROCESSES, // hands what is to be done at the end of a process over to another thread
          "completion");

  private RuntimeException failure; // the JVM ignores what a transformer throws

  private StartWeaver() {}

  /**
   * Weaves them.
   *
   * @throws IllegalStateException if the JDK cannot be woven so
   */
  public static void install(Instrumentation instrumentation) {
    StartWeaver weaver = new StartWeaver();
    instrumentation.addTransformer(weaver, true);
    try {
      instrumentation.retransformClasses(classes().toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("the classes of threads cannot be retransformed", e);
    }
    if (weaver.failure != null) {
      throw new IllegalStateException("the starts of threads cannot be woven", weaver.failure);
    }
  }

  private static List<Class<?>> classes() {
    List<Class<?>> found = new ArrayList<>();
    for (String name : STARTING.keySet()) {
      try {
        found.add(Class.forName(name, false, null));
      } catch (ClassNotFoundException ofLaterRelease) {
        continue;
      }
    }
    return found;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader != null || redefined == null || !STARTING.containsKey(redefined.getName())) {
      return null;
    }
    try {
      return weave(classFile, STARTING.get(redefined.getName()));
    } catch (RuntimeException e) {
      failure = e;
      return null;
    }
  }

  private static byte[] weave(byte[] classFile, String starting) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals(starting) ? telling(out, (access & Opcodes.ACC_STATIC) != 0) : out;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static MethodVisitor telling(MethodVisitor out, boolean isStatic) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitCode() {
        super.visitCode();
        if (isStatic) {
          // stack: -> current
          super.visitMethodInsn(
              Opcodes.INVOKESTATIC, THREAD, "currentThread", "()L" + THREAD + ';', false);
        } else {
          // stack: -> this
          super.visitVarInsn(Opcodes.ALOAD, 0);
        }
        // stack: thread -> (empty)
        Hook.STARTING.call(mv);
      }
    };
  }
}
