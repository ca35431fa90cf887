package io.racedet.junit.mutation;

import io.racedet.junit.agent.model.WovenText;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Weaves pauses into the methods of a line, between what the JDK does and where the line has its
 * effects: an effect that is recorded too early or too late is then seen.
 */
final class Pauses {
  private static final Pattern CALL =
      Pattern.compile("(?:before|after|around) [\\w$*]+\\.([\\w$<>]+)\\(");

  private final int line;
  private final WovenText model;
  private final Set<String> calls = new HashSet<>();

  Pauses(Mutant mutant, WovenText model) {
    this.line = mutant.begin();
    this.model = model;
    CALL.matcher(mutant.text() + mutant.change()).results().forEach(m -> calls.add(m.group(1)));
  }

  byte[] weave(Class<?> type, byte[] classFile) {
    Map<String, Set<Integer>> lines = model.linesOf(type, classFile);
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
            boolean pauses = lines.getOrDefault(name + descriptor, Set.of()).contains(line);
            return pauses && !name.equals("<init>") ? pausing(out) : out;
          }
        },
        0);
    return writer.toByteArray();
  }

  private MethodVisitor pausing(MethodVisitor out) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      private void pause() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, HitCounter.HITS, "pause", "()V", false);
      }

      @Override
      public void visitCode() {
        super.visitCode();
        pause();
      }

      @Override
      public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
          pause();
        }
        super.visitInsn(opcode);
      }

      @Override
      public void visitMethodInsn(int opcode, String type, String name, String desc, boolean itf) {
        boolean pauses = calls.contains(name);
        if (pauses) {
          pause();
        }
        super.visitMethodInsn(opcode, type, name, desc, itf);
        if (pauses) {
          pause();
        }
      }
    };
  }
}
