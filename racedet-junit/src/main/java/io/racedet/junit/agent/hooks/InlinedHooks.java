package io.racedet.junit.agent.hooks;

import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Asks the JIT compiler to inline the small methods with which hooks begin, and not to count them
 * as a part of the method that it compiles. Otherwise hooks would use up what it inlines into a
 * method with many accesses, and the rest would be calls even while nothing is recorded.
 *
 * <p>The annotation is one of HotSpot's own, which it obeys in classes of the boot loader; a JVM
 * that does not know it ignores it. It cannot be in the source code, as its package is not
 * exported.
 */
public final class InlinedHooks {
  private static final String FORCE_INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
  private static final String RUNTIME = "io/racedet/runtime/";
  private static final Set<String> CLASSES =
      Set.of(
          RUNTIME + "CollectionHooks",
          RUNTIME + "DataHooks",
          RUNTIME + "Hooks",
          RUNTIME + "RecordingSwitch");

  private InlinedHooks() {}

  /**
   * Annotates the methods of a class that are to be inlined; returns a new class file if it has
   * any.
   */
  public static byte[] annotate(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (!CLASSES.contains(reader.getClassName())) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Annotator(writer), 0);
    return writer.toByteArray();
  }

  private static final class Annotator extends ClassVisitor {
    private static final int HOOK = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;

    Annotator(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (access == HOOK) {
        out.visitAnnotation(FORCE_INLINE, true).visitEnd();
      }
      return out;
    }
  }
}
