package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * A run of random code with objects, that takes branches and throws exceptions at random. Knows
 * which objects the method made, and which have left it: by a field, an element, a call, a monitor,
 * a return, or as an exception.
 */
final class ConcreteRun {
  private static final int LONGEST = 300;
  private static final int RARELY = 60;

  /** An object or array. */
  static final class Thing {
    final boolean made;
    boolean left;
    private Object content;

    Thing(boolean made) {
      this.made = made;
      this.left = !made;
    }
  }

  /** An access, by the ordinal of its instruction among those of its kind. */
  record Access(boolean ofElement, int ordinal, Thing thing) {}

  private static final Object NULL = "null";
  private static final Object NUMBER = "number"; // each half of a long, too

  private final RandomCode code;
  private final Random random;
  private final Object[] locals = new Object[RandomCode.LOCALS + 1];
  private final List<Object> stack = new ArrayList<>();
  private final List<Thing> escaped = new ArrayList<>();
  private final List<Access> accesses = new ArrayList<>();
  private final Thing own = new Thing(true);

  /**
   * Runs the code.
   *
   * @param constructor whether the first local variable has an object under construction
   */
  ConcreteRun(RandomCode code, boolean constructor, Random random) {
    this.code = code;
    this.random = random;
    for (int i = 0; i < locals.length; i++) {
      locals[i] = new Thing(false);
    }
    if (constructor) {
      locals[0] = own;
    }
    int at = 0;
    for (int i = 0; i < LONGEST && at >= 0 && at < code.steps().size(); i++) {
      boolean isThrown = random.nextInt(RARELY) == 0;
      int next = isThrown ? thrown(at, new Thing(false)) : execute(at);
      if (!isThrown && next > 0 && random.nextInt(RARELY) == 0) {
        next = thrown(at, new Thing(false)); // by the instruction, when it has had its effect
      }
      at = next;
    }
  }

  /** Whether the object under construction has left the constructor. */
  boolean hasOwnLeft() {
    return own.left;
  }

  /** All accesses to objects, but those of the one under construction. */
  List<Access> accesses() {
    return accesses.stream().filter(access -> access.thing != own).toList();
  }

  /** Those of the object under construction. */
  List<Access> ownAccesses() {
    return accesses.stream().filter(access -> access.thing == own).toList();
  }

  private int thrown(int at, Object exception) {
    for (RandomCode.Handler handler : code.handlers()) {
      if (handler.covers(at) && random.nextInt(4) > 0) { // or it catches another type
        stack.clear();
        stack.add(exception);
        return handler.target();
      }
    }
    return -1;
  }

  private Object pop() {
    return stack.remove(stack.size() - 1);
  }

  private void leave(Object value) {
    if (value instanceof Thing thing && !thing.left) {
      thing.left = true;
      escaped.add(thing);
    }
  }

  /* What comes from elsewhere may be anything that has left. */
  private Object fromElsewhere() {
    return escaped.isEmpty() || random.nextBoolean()
        ? new Thing(false)
        : escaped.get(random.nextInt(escaped.size()));
  }

  /* Returns the index of the next instruction, or a negative number at the end. */
  private int execute(int at) {
    RandomCode.Step step = code.steps().get(at);
    RandomCode.Form form = step.form();
    if (step.opcode() >= Opcodes.DUP && step.opcode() <= Opcodes.DUP2_X2) {
      copy(RandomCode.Copy.values()[step.opcode() - Opcodes.DUP]);
      return at + 1;
    }
    if (step.opcode() == Opcodes.ALOAD && locals[step.local()] == NUMBER) {
      return -1; // which the verifier forbids
    }
    List<Object> taken = new ArrayList<>();
    for (int i = 0; i < form.takes().length(); i++) {
      taken.add(0, pop());
    }
    Object first = taken.isEmpty() ? null : taken.get(0);
    if (isMonitorOrMember(step.opcode()) && first == NULL) {
      return thrown(at, new Thing(false));
    }
    return execute(at, step, first, taken);
  }

  private static boolean isMonitorOrMember(int opcode) {
    return switch (opcode) {
      case Opcodes.GETFIELD,
          Opcodes.PUTFIELD,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKESPECIAL,
          Opcodes.INVOKEINTERFACE,
          Opcodes.MONITORENTER,
          Opcodes.ATHROW,
          Opcodes.ARRAYLENGTH ->
          true;
      default -> isElement(opcode);
    };
  }

