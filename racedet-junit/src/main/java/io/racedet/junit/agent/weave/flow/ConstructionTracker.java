package io.racedet.junit.agent.weave.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Knows, at each instruction of one method, which objects are allocated but not constructed: those
 * of NEW, and {@code this} in a constructor that has not called another constructor yet.
 *
 * <p>Follows the instructions in the order of the class file; where control flow merges, it is
 * corrected by a stack map frame.
 */
public final class ConstructionTracker {
  private final Deque<Allocation> pending = new ArrayDeque<>();
  private final boolean constructor;
  private boolean thisConstructed;
  private boolean thisConstructedAtFrame;
  private boolean afterNew;

  public ConstructionTracker(boolean constructor) {
    this.constructor = constructor;
    thisConstructed = !constructor;
    thisConstructedAtFrame = thisConstructed;
  }

  private static final class Allocation {
    final String type;
    boolean duplicated;

    Allocation(String type) {
      this.type = type;
    }
  }

  /** What a call of a constructor has constructed. */
  public enum Constructed {
    /** The object {@code this}. */
    THIS,
    /** An object of which a second reference is now on top of the stack. */
    ON_STACK,
    /** Another object, whose reference may be anywhere. */
    ELSEWHERE
  }

  public boolean isThisConstructed() {
    return thisConstructed;
  }

  /** Any instruction of the method, in order, before {@link #allocate} and {@link #construct}. */
  public void step(int opcode) {
    if (afterNew && opcode == Opcodes.DUP) {
      pending.peek().duplicated = true;
    }
    afterNew = false;
  }

  /** A NEW instruction. */
  public void allocate(String type) {
    pending.push(new Allocation(type));
    afterNew = true;
  }

  /** A call of a constructor of the type. */
  public Constructed construct(String type) {
    boolean allocated = isPending(type);
    while (allocated) {
      Allocation last = pending.pop();
      if (last.type.equals(type)) {
        return last.duplicated ? Constructed.ON_STACK : Constructed.ELSEWHERE;
      }
    }
    thisConstructed = true;
    return constructor ? Constructed.THIS : Constructed.ELSEWHERE;
  }

  private boolean isPending(String type) {
    for (Allocation allocation : pending) {
      if (allocation.type.equals(type)) {
        return true;
      }
    }
    return false;
  }

  /** A stack map frame. */
  public void frame(int type, int locals, Object[] local) {
    if (type == Opcodes.F_FULL) {
      thisConstructedAtFrame = true;
      for (int i = 0; i < locals; i++) {
        thisConstructedAtFrame &= local[i] != Opcodes.UNINITIALIZED_THIS;
      }
    }
    thisConstructed = thisConstructedAtFrame;
  }
}
