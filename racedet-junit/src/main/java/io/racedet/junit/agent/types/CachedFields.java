package io.racedet.junit.agent.types;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Finds the fields of a class that are caches: what its methods, other than constructors, write to
 * them is null or zero, or the method has just found them so. A view that is made when it is first
 * asked for is one, and a hash that is computed then.
 */
final class CachedFields extends ClassVisitor {
  /** How many instructions may be between the read of a field and the jump that tests it. */
  private static final int NEAR = 2;

  private static final Set<Integer> EMPTY =
      Set.of(
          Opcodes.ACONST_NULL,
          Opcodes.ICONST_0,
          Opcodes.LCONST_0,
          Opcodes.FCONST_0,
          Opcodes.DCONST_0);

  private static final Set<Integer> JUMPS_IF_EMPTY =
      Set.of(Opcodes.IFNULL, Opcodes.IFEQ, Opcodes.IF_ACMPEQ);

  private String type;
  private final Set<String> written = new HashSet<>();
  private final Set<String> others = new HashSet<>();

  private CachedFields() {
    super(Opcodes.ASM9);
  }

  /** The names of these fields, each followed by its descriptor. */
  static Set<String> of(ClassReader reader) {
    CachedFields fields = new CachedFields();
    reader.accept(fields, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    fields.written.removeAll(fields.others);
    return Set.copyOf(fields.written);
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] interfaces) {
    type = name;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return name.charAt(0) == '<' ? null : new Steps();
  }

  /**
   * An instruction.
   *
   * @param field the field of this class that it accesses, or null
   * @param target where it jumps to, or null
   */
  private record Step(int opcode, String field, Label target) {}

  /** The instructions of one method. */
  private final class Steps extends MethodVisitor {
    private final List<Step> steps = new ArrayList<>();
    private final Map<Label, Integer> labels = new HashMap<>();

    Steps() {
      super(Opcodes.ASM9);
    }

    private void add(int opcode) {
      steps.add(new Step(opcode, null, null));
    }

    @Override
    public void visitLabel(Label label) {
      labels.put(label, steps.size());
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      steps.add(new Step(opcode, owner.equals(type) ? name + descriptor : null, null));
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
      steps.add(new Step(opcode, null, target));
    }

    @Override
    public void visitInsn(int opcode) {
      add(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int local) {
      add(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
      add(opcode);
    }

    @Override
    public void visitTypeInsn(int opcode, String named) {
      add(opcode);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      add(opcode);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      add(Opcodes.INVOKEDYNAMIC);
    }

    @Override
    public void visitLdcInsn(Object value) {
      add(Opcodes.LDC);
    }

    @Override
    public void visitIincInsn(int local, int increment) {
      add(Opcodes.IINC);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... targets) {
      add(Opcodes.TABLESWITCH);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] targets) {
      add(Opcodes.LOOKUPSWITCH);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      add(Opcodes.MULTIANEWARRAY);
    }

    @Override
    public void visitEnd() {
      for (int i = 0; i < steps.size(); i++) {
        Step step = steps.get(i);
        if (step.opcode == Opcodes.PUTFIELD && step.field != null) {
          (isEmptied(i) || isFilled(i) ? written : others).add(step.field);
        }
      }
    }

    private boolean isEmptied(int write) {
      return write > 0 && EMPTY.contains(steps.get(write - 1).opcode);
    }

    /* Whether the write is reached only if a test has found the field empty. */
    private boolean isFilled(int write) {
      String field = steps.get(write).field;
      for (int read = 0; read < write; read++) {
        Step step = steps.get(read);
        if (step.opcode == Opcodes.GETFIELD && field.equals(step.field)) {
          int test = testOf(read);
          if (test >= 0 && isWhereEmpty(test, write)) {
            return true;
          }
        }
      }
      return false;
    }

    private int testOf(int read) {
      int last = Math.min(read + 1 + NEAR, steps.size() - 1);
      for (int at = read + 1; at <= last; at++) {
        switch (steps.get(at).opcode) {
          case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.IFEQ, Opcodes.IFNE -> {
            return at;
          }
          case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE -> {
            return isComparedWithNull(read) ? at : -1;
          }
          case Opcodes.DUP, Opcodes.ASTORE, Opcodes.ALOAD, Opcodes.ISTORE, Opcodes.ILOAD -> {
            /* The value that was read is kept. */
          }
          default -> {
            return -1;
          }
        }
      }
      return -1;
    }

    /* null == field, where null comes before the reference to this. */
    private boolean isComparedWithNull(int read) {
      return read >= 2 && steps.get(read - 2).opcode == Opcodes.ACONST_NULL;
    }

    private boolean isWhereEmpty(int test, int write) {
      int target = labels.getOrDefault(steps.get(test).target, -1);
      if (!JUMPS_IF_EMPTY.contains(steps.get(test).opcode)) {
        return write > test && write < target;
      }
      return target > test && write >= target && endsPath(steps.get(target - 1).opcode);
    }

    private boolean endsPath(int opcode) {
      return opcode == Opcodes.GOTO
          || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
          || opcode == Opcodes.ATHROW;
    }
  }
}
