package io.racedet.junit.agent.weave.flow;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * What each reference of one method may refer to: a may points-to analysis. A value is a set of
 * allocation sites of the method, of the object under construction if the method is a constructor,
 * and of everything else. Which sites escape is independent of the order of the instructions: a
 * site has escaped everywhere if an object of it escapes anywhere. Whatever takes a reference and
 * is not known to keep it in the method lets it escape.
 *
 * <p>Iterates to the least fixpoint over basic blocks, which begin at labels. A method that would
 * take more than a fixed amount of time or memory is treated as if everything escaped, and so is
 * one with subroutines (JSR).
 */
final class ReferenceFlow {
  /** How many sites are followed. Objects of later ones are like those from elsewhere. */
  static final int MAX_SITES = 62;

  private static final long OWN = 1L << MAX_SITES;
  private static final long OTHER = OWN << 1;
  private static final long NULL = 0;
  private static final long EVERYTHING = -1;

  private static final long MAX_STEPS = 1L << 24;
  private static final long MAX_SLOTS = 1L << 21; // in all states together
  private static final int USUAL_HEIGHT = 8;

  private final MethodCode code;
  private final Predicate<String> keepsOwnObject;
  private final List<MethodCode.Handler> handlers;
  private final OperandStack stack = new OperandStack(OTHER);
  private final long[] locals;
  private final long[][] states; // at labels: local variables, and the operand stack above
  private final long[] receivers; // of instructions: what they may access or allocate
  private final BitSet pending = new BitSet(); // labels whose states have grown
  private long escaped;
  private long steps;

  /**
   * Analyses a method.
   *
   * @param keepsOwnObject whether a constructor of the class, by its descriptor, lets no reference
   *     to its object escape
   */
  ReferenceFlow(MethodCode code, Predicate<String> keepsOwnObject) {
    this.code = code;
    this.keepsOwnObject = keepsOwnObject;
    this.handlers = code.handlers();
    this.locals = new long[code.locals()];
    this.states = new long[code.size() + 1][];
    this.receivers = new long[code.size()];
    if (code.labels() * (long) (locals.length + USUAL_HEIGHT) > MAX_SLOTS) {
      escaped = EVERYTHING;
      return;
    }
    iterate();
  }

  /** Whether the object under construction has not escaped. */
  boolean keepsOwnObject() {
    return (escaped & OWN) == 0;
  }

  /** Whether an instruction accesses, constructs or allocates only objects that never escape. */
  boolean isLocal(int instruction) {
    long receiver = receivers[instruction];
    return receiver != NULL && (receiver & (escaped | OWN | OTHER)) == 0;
  }

  /* ---- the fixpoint ---- */

  private void iterate() {
    Arrays.fill(locals, OTHER);
    if (code.isConstructor()) {
      locals[0] = OWN;
    }
    runFrom(0);
    for (int at = pending.nextSetBit(0); at >= 0; at = pending.nextSetBit(0)) {
      pending.clear(at);
      restore(states[at]);
      runFrom(at);
      if (escaped == EVERYTHING || steps > MAX_STEPS) {
        escaped = EVERYTHING;
        return;
      }
    }
  }

  private void restore(long[] state) {
    System.arraycopy(state, 0, locals, 0, locals.length);
    stack.clear();
    for (int i = locals.length; i < state.length; i++) {
      stack.push(state[i]);
    }
  }

  /* Runs to the end of the block. */
  private void runFrom(int start) {
    reachHandlers(start);
    int at = start;
    while (at < code.size() && execute(at)) { // the verifier rejects code that has no end
      steps++;
      at++;
      if (code.isLabelled(at)) {
        reach(at);
        return;
      }
    }
  }

  private void reach(int target) {
    long[] state = Arrays.copyOf(locals, locals.length + stack.size());
    stack.copyTo(state, locals.length);
    meet(target, state);
  }

  /* An exception may be thrown before or after any instruction. */
  private void reachHandlers(int instruction) {
    steps += handlers.size();
    for (MethodCode.Handler handler : handlers) {
      if (handler.start() <= instruction && instruction < handler.end()) {
        long[] state = Arrays.copyOf(locals, locals.length + 1);
        state[locals.length] = OTHER;
        meet(handler.target(), state);
      }
    }
  }

  private void meet(int target, long[] state) {
    steps += state.length;
    long[] before = states[target];
    if (before == null) {
      states[target] = state;
      pending.set(target);
      return;
    }
    if (before.length != state.length) {
      escaped = EVERYTHING; // the verifier is going to reject it
      return;
    }
    for (int i = 0; i < state.length; i++) {
      if ((state[i] & ~before[i]) != 0) {
        before[i] |= state[i];
        pending.set(target);
      }
    }
  }

