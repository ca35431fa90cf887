package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The field accesses of one method that need no hook: on each path to one of them there is an
 * access to the same field, static or of the object in the same local variable, that covers it, and
 * nothing between the two can end the span. See SpanAccesses of the runtime for why such an access
 * need not be recorded; the record of the one that covers it says that there may be others.
 *
 * <p>A span may end in each call, at a monitor or a volatile field, and where a class may be loaded
 * or initialised. At the head of a loop nothing is known, so that an access in a loop is recorded
 * in each span of it. One forward pass: linear in the code, times the fields that are known at once
 * where paths meet.
 */
public final class DominatedAccesses extends MethodVisitor {
  private static final int UNKNOWN = -1; // in place of a local variable
  private static final int STATIC = -2;

  /** What a field instruction means for what is known. */
  public enum Effect {
    /** It accesses nothing that is recorded, and runs no other code. */
    NONE,
    /** It is recorded. */
    ACCESS,
    /** It may run other code first, and is recorded. */
    ACCESS_AFTER_CODE,
    /** It ends the span, or may run other code and is not recorded. */
    ENDS_SPAN
  }

  /** The fields, as the weaver knows them. */
  public interface Fields {
    /** What an instruction means. */
    Effect effect(int opcode, String owner, String name, String descriptor);

    /** A text for the field, the same for each class by which it is named. */
    String variable(int opcode, String owner, String name, String descriptor);
  }

  /** A variable that the method has accessed on every path to an instruction. */
  private record Place(int local, String field) {}

  /** How: by writes only or not, and the ordinals of the instructions. */
  private record Known(boolean written, BitSet by) {
    Known and(Known other) {
      BitSet both = (BitSet) by.clone();
      both.or(other.by);
      return new Known(written && other.written, both);
    }
  }

  private final Fields fields;
  private final LoopHeads heads;
  private final OperandStack stack = new OperandStack(UNKNOWN);
  private final Map<Label, Map<Place, Known>> atLabels = new HashMap<>();
  private final Set<Label> handlers = new HashSet<>();
  private final BitSet dominated = new BitSet();
  private final BitSet covering = new BitSet();
  private Map<Place, Known> known = new HashMap<>(); // null where control flow does not arrive
  private int ordinal; // of the next field instruction
  private int labels;

  private DominatedAccesses(Fields fields, LoopHeads heads) {
    super(Opcodes.ASM9);
    this.fields = fields;
    this.heads = heads;
  }

  /** Finds those of each method of a class, in the order of the class file. */
  static List<DominatedAccesses> of(ClassReader reader, List<LoopHeads> heads, Fields fields) {
    List<DominatedAccesses> methods = new ArrayList<>();
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            methods.add(new DominatedAccesses(fields, heads.get(methods.size())));
            return methods.get(methods.size() - 1);
          }
        };
    reader.accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return methods;
  }

  /** None. */
  static DominatedAccesses none() {
    return new DominatedAccesses(null, null);
  }

  /** Whether a field instruction needs no hook, by its ordinal among those of the method. */
  public boolean isDominated(int instruction) {
    return dominated.get(instruction);
  }

  /** Whether there are accesses without a hook that rely on the record of a field instruction. */
  public boolean covers(int instruction) {
    return covering.get(instruction);
  }

  /* ---- what is known ---- */

  private void endSpan() {
    if (known != null) {
      known.clear();
    }
  }

  private void jump(Label target) {
    if (known == null) {
      return;
    }
    Map<Place, Known> others = atLabels.get(target);
    if (others == null) {
      atLabels.put(target, new HashMap<>(known));
    } else {
      meet(others, known);
    }
  }

  private static void meet(Map<Place, Known> into, Map<Place, Known> other) {
    Iterator<Map.Entry<Place, Known>> entries = into.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Place, Known> entry = entries.next();
      Known also = other.get(entry.getKey());
      if (also == null) {
        entries.remove();
      } else {
        entry.setValue(entry.getValue().and(also));
      }
    }
  }

  private void endPath() {
    known = null;
    stack.clear();
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    handlers.add(handler);
  }

  @Override
  public void visitLabel(Label label) {
    Map<Place, Known> others = atLabels.remove(label);
    if (handlers.contains(label) || heads.isHead(labels)) {
      known = new HashMap<>();
      stack.clear();
    } else if (others != null) {
      if (known != null) {
        meet(others, known);
      }
      known = others;
      stack.clear();
    }
    labels++;
  }

  private void store(int local) {
    stack.forget(local);
    if (known != null) {
      known.keySet().removeIf(place -> place.local == local);
    }
  }

  /* ---- instructions ---- */

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    int instruction = ordinal++;
    boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
    boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    int depth = isWrite ? Type.getType(descriptor).getSize() : 0;
    int local = isStatic ? STATIC : (int) stack.at(depth);
    stack.field(opcode, descriptor);
    Effect effect = fields.effect(opcode, owner, name, descriptor);
    if (known == null || effect == Effect.NONE) {
      return;
    }
    if (effect == Effect.ENDS_SPAN) {
      known.clear();
    } else if (local != UNKNOWN) {
      String field = fields.variable(opcode, owner, name, descriptor);
      access(instruction, new Place(local, field), isWrite, effect == Effect.ACCESS_AFTER_CODE);
    }
  }

  private void access(int instruction, Place place, boolean isWrite, boolean afterCode) {
    Known before = known.get(place);
    if (before != null && (before.written || !isWrite)) {
      // A class whose field was accessed has been initialised.
      dominated.set(instruction);
      covering.or(before.by);
      return;
    }
    if (afterCode && before == null) {
      known.clear();
    }
    BitSet by = new BitSet();
    by.set(instruction);
    known.put(place, new Known(isWrite, by));
  }

  @Override
  public void visitInsn(int opcode) {
    stack.step(opcode);
    if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || opcode == Opcodes.ATHROW) {
      endPath();
    } else if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
      endSpan();
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    stack.step(opcode);
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    if (opcode == Opcodes.ALOAD) {
      stack.push(local);
      return;
    }
    if (opcode == Opcodes.LLOAD || opcode == Opcodes.DLOAD) {
      stack.replace(0, 2);
      return;
    }
    stack.step(opcode);
    if (opcode == Opcodes.RET) {
      endPath();
    } else if (opcode >= Opcodes.ISTORE) {
      store(local);
      boolean isWide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
      store(isWide ? local + 1 : local);
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    stack.step(opcode);
    endSpan();
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    stack.call(opcode != Opcodes.INVOKESTATIC, descriptor);
    endSpan();
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    stack.call(false, descriptor);
    endSpan();
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    if (opcode == Opcodes.JSR) {
      endSpan(); // before the subroutine and after it
      stack.clear();
    } else {
      stack.step(opcode);
    }
    jump(label);
    if (opcode == Opcodes.GOTO) {
      endPath();
    }
  }

  @Override
  public void visitLdcInsn(Object value) {
    stack.replace(0, OperandStack.size(value));
    if (value instanceof ConstantDynamic || value instanceof Type || value instanceof Handle) {
      endSpan();
    }
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    select(other, List.of(labels));
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    select(other, List.of(labels));
  }

  private void select(Label other, List<Label> cases) {
    stack.replace(1, 0);
    jump(other);
    cases.forEach(this::jump);
    endPath();
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    stack.replace(dimensions, 1);
    endSpan();
  }
}
