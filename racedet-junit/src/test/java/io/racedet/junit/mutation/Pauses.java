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

  /** Adds pauses where methods begin and end, before the line is woven. */
  byte[] weave(Class<?> type, byte[] classFile) {
    return weave(type, classFile, false);
  }

  /** Adds pauses around calls that the line names, between them and what is woven. */
  byte[] weaveCalls(Class<?> type, byte[] woven) {
    return weave(type, woven, true);
  }

  private byte[] weave(Class<?> type, byte[] classFile, boolean atCalls) {
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
            if (!pauses || name.equals("<init>")) {
              return out;
            }
            return atCalls ? pausingAtCalls(out) : pausing(out);
          }
        },
        0);
    return writer.toByteArray();
  }

  private static void pause(MethodVisitor out) {
    out.visitMethodInsn(Opcodes.INVOKESTATIC, HitCounter.HITS, "pause", "()V", false);
  }

  private static MethodVisitor pausing(MethodVisitor out) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitCode() {
        super.visitCode();
        pause(out);
      }

      @Override
      public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
          pause(out);
        }
        super.visitInsn(opcode);
      }
    };
  }

  private MethodVisitor pausingAtCalls(MethodVisitor out) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitMethodInsn(int opcode, String type, String name, String desc, boolean itf) {
        boolean pauses = calls.contains(name);
        if (pauses) {
          pause(out);
        }
        super.visitMethodInsn(opcode, type, name, desc, itf);
        if (pauses) {
          pause(out);
        }
      }
    };
  }
}
