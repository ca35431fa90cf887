package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The types of the local variables at each instruction of one method, by the last stack map frame.
 * A variable that has been written since is unknown. Not available for methods without frames.
 */
public final class KnownLocals {
  private final String className;
  private final List<Object> ofFrame = new ArrayList<>();
  private final BitSet written = new BitSet();

  public KnownLocals(String className, int access, String method, String descriptor) {
    this.className = className;
    if ((access & Opcodes.ACC_STATIC) == 0) {
      ofFrame.add(method.equals("<init>") ? Opcodes.UNINITIALIZED_THIS : className);
    }
    for (Type argument : Type.getArgumentTypes(descriptor)) {
      ofFrame.add(typeInFrame(argument));
    }
  }

  private static Object typeInFrame(Type type) {
    return switch (type.getSort()) {
      case Type.LONG -> Opcodes.LONG;
      case Type.FLOAT -> Opcodes.FLOAT;
      case Type.DOUBLE -> Opcodes.DOUBLE;
      case Type.ARRAY, Type.OBJECT -> type.getInternalName();
      default -> Opcodes.INTEGER;
    };
  }

  /** A stack map frame. */
  public void frame(int type, int locals, Object[] local) {
    written.clear();
    switch (type) {
      case Opcodes.F_FULL -> {
        ofFrame.clear();
        addFirst(locals, local);
      }
      case Opcodes.F_APPEND -> addFirst(locals, local);
      case Opcodes.F_CHOP -> ofFrame.subList(ofFrame.size() - locals, ofFrame.size()).clear();
      default -> {}
    }
  }

  private void addFirst(int count, Object[] local) {
    for (int i = 0; i < count; i++) {
      ofFrame.add(local[i]);
    }
  }

  /** How many slots a variable takes that holds this type of a frame. */
  public static int slots(Object held) {
    return held == Opcodes.LONG || held == Opcodes.DOUBLE ? 2 : 1;
  }

  /** What the variables hold at the last frame. */
  public List<Object> atFrame() {
    return Collections.unmodifiableList(ofFrame);
  }

  /** Any instruction of the method. */
  public void step(int opcode, int operand) {
    if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
      boolean wide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
      written.set(operand, operand + (wide ? 2 : 1));
    }
  }

  /**
   * Returns what the variables hold here, in the form of a frame.
   *
   * @param thisConstructed whether the own object has been constructed
   * @param slots how many slots to describe, no fewer than the frame has
   */
  public List<Object> describe(boolean thisConstructed, int slots) {
    List<Object> result = new ArrayList<>();
    int slot = 0;
    for (Object held : ofFrame) {
      int size = slots(held);
      int firstWritten = written.nextSetBit(slot);
      if (firstWritten >= 0 && firstWritten < slot + size) {
        result.addAll(Collections.nCopies(size, Opcodes.TOP));
      } else {
        boolean isThis = held == Opcodes.UNINITIALIZED_THIS && thisConstructed;
        result.add(isThis ? className : held);
      }
      slot += size;
    }
    result.addAll(Collections.nCopies(slots - slot, Opcodes.TOP));
    return result;
  }

  /**
   * Returns what variables hold that two frames describe, where one of them may know less.
   *
   * @return empty if they name two classes for a variable, of which either may be that of the other
   */
  public static Optional<List<Object>> both(List<Object> one, List<Object> other) {
    List<Object> ofOther = bySlot(other);
    List<Object> held = bySlot(one);
    for (int slot = 0; slot < Math.min(held.size(), ofOther.size()); slot++) {
      Object more = more(held.get(slot), ofOther.get(slot));
      if (more == null) {
        return Optional.empty();
      }
      held.set(slot, more);
    }
    List<Object> result = new ArrayList<>();
    for (int slot = 0; slot < held.size(); slot += slots(held.get(slot))) {
      result.add(held.get(slot));
    }
    return Optional.of(result);
  }

  /* The second slot of a wide variable is unknown. */
  private static List<Object> bySlot(List<Object> frame) {
    List<Object> result = new ArrayList<>();
    for (Object held : frame) {
      result.add(held);
      result.addAll(Collections.nCopies(slots(held) - 1, Opcodes.TOP));
    }
    return result;
  }

  private static Object more(Object one, Object other) {
    if (one.equals(other) || tellsMore(one, other)) {
      return one;
    }
    return tellsMore(other, one) ? other : null;
  }

  private static boolean tellsMore(Object one, Object other) {
    if (other == Opcodes.TOP) {
      return true;
    }
    boolean isOfAny = other.equals("java/lang/Object") || one == Opcodes.NULL;
    return isOfAny && one != Opcodes.TOP;
  }
}
