package io.racedet.junit.agent.weave;

import java.util.ArrayDeque;
import java.util.Deque;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Knows, at each instruction of one method, which objects are allocated but not constructed: those
 * of NEW, and {@code this} in a constructor that has not called another constructor yet.
 *
 * <p>Follows the instructions in the order of the class file; where paths meet, a stack map frame
 * corrects it.
 */
final class ConstructionTracker {
  private final Deque<Allocation> pending = new ArrayDeque<>();
  private final boolean constructor;
  private boolean thisConstructed;
  private boolean thisConstructedAtFrame;
  private boolean afterNew;

  ConstructionTracker(boolean constructor) {
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
  enum Constructed {
    /** The own object. */
    THIS,
    /** An object of which a second reference lies on top of the stack now. */
    ON_STACK,
    /** An object that is somewhere else. */
    ELSEWHERE
  }

  boolean isThisConstructed() {
    return thisConstructed;
  }

  /** Any instruction of the method, in order, before {@link #allocate} and {@link #construct}. */
  void step(int opcode) {
    if (afterNew && opcode == Opcodes.DUP) {
      pending.peek().duplicated = true;
    }
    afterNew = false;
  }

  /** A NEW instruction. */
  void allocate(String type) {
    pending.push(new Allocation(type));
    afterNew = true;
  }

  /** A call of a constructor of the type. */
  Constructed construct(String type) {
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

  /**
   * A stack map frame.
   *
   * @param type its kind, in the compressed form
   * @param locals how many local variables it lists
   * @param local what they hold
   */
  void frame(int type, int locals, Object[] local) {
    if (type == Opcodes.F_FULL) {
      thisConstructedAtFrame = true;
      for (int i = 0; i < locals; i++) {
        thisConstructedAtFrame &= local[i] != Opcodes.UNINITIALIZED_THIS;
      }
    }
    thisConstructed = thisConstructedAtFrame;
  }
}