  /* ---- instructions ---- */

  /* Executes an instruction and returns whether the next one may follow. */
  private boolean execute(int at) {
    int opcode = code.opcode(at);
    switch (opcode) {
      case Opcodes.ACONST_NULL -> stack.push(NULL);
      case Opcodes.ALOAD -> stack.push(locals[code.operand(at)]);
      case Opcodes.ISTORE, Opcodes.LSTORE, Opcodes.FSTORE, Opcodes.DSTORE, Opcodes.ASTORE ->
          store(at);
      case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY -> allocate(at);
      case Opcodes.GETSTATIC -> stack.replace(0, code.slots(at));
      case Opcodes.PUTSTATIC -> escape(code.slots(at), 0);
      case Opcodes.GETFIELD, Opcodes.PUTFIELD -> accessField(at, opcode == Opcodes.PUTFIELD);
      case Opcodes.INVOKESPECIAL -> special(at);
      case Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKEINTERFACE,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEDYNAMIC ->
          escape(code.slots(at), code.left(at));
      case Opcodes.JSR, Opcodes.RET -> {
        escaped = EVERYTHING;
        return false;
      }
      default -> {
        if (isArrayAccess(opcode)) {
          accessArray(at, opcode);
        } else {
          return step(at, opcode);
        }
      }
    }
    return true;
  }

  private void escape(int taken, int left) {
    for (int i = 0; i < taken; i++) {
      escaped |= stack.at(i);
    }
    stack.replace(taken, left);
  }

  /* The upper half of a long may keep what it was: nothing can load it as a reference. */
  private void store(int at) {
    int local = code.operand(at);
    int opcode = code.opcode(at);
    locals[local] = opcode == Opcodes.ASTORE ? stack.at(0) : OTHER;
    stack.step(opcode);
    reachHandlers(at);
  }

  private void allocate(int at) {
    int site = code.operand(at);
    stack.replace(code.slots(at), 0);
    stack.push(site == MethodCode.NO_SITE ? OTHER : 1L << site);
    receivers[at] = stack.at(0);
  }

  private void special(int at) {
    int slots = code.slots(at);
    if (!code.callsConstructor(at)) {
      escape(slots, code.left(at));
      return;
    }
    receivers[at] |= stack.at(slots - 1);
    escape(slots - 1, 0);
    String own = code.ownConstructor(at);
    if (code.callsConstructorOfObject(at) || own != null && keepsOwnObject.test(own)) {
      stack.replace(1, 0);
    } else {
      escape(1, 0);
    }
  }

  private void accessField(int at, boolean isWrite) {
    int size = code.slots(at);
    if (isWrite) {
      escape(size, 0);
    }
    receivers[at] |= stack.at(0);
    stack.replace(1, isWrite ? 0 : size);
  }

  static boolean isArrayAccess(int opcode) {
    return isLoad(opcode) || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  private static boolean isLoad(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD;
  }

  private void accessArray(int at, int opcode) {
    int taken = OperandStack.taken(opcode);
    receivers[at] |= stack.at(taken - 1);
    if (opcode == Opcodes.AASTORE) {
      escaped |= stack.at(0);
    }
    stack.step(opcode);
  }

  private boolean step(int at, int opcode) {
    if (!keepsReferences(opcode)) {
      int taken = OperandStack.taken(opcode);
      for (int i = 0; i < taken; i++) {
        escaped |= stack.at(i);
      }
    }
    stack.step(opcode);
    boolean isSwitch = opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH;
    if (isSwitch || isJump(opcode)) {
      for (int target : code.targets(at)) {
        reach(target);
      }
    }
    boolean isReturn = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    return !isSwitch && !isReturn && opcode != Opcodes.GOTO && opcode != Opcodes.ATHROW;
  }

  private static boolean isJump(int opcode) {
    return opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO
        || opcode == Opcodes.IFNULL
        || opcode == Opcodes.IFNONNULL;
  }

  /* Whether the references that an instruction takes are nowhere but in the frame after it. */
  private static boolean keepsReferences(int opcode) {
    return switch (opcode) {
      case Opcodes.POP,
          Opcodes.POP2,
          Opcodes.DUP,
          Opcodes.DUP_X1,
          Opcodes.DUP_X2,
          Opcodes.DUP2,
          Opcodes.DUP2_X1,
          Opcodes.DUP2_X2,
          Opcodes.SWAP,
          Opcodes.CHECKCAST,
          Opcodes.INSTANCEOF,
          Opcodes.ARRAYLENGTH,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL ->
          true;
      default -> false;
    };
  }
}