  private static boolean isElement(int opcode) {
    return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
        || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
  }

  private int execute(int at, RandomCode.Step step, Object first, List<Object> taken) {
    RandomCode.Form form = step.form();
    switch (step.opcode()) {
      case Opcodes.ACONST_NULL -> stack.add(NULL);
      case Opcodes.ALOAD -> stack.add(locals[step.local()]);
      case Opcodes.ASTORE, Opcodes.ISTORE -> locals[step.local()] = first;
      case Opcodes.LSTORE -> {
        locals[step.local()] = NUMBER;
        locals[step.local() + 1] = NUMBER;
      }
      case Opcodes.SWAP -> stack.addAll(List.of(taken.get(1), first));
      case Opcodes.CHECKCAST -> stack.add(first);
      case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
          stack.add(new Thing(true));
      case Opcodes.INVOKESPECIAL -> special(form, first, taken);
      case Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.IF_ACMPEQ,
          Opcodes.IF_ACMPNE,
          Opcodes.IFEQ,
          Opcodes.TABLESWITCH -> {
        boolean isTaken = step.opcode() == Opcodes.TABLESWITCH || random.nextBoolean();
        return isTaken ? step.target() : at + 1;
      }
      case Opcodes.GOTO -> {
        return step.target();
      }
      case Opcodes.ARETURN -> {
        leave(first);
        return -1;
      }
      case Opcodes.ATHROW -> {
        leave(first);
        return thrown(at, first);
      }
      default -> other(at, form, first, taken);
    }
    return at + 1;
  }

  private void special(RandomCode.Form form, Object receiver, List<Object> taken) {
    taken.subList(1, taken.size()).forEach(this::leave);
    boolean isConstructor = form.name().equals("<init>");
    if (!isConstructor || form.descriptor().equals(RandomCode.LEAKING)) {
      leave(receiver);
    }
    give(form);
  }

  /* Accesses, calls, monitors, and what only has numbers. */
  private void other(int at, RandomCode.Form form, Object first, List<Object> taken) {
    int opcode = form.opcode();
    boolean isField = opcode == Opcodes.GETFIELD || opcode == Opcodes.PUTFIELD;
    if (isField || isElement(opcode)) {
      accesses.add(new Access(!isField, ordinal(at), (Thing) first));
    }
    switch (opcode) {
      case Opcodes.GETFIELD, Opcodes.AALOAD -> {
        Object content = ((Thing) first).content;
        if (form.gives().equals("R") && content instanceof Thing) {
          stack.add(content);
          return;
        }
      }
      case Opcodes.PUTFIELD, Opcodes.AASTORE -> {
        leave(taken.get(taken.size() - 1));
        ((Thing) first).content = taken.get(taken.size() - 1);
      }
      case Opcodes.PUTSTATIC,
          Opcodes.INVOKESTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKEINTERFACE,
          Opcodes.INVOKEDYNAMIC,
          Opcodes.MONITORENTER ->
          taken.forEach(this::leave);
      default -> {}
    }
    give(form);
  }

  private void give(RandomCode.Form form) {
    for (char type : form.gives().toCharArray()) {
      stack.add(type == 'R' ? fromElsewhere() : NUMBER);
    }
  }

  private int ordinal(int at) {
    boolean ofElement = isElement(code.steps().get(at).opcode());
    int ordinal = 0;
    for (RandomCode.Step before : code.steps().subList(0, at)) {
      int opcode = before.opcode();
      boolean isField = opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.PUTFIELD;
      if (ofElement ? isElement(opcode) : isField) {
        ordinal++;
      }
    }
    return ordinal;
  }

  private void copy(RandomCode.Copy copy) {
    int top = stack.size();
    List<Object> below =
        List.copyOf(stack.subList(top - copy.count - copy.below, top - copy.count));
    List<Object> copied = List.copyOf(stack.subList(top - copy.count, top));
    stack.subList(top - copy.count - copy.below, top).clear();
    stack.addAll(copied);
    stack.addAll(below);
    stack.addAll(copied);
  }
}
