package io.racedet.junit.agent.weave.flow;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.TypePath;

/**
 * Writes synchronized methods as methods that enter the monitor of {@code this} by an instruction.
 * None of the code of a synchronized method comes before it has the monitor; such a method can tell
 * first what it requests, whoever calls it.
 */
public final class ExplicitMonitors {
  /** So that no method becomes too long to be compiled. */
  private static final int LONGEST = CodeSizes.MAX_COMPILED_SIZE - 500;

  private static final int SYNCHRONIZED_ONLY =
      Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE;

  private final ClassReader reader;
  private final Map<String, Integer> firstLines = new HashMap<>(); // 0 if not known

  public ExplicitMonitors(ClassReader reader) {
    this.reader = reader;
    Set<String> tooLong = new CodeSizes(reader).longerThan(LONGEST);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean isPossible =
                (access & SYNCHRONIZED_ONLY) == Opcodes.ACC_SYNCHRONIZED
                    && !tooLong.contains(name + descriptor);
            return isPossible ? new Look(name + descriptor) : null;
          }
        },
        ClassReader.SKIP_FRAMES);
  }

  /**
   * The synchronized methods that can be written so, by name and descriptor: none that are static,
   * too long, overwrite {@code this}, or have annotations that refer to handlers by number.
   */
  public Set<String> possible() {
    return Set.copyOf(firstLines.keySet());
  }

  /** Whether a method can be written so. */
  private final class Look extends MethodVisitor {
    private final String method;
    private boolean isPossible = true;
    private int line;

    Look(String method) {
      super(Opcodes.ASM9);
      this.method = method;
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
      isPossible &= local != 0 || opcode < Opcodes.ISTORE || opcode > Opcodes.ASTORE;
    }

    @Override
    public AnnotationVisitor visitTryCatchAnnotation(
        int typeRef, TypePath path, String descriptor, boolean visible) {
      isPossible = false;
      return null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = line == 0 ? number : line;
    }

    @Override
    public void visitEnd() {
      if (isPossible) {
        firstLines.put(method, line);
      }
    }
  }

  /**
   * Writes the class.
   *
   * @param methods the methods that are to have no flag, some of the possible ones
   * @throws IllegalStateException if one is not possible: another agent has changed it
   */
  public byte[] write(Set<String> methods) {
    for (String method : methods) {
      if (!firstLines.containsKey(method)) {
        throw new IllegalStateException(
            method
                + " has no flag although it is synchronized, and now overwrites this, is too long,"
                + " or has annotated handlers");
      }
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    boolean hasFrames = (reader.readInt(4) & 0xFFFF) >= Opcodes.V1_6;
    String frameOfThis = hasFrames ? reader.getClassName() : null;
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            if (!methods.contains(name + descriptor)) {
              return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            int without = access & ~Opcodes.ACC_SYNCHRONIZED;
            return new MonitorBody(
                super.visitMethod(without, name, descriptor, signature, exceptions),
                frameOfThis,
                firstLines.get(name + descriptor));
          }
        },
        0);
    return writer.toByteArray();
  }
}
