package io.racedet.junit.advice;

import io.racedet.junit.agent.sites.LambdaNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * What one method does with one field.
 *
 * @param reads how often it reads it, as instructions
 * @param writes how often it writes it, as instructions
 * @param updates whether it writes what it computes from the value that it has read, as {@code +=}
 *     does: it reads the field and writes it with no branch in between
 * @param decides whether it reads the field, branches, and writes it later
 */
record FieldUse(int reads, int writes, boolean updates, boolean decides) {
  /** The method does not name the field. */
  static final FieldUse NONE = new FieldUse(0, 0, false, false);

  /**
   * Reads what a method does with a field.
   *
   * @param method its name, as reports have it: that of a lambda is not the one of the class file
   * @param owners whether an instruction with this class, an internal name, means the field
   */
  static FieldUse of(
      byte[] classFile, String method, String descriptor, Predicate<String> owners, String field) {
    ClassReader reader = new ClassReader(classFile);
    LambdaNames names = new LambdaNames(lambdas(reader));
    Code code = new Code(owners, field);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            return type.equals(descriptor) && names.stable(name).equals(method) ? code : null;
          }
        },
        ClassReader.SKIP_FRAMES);
    return new FieldUse(code.reads, code.writes, code.updates, code.decides);
  }

  private static List<String> lambdas(ClassReader reader) {
    List<String> names = new ArrayList<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            if (LambdaNames.isLambda(name)) {
              names.add(name);
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE);
    return names;
  }

  /** Goes through the instructions in the order of the code, which is that of the source. */
  private static final class Code extends MethodVisitor {
    private final Predicate<String> owners;
    private final String field;
    private final Set<Label> targets = new HashSet<>();
    private int reads;
    private int writes;
    private boolean updates;
    private boolean decides;
    private boolean hasReadInBlock;
    private boolean hasBranchedSince;

    Code(Predicate<String> owners, String field) {
      super(Opcodes.ASM9);
      this.owners = owners;
      this.field = field;
    }

    @Override
    public void visitFieldInsn(int opcode, String type, String name, String descriptor) {
      if (!name.equals(field) || !owners.test(type)) {
        return;
      }
      if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
        reads++;
        hasReadInBlock = true;
        hasBranchedSince = false;
      } else {
        writes++;
        updates |= hasReadInBlock;
        decides |= hasBranchedSince;
      }
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      targets.add(label);
      endBlock(opcode != Opcodes.GOTO);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
      endBlock(true);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
      endBlock(true);
    }

    @Override
    public void visitLabel(Label label) {
      if (targets.contains(label)) {
        endBlock(false);
      }
    }

    private void endBlock(boolean branches) {
      hasBranchedSince |= branches && reads > 0;
      hasReadInBlock = false;
    }
  }
}
