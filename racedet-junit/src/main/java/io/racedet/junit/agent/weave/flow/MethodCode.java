package io.racedet.junit.agent.weave.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The instructions of one method, as far as they move references: for an analysis that goes through
 * them more than once.
 */
final class MethodCode extends MethodVisitor {
  /** In place of a site, of an allocation that is not followed. */
  static final int NO_SITE = -1;

  private static final String OBJECT = "java/lang/Object";
  private static final String CONSTRUCTOR = "<init>";

  /* In place of the descriptor of a constructor. */
  private static final String OF_OBJECT = "";
  private static final String OF_OTHER_CLASS = "other";

  /* The opcode of a wide constant, in class files. */
  private static final int LDC2_W = 20;
  private static final int INITIAL = 32;

  /** A handler of the instructions from {@code start} to before {@code end}. */
  record Handler(int start, int end, int target) {}

  private record Block(Label start, Label end, Label handler) {}

  private final String className;
  private final int access;
  private final String name;
  private final String descriptor;
  private final int mostSites;

  private int[] opcodes = new int[INITIAL];
  private int[] operands = new int[INITIAL];
  private int[] slots = new int[INITIAL];
  private int size;
  private int sites;
  private int locals = 1; // even where the verifier is going to reject the class
  private boolean hasCode;
  private final Map<Label, Integer> labels = new HashMap<>();
  private final BitSet labelled = new BitSet();
  private final List<Label[]> jumps = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final Map<Integer, String> constructors = new HashMap<>();

  MethodCode(String className, int access, String name, String descriptor, int mostSites) {
    super(Opcodes.ASM9);
    this.className = className;
    this.access = access;
    this.name = name;
    this.descriptor = descriptor;
    this.mostSites = mostSites;
  }

  /* ---- what it is ---- */

  boolean isConstructor() {
    return name.equals(CONSTRUCTOR);
  }

  boolean isFinalizer() {
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    return !isStatic && name.equals("finalize") && descriptor.equals("()V");
  }

  String descriptor() {
    return descriptor;
  }

  /** Whether there are instructions. */
  boolean hasCode() {
    return hasCode;
  }

  /** The number of instructions. */
  int size() {
    return size;
  }

  /** A bound of the number of local variables. */
  int locals() {
    return locals;
  }

  /** How many allocations are followed; their sites are numbered in the order of the code. */
  int sites() {
    return sites;
  }

  int opcode(int instruction) {
    return opcodes[instruction];
  }

  /** The local variable of an instruction, or the site of an allocation. */
  int operand(int instruction) {
    return operands[instruction];
  }

  /** How many slots a call or an allocation takes, or what size a field has. */
  int slots(int instruction) {
    return slots[instruction];
  }

  /** How many slots a call leaves. */
  int left(int instruction) {
    return operands[instruction];
  }

  /** The descriptor of a constructor of this class that an instruction calls, or null. */
  String ownConstructor(int instruction) {
    String called = constructors.get(instruction);
    return OF_OBJECT.equals(called) || OF_OTHER_CLASS.equals(called) ? null : called;
  }

  /** Whether an instruction calls the constructor of Object. */
  boolean callsConstructorOfObject(int instruction) {
    return OF_OBJECT.equals(constructors.get(instruction));
  }

  /** Whether an instruction calls a constructor, of any class. */
  boolean callsConstructor(int instruction) {
    return constructors.containsKey(instruction);
  }

  /** Whether an instruction follows a label, so that control flow may arrive from elsewhere. */
  boolean isLabelled(int instruction) {
    return labelled.get(instruction);
  }

  /** How many labels there are, counting those at one instruction as one. */
  int labels() {
    return labelled.cardinality();
  }

  /** Where a jump or switch goes if it does not fall through. */
  int[] targets(int instruction) {
    Label[] to = jumps.get(operands[instruction]);
    return Arrays.stream(to).mapToInt(labels::get).toArray();
  }

  List<Handler> handlers() {
    List<Handler> handlers = new ArrayList<>();
    for (Block block : blocks) {
      handlers.add(
          new Handler(labels.get(block.start), labels.get(block.end), labels.get(block.handler)));
    }
    return handlers;
  }

  /* ---- reading it ---- */

  private void add(int opcode, int operand, int taken) {
    if (size == opcodes.length) {
      opcodes = Arrays.copyOf(opcodes, 2 * size);
      operands = Arrays.copyOf(operands, 2 * size);
      slots = Arrays.copyOf(slots, 2 * size);
    }
    opcodes[size] = opcode;
    operands[size] = operand;
    slots[size++] = taken;
  }

  private int nextSite() {
    return sites < mostSites ? sites++ : NO_SITE;
  }

  @Override
  public void visitCode() {
    hasCode = true;
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    blocks.add(new Block(start, end, handler));
  }

  @Override
  public void visitLabel(Label label) {
    labels.put(label, size);
    labelled.set(size);
  }

  @Override
  public void visitInsn(int opcode) {
    add(opcode, 0, 0);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    boolean isArray = opcode == Opcodes.NEWARRAY;
    add(opcode, isArray ? nextSite() : 0, isArray ? 1 : 0);
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    locals = Math.max(locals, local + 2);
    add(opcode, local, 0);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    switch (opcode) {
      case Opcodes.NEW -> {
        boolean isFollowed = type.equals(OBJECT) || type.equals(className);
        add(opcode, isFollowed ? nextSite() : NO_SITE, 0);
      }
      case Opcodes.ANEWARRAY -> add(opcode, nextSite(), 1);
      default -> add(opcode, 0, 0);
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String field, String type) {
    add(opcode, 0, Type.getType(type).getSize());
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String method, String type, boolean ofInterface) {
    if (opcode == Opcodes.INVOKESPECIAL && method.equals(CONSTRUCTOR)) {
      boolean isOfObject = owner.equals(OBJECT) && type.equals("()V");
      String own = owner.equals(className) ? type : OF_OTHER_CLASS;
      constructors.put(size, isOfObject ? OF_OBJECT : own);
    }
    call(opcode, opcode != Opcodes.INVOKESTATIC, type);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String method, String type, Handle bootstrap, Object... arguments) {
    call(Opcodes.INVOKEDYNAMIC, false, type);
  }

  private void call(int opcode, boolean hasReceiver, String type) {
    int sizes = Type.getArgumentsAndReturnSizes(type); // with a receiver
    add(opcode, sizes & 3, (sizes >> 2) - (hasReceiver ? 0 : 1));
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    jump(opcode, label);
  }

  private void jump(int opcode, Label... to) {
    add(opcode, jumps.size(), 0);
    jumps.add(to);
  }

  @Override
  public void visitLdcInsn(Object value) {
    add(OperandStack.size(value) == 2 ? LDC2_W : Opcodes.LDC, 0, 0);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... cases) {
    select(Opcodes.TABLESWITCH, other, cases);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] cases) {
    select(Opcodes.LOOKUPSWITCH, other, cases);
  }

  private void select(int opcode, Label other, Label[] cases) {
    Label[] all = Arrays.copyOf(cases, cases.length + 1);
    all[cases.length] = other;
    jump(opcode, all);
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    add(Opcodes.IINC, local, 0);
  }

  @Override
  public void visitMultiANewArrayInsn(String type, int dimensions) {
    add(Opcodes.MULTIANEWARRAY, nextSite(), dimensions);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    locals = Math.max(locals, maxLocals);
  }
}
