package io.racedet.junit.naming;

import io.racedet.junit.agent.weave.flow.OperandStack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Where one method has its references from: a forward analysis to the fixpoint. What differs
 * between two ways to an instruction is not known behind them. Each pass is linear in the code; a
 * pass follows as long as the one before has lost knowledge of some variable at a label. Of code
 * with subroutines (JSR), which compilers have not made for long, nothing is known.
 */
final class OriginFlow {
  private static final long UNKNOWN = 0;

  /** The types of the elements of new arrays, by their numbers in class files, from 4 on. */
  private static final String PRIMITIVES = "    ZCFDBSIJ";

  private final MethodBody body;
  private final Function<Step, Optional<Origin>> getters;
  private final List<Value> values = new ArrayList<>(List.of(Value.UNKNOWN));
  private final Map<Value, Long> numbers = new HashMap<>(Map.of(Value.UNKNOWN, UNKNOWN));
  private final OperandStack stack = new OperandStack(UNKNOWN);
  private final long[] locals;
  private final Map<Label, long[]> states = new HashMap<>(); // local variables, then the stack
  private final List<Use> uses = new ArrayList<>();
  private boolean isReached;
  private boolean hasChanged;

  /**
   * Analyses a method.
   *
   * @param getters what calls return that do no more than to return it
   */
  OriginFlow(MethodBody body, String className, Function<Step, Optional<Origin>> getters) {
    this.body = body;
    this.getters = getters;
    this.locals = new long[body.locals() + 1];
    hasChanged = body.steps().stream().noneMatch(step -> step.opcode() == Opcodes.JSR);
    while (hasChanged) {
      hasChanged = false;
      uses.clear();
      pass(className);
    }
  }

  /** What the instructions do that can be reached, in the order of the code. */
  List<Use> uses() {
    return List.copyOf(uses);
  }

  private void pass(String className) {
    begin(className);
    for (int at = 0; at < body.steps().size(); at++) {
      Step step = body.steps().get(at);
      if (step.opcode() == Step.LABEL) {
        label(step.targets().get(0));
      } else if (isReached) {
        execute(step, at);
        step.targets().forEach(this::reach);
        isReached = !step.endsBlock();
      }
      if (isReached) {
        reachHandlers(at);
      }
    }
  }

  private void begin(String className) {
    Arrays.fill(locals, UNKNOWN);
    stack.clear();
    isReached = true;
    int slot = 0;
    int index = 0;
    for (Type type : body.arguments(className)) {
      if (isReference(type.getDescriptor())) {
        locals[slot] = number(new Value(new Origin.Argument(index), type.getDescriptor()));
      }
      slot += type.getSize();
      index++;
    }
  }

  private long number(Value value) {
    return numbers.computeIfAbsent(
        value,
        added -> {
          values.add(added);
          return values.size() - 1L;
        });
  }

  private Value value(long number) {
    return values.get((int) number);
  }

  private static boolean isReference(String descriptor) {
    return descriptor.startsWith("L") || descriptor.startsWith("[");
  }

  /* ---- control flow ---- */

  private void label(Label label) {
    if (isReached) {
      reach(label);
    }
    long[] state = states.get(label);
    isReached = state != null;
    if (isReached) {
      System.arraycopy(state, 0, locals, 0, locals.length);
      stack.clear();
      for (int i = locals.length; i < state.length; i++) {
        stack.push(state[i]);
      }
    }
  }

  private void reach(Label label) {
    long[] state = Arrays.copyOf(locals, locals.length + stack.size());
    stack.copyTo(state, locals.length);
    meet(label, state);
  }

  /* Whatever the instruction is, it may throw, before or after it has written a variable. */
  private void reachHandlers(int at) {
    for (MethodBody.Handler handler : body.handlers()) {
      if (body.position(handler.start()) <= at && at < body.position(handler.end())) {
        long[] state = Arrays.copyOf(locals, locals.length + 1);
        meet(handler.handler(), state);
      }
    }
  }

  private void meet(Label label, long[] state) {
    long[] before = states.putIfAbsent(label, state);
    if (before == null) {
      hasChanged = true;
      return;
    }
    for (int i = 0; i < Math.min(before.length, state.length); i++) {
      long both = number(value(before[i]).or(value(state[i])));
      hasChanged |= both != before[i];
      before[i] = both;
    }
  }

  /* ---- instructions ---- */

