package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.JdkRange;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelLocation;
import io.racedet.junit.agent.model.language.Monitors;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves the monitors of a class of a library that is called pure: an appender of the program, say,
 * runs under that of its base class.
 */
public final class LentMonitors {
  private static final int RELEASE = Runtime.version().feature();

  private LentMonitors() {}

  /** Weaves a class; returns the class itself if it has no monitors. */
  public static byte[] weave(ClassLoader loader, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    if (!hasMonitors(reader)) {
      return classFile;
    }
    String className = reader.getClassName().replace('/', '.');
    ModelClass model =
        new ModelClass(
            new ModelLocation(className, 0),
            className,
            className,
            JdkRange.ALL,
            false,
            List.of(),
            Monitors.LENT,
            false,
            List.of());
    return ModelWeaver.weave(
        classFile, new ModelledClass(model, Map.of(), false), ClassMembers.of(loader), RELEASE);
  }

  private static boolean hasMonitors(ClassReader reader) {
    boolean[] found = {false};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            found[0] |= !isStatic && (access & Opcodes.ACC_SYNCHRONIZED) != 0;
            return found[0] ? null : finder(found);
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return found[0];
  }

  private static MethodVisitor finder(boolean[] found) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitInsn(int opcode) {
        found[0] |= opcode == Opcodes.MONITORENTER;
      }
    };
  }
}
