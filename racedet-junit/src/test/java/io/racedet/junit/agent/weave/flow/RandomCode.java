package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The code of a random method about references: stack and local variables, objects, arrays, calls,
 * branches, loops and handlers. Each instruction finds operands of its types on the operand stack,
 * whichever way control flow came. References are not typed further.
 */
final class RandomCode {
  static final String OWNER = "Sample";
  static final int LOCALS = 4;

  static final Handle BOOTSTRAP =
      new Handle(Opcodes.H_INVOKESTATIC, "Other", "bootstrap", "()V", false);

  private static final int NOWHERE = -1;
  private static final int HIGHEST = 8;
  private static final String OBJECT = "Ljava/lang/Object;";

  /**
   * An instruction. Types of slots are R for references, I for integers, and L and l for the lower
   * and the upper half of a long.
   *
   * @param opcode what it does
   * @param name the field or method, or ""
   * @param descriptor its type, or ""
   * @param takes the slots on top that it takes
   * @param gives the slots that it leaves in their place
   */
  record Form(int opcode, String name, String descriptor, String takes, String gives) {
    Form(int opcode, String takes, String gives) {
      this(opcode, "", "", takes, gives);
    }
  }

  /** An instruction in its place; which local variable, and where it may jump. */
  record Step(Form form, int local, int target) {
    int opcode() {
      return form.opcode;
    }
  }

  /** Instructions from {@code start} to before {@code end} that a handler covers. */
  record Handler(int start, int end, int target) {
    boolean covers(int at) {
      return start <= at && at < end;
    }
  }

  /** How an instruction copies slots, by its opcode. */
  enum Copy {
    DUP(1, 0),
    DUP_X1(1, 1),
    DUP_X2(1, 2),
    DUP2(2, 0),
    DUP2_X1(2, 1),
    DUP2_X2(2, 2);

    final int count;
    final int below;

    Copy(int count, int below) {
      this.count = count;
      this.below = below;
    }

    int opcode() {
      return Opcodes.DUP + ordinal();
    }
  }

  private static final List<Form> MOVES =
      List.of(
          new Form(Opcodes.ALOAD, "", "R"),
          new Form(Opcodes.ALOAD, "", "R"),
          new Form(Opcodes.ALOAD, "", "R"),
          new Form(Opcodes.ASTORE, "R", ""),
          new Form(Opcodes.ASTORE, "R", ""),
          new Form(Opcodes.ICONST_1, "", "I"),
          new Form(Opcodes.ICONST_1, "", "I"),
          new Form(Opcodes.ACONST_NULL, "", "R"),
          new Form(Opcodes.LCONST_1, "", "Ll"),
          new Form(Opcodes.ISTORE, "I", ""),
          new Form(Opcodes.LSTORE, "Ll", ""),
          new Form(Opcodes.POP, "R", ""),
          new Form(Opcodes.POP, "I", ""),
          new Form(Opcodes.POP2, "Ll", ""),
          new Form(Opcodes.POP2, "RR", ""),
          new Form(Opcodes.SWAP, "RR", "RR"),
          new Form(Opcodes.SWAP, "RI", "IR"),
          new Form(Opcodes.SWAP, "IR", "RI"),
          new Form(Opcodes.CHECKCAST, "R", "R"),
          new Form(Opcodes.INSTANCEOF, "R", "I"),
          new Form(Opcodes.ARRAYLENGTH, "R", "I"));

  private static final List<Form> ACCESSES =
      List.of(
          new Form(Opcodes.GETFIELD, "f", OBJECT, "R", "R"),
          new Form(Opcodes.GETFIELD, "n", "I", "R", "I"),
          new Form(Opcodes.GETFIELD, "j", "J", "R", "Ll"),
          new Form(Opcodes.PUTFIELD, "n", "I", "RI", ""),
          new Form(Opcodes.PUTFIELD, "j", "J", "RLl", ""),
          new Form(Opcodes.GETSTATIC, "s", OBJECT, "", "R"),
          new Form(Opcodes.AALOAD, "RI", "R"),
          new Form(Opcodes.IALOAD, "RI", "I"),
          new Form(Opcodes.LALOAD, "RI", "Ll"),
          new Form(Opcodes.IASTORE, "RII", ""),
          new Form(Opcodes.LASTORE, "RILl", ""));

  private static final List<Form> JUMPS =
      List.of(
          new Form(Opcodes.IFNULL, "R", ""),
          new Form(Opcodes.IFNONNULL, "R", ""),
          new Form(Opcodes.IF_ACMPEQ, "RR", ""),
          new Form(Opcodes.IF_ACMPNE, "RR", ""),
          new Form(Opcodes.IFEQ, "I", ""),
          new Form(Opcodes.TABLESWITCH, "I", ""),
          new Form(Opcodes.GOTO, "", ""));