  private void execute(Step step, int at) {
    int opcode = step.opcode();
    switch (opcode) {
      case Opcodes.ALOAD -> stack.push(loaded(step.operand(), at));
      case Opcodes.ASTORE -> {
        locals[step.operand()] = stack.at(0);
        stack.replace(1, 0);
      }
      case Opcodes.ISTORE, Opcodes.FSTORE, Opcodes.LSTORE, Opcodes.DSTORE -> {
        boolean isWide = opcode == Opcodes.LSTORE || opcode == Opcodes.DSTORE;
        Arrays.fill(locals, step.operand(), step.operand() + (isWide ? 2 : 1), UNKNOWN);
        stack.step(opcode);
      }
      case Opcodes.LDC -> stack.replace(0, step.operand());
      case Opcodes.NEW -> made(0, at, 'L' + step.type() + ';');
      case Opcodes.NEWARRAY -> made(1, at, "[" + PRIMITIVES.charAt(step.operand()));
      case Opcodes.ANEWARRAY -> made(1, at, '[' + Type.getObjectType(step.type()).getDescriptor());
      case Opcodes.MULTIANEWARRAY -> made(step.operand(), at, step.type());
      case Opcodes.CHECKCAST -> cast(step.type());
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC -> field(step);
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> {
        use(Use.Kind.MONITOR, step, stack.at(0));
        stack.step(opcode);
      }
      case Opcodes.ARETURN -> {
        use(Use.Kind.RETURN, step, stack.at(0));
        stack.step(opcode);
      }
      default -> others(step);
    }
  }

  private void others(Step step) {
    int opcode = step.opcode();
    if (step.isCall()) {
      call(step);
    } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
      long array = stack.at(1);
      use(Use.Kind.LOAD, step, array);
      stack.step(opcode);
      if (opcode == Opcodes.AALOAD) {
        String type = value(array).type();
        stack.replace(1, 0);
        push(Origin.in(value(array).origin()), type.startsWith("[") ? type.substring(1) : "");
      }
    } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
      int size = opcode == Opcodes.LASTORE || opcode == Opcodes.DASTORE ? 2 : 1;
      use(Use.Kind.STORE, step, stack.at(size + 1));
      stack.step(opcode);
    } else {
      stack.step(opcode);
    }
  }

  private void use(Use.Kind kind, Step step, long... objects) {
    uses.add(new Use(kind, step, Arrays.stream(objects).mapToObj(this::value).toList()));
  }

  private void push(Origin origin, String type) {
    stack.push(number(new Value(origin, type)));
  }

  private void made(int taken, int at, String type) {
    stack.replace(taken, 0);
    push(new Origin.Made(at), type);
  }

  /* What a variable holds of which nothing else is known has the name of the variable. */
  private long loaded(int slot, int at) {
    Value held = value(locals[slot]);
    boolean isMade = held.origin() instanceof Origin.Made;
    if (!isMade && !held.origin().equals(Origin.UNKNOWN)) {
      return locals[slot];
    }
    return body.variable(slot, at)
        .map(name -> number(new Value(new Origin.Local(name, isMade), held.type())))
        .orElse(locals[slot]);
  }

  private void cast(String type) {
    Value cast = value(stack.at(0));
    stack.replace(1, 0);
    push(cast.origin(), Type.getObjectType(type).getDescriptor());
  }

  private void field(Step step) {
    boolean isWrite = step.opcode() == Opcodes.PUTFIELD || step.opcode() == Opcodes.PUTSTATIC;
    boolean isOfObject = step.opcode() == Opcodes.GETFIELD || step.opcode() == Opcodes.PUTFIELD;
    long object =
        isOfObject ? stack.at(isWrite ? Type.getType(step.type()).getSize() : 0) : UNKNOWN;
    use(Use.Kind.FIELD, step, object);
    stack.field(step.opcode(), step.type());
    if (!isWrite && isReference(step.type())) {
      stack.replace(1, 0);
      push(
          KotlinNames.isCell(step)
              ? value(object).origin()
              : new Origin.Field(step.owner(), step.name()),
          step.type());
    }
  }

  private void call(Step step) {
    LinkedList<Value> taken = new LinkedList<>();
    int depth = 0;
    Type[] arguments = Type.getArgumentTypes(step.type());
    for (int i = arguments.length - 1; i >= 0; i--) {
      depth += arguments[i].getSize();
      taken.addFirst(value(stack.at(depth - 1)).orOf(arguments[i]));
    }
    if (step.hasReceiver()) {
      taken.addFirst(value(stack.at(depth)).orOf(Type.getObjectType(step.owner())));
    }
    boolean isCapture = step.opcode() == Opcodes.INVOKEDYNAMIC;
    uses.add(new Use(isCapture ? Use.Kind.CAPTURE : Use.Kind.CALL, step, taken));
    stack.call(step.hasReceiver(), step.type());
    String returned = Type.getReturnType(step.type()).getDescriptor();
    if (isReference(returned)) {
      stack.replace(1, 0);
      Origin origin =
          getters
              .apply(step)
              .orElseGet(
                  () ->
                      step.hasReceiver()
                          ? Parts.of(step, taken.getFirst().origin())
                          : Origin.UNKNOWN);
      push(origin, returned);
    }
  }
}
