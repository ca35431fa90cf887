package io.racedet.junit.naming;

import io.racedet.junit.agent.weave.flow.OperandStack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** The code of a method, as its class file has it. */
final class MethodBody extends MethodVisitor {
  private static final Pattern LAMBDA =
      Pattern.compile("(lambda\\$)?(?<method>[^$]*+)(.*\\$lambda)?\\$\\d+");

  /** What goes to a handler. */
  record Handler(Label start, Label end, Label handler) {}

  private record Variable(String name, int slot, Label start, Label end) {}

  private final int access;
  private final String name;
  private final String descriptor;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Label, Integer> positions = new HashMap<>();
  private final List<Handler> handlers = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private int line;
  private int locals;

  MethodBody(int access, String name, String descriptor) {
    super(Opcodes.ASM9);
    this.access = access;
    this.name = name;
    this.descriptor = descriptor;
  }

  String name() {
    return name;
  }

  String descriptor() {
    return descriptor;
  }

  boolean isStatic() {
    return is(Opcodes.ACC_STATIC);
  }

  /** Whether it has a flag. */
  boolean is(int flag) {
    return (access & flag) != 0;
  }

  /** Whether a compiler has made it of a lambda: {@code lambda$run$0}, {@code run$lambda$0}. */
  boolean isLambda() {
    return LAMBDA.matcher(name).matches() && is(Opcodes.ACC_SYNTHETIC | Opcodes.ACC_PRIVATE);
  }

  /** The method of the source: of a lambda the one that it is in. */
  String sourceName() {
    Matcher lambda = LAMBDA.matcher(name);
    return isLambda() && lambda.matches() ? lambda.group("method") : name;
  }

  /** How many instructions it has. */
  long length() {
    return steps.stream().filter(step -> step.opcode() != Step.LABEL).count();
  }

  boolean hasLine(int number) {
    return steps.stream().anyMatch(step -> step.line() == number);
  }

  List<Step> steps() {
    return steps;
  }

  int position(Label label) {
    return positions.get(label);
  }

  List<Handler> handlers() {
    return handlers;
  }

  int locals() {
    return locals;
  }

  /** The types of the arguments, {@code this} included. */
  List<Type> arguments(String className) {
    List<Type> types = new ArrayList<>();
    if (!isStatic()) {
      types.add(Type.getObjectType(className));
    }
    types.addAll(Arrays.asList(Type.getArgumentTypes(descriptor)));
    return types;
  }

  /** The name of a local variable at an instruction; empty if the class file has none. */
  Optional<String> variable(int slot, int at) {
    return variables.stream()
        .filter(each -> each.slot == slot && position(each.start) <= at && at < position(each.end))
        .map(Variable::name)
        .findFirst();
  }

  /** The name of an argument, given what the arguments before it take. */
  Optional<String> argument(int slot) {
    return variables.stream()
        .filter(each -> each.slot == slot && position(each.start) == 0)
        .map(Variable::name)
        .findFirst();
  }

  /* ---- reading it ---- */

  private void add(int opcode, int operand, String owner, String member, String type) {
    steps.add(new Step(opcode, line, operand, owner, member, type, List.of()));
  }

  private void jump(int opcode, List<Label> targets) {
    steps.add(new Step(opcode, line, 0, "", "", "", targets));
  }

  @Override
  public void visitLineNumber(int number, Label start) {
    line = number;
  }

  @Override
  public void visitLabel(Label label) {
    positions.put(label, steps.size());
    steps.add(new Step(Step.LABEL, 0, 0, "", "", "", List.of(label)));
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    handlers.add(new Handler(start, end, handler));
  }

  @Override
  public void visitLocalVariable(
      String variable, String type, String signature, Label start, Label end, int slot) {
    variables.add(new Variable(variable, slot, start, end));
  }

  @Override
  public void visitInsn(int opcode) {
    add(opcode, 0, "", "", "");
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    add(opcode, operand, "", "", "");
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    add(opcode, local, "", "", "");
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    add(Opcodes.IINC, local, "", "", "");
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    add(opcode, 1, "", "", type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String field, String type) {
    add(opcode, 0, owner, field, type);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String method, String type, boolean ofInterface) {
    add(opcode, 0, owner, method, type);
  }

  @Override
  public void visitInvokeDynamicInsn(
      String method, String type, Handle bootstrap, Object... arguments) {
    Handle code =
        Stream.of(arguments)
            .filter(Handle.class::isInstance)
            .map(Handle.class::cast)
            .findFirst()
            .orElse(null);
    add(
        Opcodes.INVOKEDYNAMIC,
        0,
        code == null ? "" : code.getOwner(),
        code == null ? "" : code.getName() + code.getDesc(),
        type);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    jump(opcode, List.of(label));
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    choose(Opcodes.TABLESWITCH, other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    choose(Opcodes.LOOKUPSWITCH, other, labels);
  }

  private void choose(int opcode, Label other, Label... labels) {
    List<Label> targets = new ArrayList<>(List.of(labels));
    targets.add(other);
    jump(opcode, targets);
  }

  @Override
  public void visitLdcInsn(Object value) {
    add(Opcodes.LDC, OperandStack.size(value), "", "", "");
  }

  @Override
  public void visitMultiANewArrayInsn(String type, int dimensions) {
    add(Opcodes.MULTIANEWARRAY, dimensions, "", "", type);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    locals = maxLocals;
  }
}