  /** By each of these a reference leaves the method. */
  private static final List<Form> EXITS =
      List.of(
          new Form(Opcodes.PUTFIELD, "f", OBJECT, "RR", ""),
          new Form(Opcodes.PUTSTATIC, "s", OBJECT, "R", ""),
          new Form(Opcodes.AASTORE, "RIR", ""),
          new Form(Opcodes.INVOKESTATIC, "m", "(" + OBJECT + ")V", "R", ""),
          new Form(Opcodes.INVOKEVIRTUAL, "m", "()" + OBJECT, "R", "R"),
          new Form(Opcodes.INVOKESPECIAL, "m", "()" + OBJECT, "R", "R"),
          new Form(Opcodes.INVOKEINTERFACE, "m", "(J" + OBJECT + ")J", "RLlR", "Ll"),
          new Form(Opcodes.INVOKEDYNAMIC, "m", "(" + OBJECT + ")" + OBJECT, "R", "R"),
          new Form(Opcodes.MONITORENTER, "R", ""),
          new Form(Opcodes.ARETURN, "R", ""),
          new Form(Opcodes.ATHROW, "R", ""));

  private static final List<Form> ARRAYS =
      List.of(
          new Form(Opcodes.NEWARRAY, "I", "R"),
          new Form(Opcodes.ANEWARRAY, "I", "R"),
          new Form(Opcodes.MULTIANEWARRAY, "II", "R"));

  private static final Form NEW = new Form(Opcodes.NEW, "", "R");

  /** The constructor that lets its object escape. */
  static final String LEAKING = "(J)V";

  private static final List<Form> CONSTRUCTORS =
      List.of(
          new Form(Opcodes.INVOKESPECIAL, "<init>", "()V", "R", ""),
          new Form(Opcodes.INVOKESPECIAL, "<init>", "(I)V", "RI", ""),
          new Form(Opcodes.INVOKESPECIAL, "<init>", "(" + OBJECT + ")V", "RR", ""),
          new Form(Opcodes.INVOKESPECIAL, "<init>", LEAKING, "RLl", ""));

  private final Random random;
  private final boolean leaks;
  private final List<Form> forms = new ArrayList<>();
  private final List<String> stacks = new ArrayList<>(); // before each of them
  private String stack = "";
  private final List<Step> steps = new ArrayList<>();
  private final List<Handler> handlers = new ArrayList<>();

  /**
   * Makes a method.
   *
   * @param size about how many instructions
   * @param leaks whether references may leave it
   */
  RandomCode(Random random, int size, boolean leaks) {
    this.random = random;
    this.leaks = leaks;
    while (forms.size() < size) {
      next();
    }
    stacks.add(stack);
    for (int i = 0; i < size; i++) {
      steps.add(new Step(forms.get(i), random.nextInt(LOCALS), target(i, size)));
    }
    List<Integer> targets = indexesWith("R", size);
    for (int i = random.nextInt(3); i > 0 && !targets.isEmpty(); i--) {
      int start = random.nextInt(size);
      int end = start + 1 + random.nextInt(size - start);
      handlers.add(new Handler(start, end, targets.get(random.nextInt(targets.size()))));
    }
  }

  List<Step> steps() {
    return steps;
  }

  List<Handler> handlers() {
    return handlers;
  }

  private int target(int at, int size) {
    Form form = forms.get(at);
    if (!JUMPS.contains(form)) {
      return NOWHERE;
    }
    String before = stacks.get(at);
    String after = before.substring(0, before.length() - form.takes.length());
    List<Integer> targets = indexesWith(after, size); // the next one at least
    return targets.get(random.nextInt(targets.size()));
  }

