package io.racedet.junit.agent.starts;

import io.racedet.junit.agent.hooks.Hook;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the methods of the JDK that start threads, or let one go on that has nothing to do, such
 * as one of a pool, the one that awaits the ends of processes or the one that runs finalizers, so
 * that they tell it first. That is all that must be woven while no second thread can act.
 */
public final class StartWeaver implements ClassFileTransformer {
  private static final String THREAD = "java/lang/Thread";

  /** By class, the names of its methods; some are of later releases. */
  private static final Map<String, Set<String>> STARTING =
      Map.of(
          "java.lang.Thread", Set.of("start", "interrupt"),
          "java.lang.VirtualThread", Set.of("start"),
          "java.lang.ProcessHandleImpl", Set.of("completion"),
          "java.lang.ref.Finalizer", Set.of("register", "runFinalizer"),
          "java.util.concurrent.ForkJoinPool", Set.of("signalWork"),
          "java.util.concurrent.locks.LockSupport", Set.of("unpark"));

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

  private static byte[] weave(byte[] classFile, Set<String> starting) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean isCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            boolean isOfThread =
                isStatic
                    ? descriptor.startsWith("(L" + THREAD + ';')
                    : reader.getClassName().endsWith("Thread");
            return isCode && starting.contains(name) ? telling(out, isOfThread) : out;
          }
        },
        0);
    return writer.toByteArray();
  }

  private static MethodVisitor telling(MethodVisitor out, boolean isOfThread) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitCode() {
        super.visitCode();
        if (isOfThread) {
          // stack: -> thread
          super.visitVarInsn(Opcodes.ALOAD, 0);
        } else {
          // stack: -> null
          super.visitInsn(Opcodes.ACONST_NULL);
        }
        // stack: thread -> (empty)
        Hook.STARTING.call(mv);
      }
    };
  }
}