  private List<Integer> indexesWith(String expected, int last) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      if (stacks.get(i).equals(expected)) {
        found.add(i);
      }
    }
    return found;
  }

  /* ---- choosing ---- */

  private void next() {
    int choice = random.nextInt(100);
    if (stack.length() > HIGHEST) {
      pop();
    } else if (choice < 10) {
      construct();
    } else if (choice < 20) {
      add(new Form(Opcodes.ICONST_1, "", "I"));
      add(new Form(Opcodes.ICONST_1, "", "I"));
      addOneOf(ARRAYS);
      addOneOf(MOVES);
    } else if (choice < 30) {
      copy(Copy.values()[random.nextInt(Copy.values().length)]);
    } else if (choice < 45) {
      access();
    } else if (choice < 60) {
      addOneOf(ACCESSES);
    } else if (choice < 68) {
      addOneOf(JUMPS);
    } else if (choice < 72 && leaks) {
      leave();
    } else {
      addOneOf(MOVES);
    }
  }

  private void pop() {
    boolean isLong = stack.endsWith("l");
    String top = stack.substring(stack.length() - (isLong ? 2 : 1));
    add(new Form(isLong ? Opcodes.POP2 : Opcodes.POP, top, ""));
  }

  private void construct() {
    Form constructor = CONSTRUCTORS.get(random.nextInt(leaks ? CONSTRUCTORS.size() : 3));
    add(NEW);
    copy(Copy.DUP);
    switch (constructor.takes) {
      case "RI" -> add(new Form(Opcodes.ICONST_1, "", "I"));
      case "RLl" -> add(new Form(Opcodes.LCONST_1, "", "Ll"));
      case "RR" -> add(new Form(Opcodes.ALOAD, "", "R"));
      default -> {}
    }
    add(constructor);
    if (random.nextBoolean()) {
      add(new Form(Opcodes.ASTORE, "R", ""));
    }
  }

  /* Lets what a local variable refers to leave, by way of another one or of numbers. */
  private void leave() {
    Form exit = EXITS.get(random.nextInt(EXITS.size()));
    for (char type : exit.takes.replace("Ll", "L").toCharArray()) {
      switch (type) {
        case 'R' -> add(new Form(Opcodes.ALOAD, "", "R"));
        case 'I' -> add(new Form(Opcodes.ICONST_1, "", "I"));
        default -> add(new Form(Opcodes.LCONST_1, "", "Ll"));
      }
    }
    add(exit);
  }

  /* An access of what a local variable refers to. */
  private void access() {
    add(new Form(Opcodes.ALOAD, "", "R"));
    if (random.nextBoolean()) {
      add(new Form(Opcodes.ICONST_1, "", "I"));
      add(new Form(Opcodes.IALOAD, "RI", "I"));
    } else {
      add(new Form(Opcodes.GETFIELD, "n", "I", "R", "I"));
    }
    add(new Form(Opcodes.POP, "I", ""));
  }

  private void copy(Copy copy) {
    int from = stack.length() - copy.count - copy.below;
    if (from >= 0) {
      String below = stack.substring(from, from + copy.below);
      String top = stack.substring(from + copy.below);
      if (!below.startsWith("l") && !top.startsWith("l")) {
        add(new Form(copy.opcode(), below + top, top + below + top));
      }
    }
  }

  private void addOneOf(List<Form> choices) {
    Form form = choices.get(random.nextInt(choices.size()));
    if (stack.endsWith(form.takes)) {
      add(form);
    }
  }

  private void add(Form form) {
    forms.add(form);
    stacks.add(stack);
    boolean ends = form.opcode == Opcodes.ARETURN || form.opcode == Opcodes.ATHROW;
    String rest = stack.substring(0, stack.length() - form.takes.length());
    stack = ends ? "" : rest + form.gives;
  }

  /* ---- as code ---- */

  /** Writes the instructions. */
  void write(MethodVisitor code) {
    Label[] labels = new Label[steps.size() + 1];
    for (int at : labelled()) {
      labels[at] = new Label();
    }
    for (Handler handler : handlers) {
      code.visitTryCatchBlock(
          labels[handler.start], labels[handler.end], labels[handler.target], null);
    }
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] != null) {
        code.visitLabel(labels[i]);
      }
      if (i < steps.size()) {
        write(steps.get(i), code, labels);
      }
    }
    code.visitInsn(Opcodes.RETURN);
  }

  private Set<Integer> labelled() {
    Set<Integer> at = new TreeSet<>();
    for (Step step : steps) {
      if (step.target != NOWHERE) {
        at.add(step.target);
      }
    }
    for (Handler handler : handlers) {
      at.addAll(List.of(handler.start, handler.end, handler.target));
    }
    return at;
  }

  private static void write(Step step, MethodVisitor code, Label[] labels) {
    Form form = step.form;
    Label target = step.target == NOWHERE ? null : labels[step.target];
    switch (form.opcode) {
      case Opcodes.ALOAD, Opcodes.ASTORE, Opcodes.ISTORE, Opcodes.LSTORE ->
          code.visitVarInsn(form.opcode, step.local);
      case Opcodes.NEW -> code.visitTypeInsn(form.opcode, OWNER);
      case Opcodes.ANEWARRAY, Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          code.visitTypeInsn(form.opcode, "java/lang/Object");
      case Opcodes.NEWARRAY -> code.visitIntInsn(form.opcode, Opcodes.T_INT);
      case Opcodes.MULTIANEWARRAY -> code.visitMultiANewArrayInsn("[[I", 2);
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
          code.visitFieldInsn(form.opcode, OWNER, form.name, form.descriptor);
      case Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL, Opcodes.INVOKESPECIAL ->
          code.visitMethodInsn(form.opcode, OWNER, form.name, form.descriptor, false);
      case Opcodes.INVOKEINTERFACE ->
          code.visitMethodInsn(form.opcode, "Other", form.name, form.descriptor, true);
      case Opcodes.INVOKEDYNAMIC ->
          code.visitInvokeDynamicInsn(form.name, form.descriptor, BOOTSTRAP);
      case Opcodes.TABLESWITCH -> code.visitTableSwitchInsn(1, 2, target, target, target);
      default -> {
        if (target == null) {
          code.visitInsn(form.opcode);
        } else {
          code.visitJumpInsn(form.opcode, target);
        }
      }
    }
  }
}
