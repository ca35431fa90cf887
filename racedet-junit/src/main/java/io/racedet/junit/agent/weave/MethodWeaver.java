package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.weave.flow.ConstructionTracker;
import io.racedet.junit.agent.weave.flow.HandlerTable;
import io.racedet.junit.agent.weave.flow.JacocoProbes;
import io.racedet.junit.agent.weave.flow.KnownLocals;
import io.racedet.junit.agent.weave.flow.UnneededHooks;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ConstantDynamic;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.TypePath;

/** Dispatches the instructions of one method to the weavers of each kind of instruction. */
final class MethodWeaver extends MethodVisitor {
  private static final int NO_OPERAND = -1;

  private final WovenCode code;
  private final ConstructionTracker construction;
  private final KnownLocals known;
  private final HandlerTable handlers = new HandlerTable();
  private final JacocoProbes probes = new JacocoProbes();
  private final FieldAccessWeaver fields;
  private final ArrayAccessWeaver arrays;
  private final MonitorWeaver monitors;
  private final CallWeaver calls;
  private final AllocationWeaver allocations;
  private final SavedCallSite caller;
  private final FrameWeaver frames;

  /** Whether the next instruction is the first one of a handler. */
  private boolean handles;

  /**
   * Starts a method.
   *
   * @param methods takes its accesses, null if it keeps them
   * @param hasMonitor whether it is a synchronized method without the flag, see ExplicitMonitors
   */
  MethodWeaver(
      WovenCode code,
      AccessMethods methods,
      UnneededHooks unneeded,
      int access,
      boolean hasMonitor) {
    super(Opcodes.ASM9, code.out());
    this.code = code;
    boolean constructor = code.method().name().equals("<init>");
    this.construction = new ConstructionTracker(constructor);
    this.known =
        new KnownLocals(
            code.type().name(), access, code.method().name(), code.method().descriptor());
    this.fields = new FieldAccessWeaver(code, methods, unneeded, code.method().initializesClass());
    this.arrays = new ArrayAccessWeaver(code, methods, unneeded.local());
    this.monitors = new MonitorWeaver(code, handlers, construction, known, hasMonitor);
    this.calls = new CallWeaver(code);
    this.allocations = new AllocationWeaver(code, unneeded.local());
    this.caller = new SavedCallSite(code, constructor);
    this.frames = new FrameWeaver(code, handlers, access);
  }

  private void step(int opcode, int operand) {
    if (handles) {
      handles = false;
      frames.caught();
    }
    construction.step(opcode);
    monitors.step(opcode, operand);
    frames.step(opcode, operand);
    probes.step(opcode, operand);
    known.step(opcode, operand);
  }

  @Override
  public void visitCode() {
    mv.visitCode();
    code.begin();
    frames.begin();
  }

  @Override
  public void visitFrame(int type, int locals, Object[] local, int stacked, Object[] stack) {
    construction.frame(type, locals, local);
    known.frame(type, locals, local);
    monitors.frame();
    frames.frame(construction.isThisConstructed());
    caller.branch();
    if (code.hasThread()) {
      code.frame(known.atFrame(), stacked, stack);
    } else {
      mv.visitFrame(type, locals, local, stacked, stack);
    }
  }

  @Override
  public void visitInsn(int opcode) {
    boolean probe = opcode == Opcodes.BASTORE && probes.isStoreOfProbe();
    step(opcode, NO_OPERAND);
    boolean isAccess = ArrayAccessWeaver.isAccess(opcode);
    boolean isRecorded = code.type().recordsData() || code.recordsContents();
    if (isAccess && isRecorded && !probe) {
      arrays.weave(opcode);
    } else if (isAccess) {
      arrays.skip(opcode);
    } else if (opcode == Opcodes.MONITORENTER) {
      monitors.enter();
    } else if (opcode == Opcodes.MONITOREXIT) {
      monitors.exit();
    } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      frames.beforeReturn();
      mv.visitInsn(opcode);
      frames.afterReturn();
    } else {
      mv.visitInsn(opcode);
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    step(opcode, NO_OPERAND);
    mv.visitIntInsn(opcode, operand);
    if (opcode == Opcodes.NEWARRAY) {
      allocations.array();
    }
  }

  @Override
  public void visitVarInsn(int opcode, int local) {
    step(opcode, local);
    mv.visitVarInsn(opcode, local);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    step(opcode, NO_OPERAND);
    mv.visitTypeInsn(opcode, type);
    if (opcode == Opcodes.NEW) {
      construction.allocate(type);
    } else if (opcode == Opcodes.ANEWARRAY) {
      allocations.array();
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    step(opcode, NO_OPERAND);
    boolean ofUnconstructed = opcode == Opcodes.PUTFIELD && !construction.isThisConstructed();
    if (ofUnconstructed && owner.equals(code.type().name())) {
      fields.skip();
      mv.visitFieldInsn(opcode, owner, name, descriptor);
    } else {
      fields.weave(opcode, owner, name, descriptor);
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean ofInterface) {
    step(opcode, NO_OPERAND);
    if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
      visitConstruction(owner, descriptor);
    } else {
      caller.beforeCall(construction);
      calls.weave(new MethodCall(opcode, owner, name, descriptor, ofInterface));
    }
    if (name.equals(JacocoProbes.INIT)) {
      probes.obtained();
    }
  }

  private void visitConstruction(String owner, String descriptor) {
    allocations.constructed();
    ConstructionTracker.Constructed constructed = construction.construct(owner);
    if (constructed == ConstructionTracker.Constructed.THIS) {
      caller.beforeNextConstructor(owner);
      mv.visitMethodInsn(Opcodes.INVOKESPECIAL, owner, "<init>", descriptor, false);
      caller.afterNextConstructor();
      frames.constructed();
      return;
    }
    caller.beforeCall(construction);
    calls.weave(new MethodCall(Opcodes.INVOKESPECIAL, owner, "<init>", descriptor, false));
    if (constructed == ConstructionTracker.Constructed.ON_STACK) {
      calls.constructed(owner);
      allocations.object(owner);
    }
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    step(Opcodes.INVOKEDYNAMIC, NO_OPERAND);
    caller.beforeCall(construction);
    calls.weaveDynamic(name, descriptor, bootstrap, arguments);
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    step(opcode, NO_OPERAND);
    caller.branch();
    mv.visitJumpInsn(opcode, label);
  }

  @Override
  public void visitLabel(Label label) {
    handlers.define(label, code.mark(label));
    monitors.label(label);
    handles |= code.type().recordsData() && handlers.isHandler(label, monitors.hasEntered());
  }

  @Override
  public void visitLdcInsn(Object value) {
    step(Opcodes.LDC, NO_OPERAND);
    mv.visitLdcInsn(value);
    if (value instanceof ConstantDynamic constant && constant.getName().equals(JacocoProbes.DATA)) {
      probes.obtained();
    }
  }

  @Override
  public void visitIincInsn(int local, int increment) {
    step(Opcodes.IINC, NO_OPERAND);
    mv.visitIincInsn(local, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
    step(Opcodes.TABLESWITCH, NO_OPERAND);
    caller.branch();
    mv.visitTableSwitchInsn(min, max, other, labels);
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
    step(Opcodes.LOOKUPSWITCH, NO_OPERAND);
    caller.branch();
    mv.visitLookupSwitchInsn(other, keys, labels);
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    step(Opcodes.MULTIANEWARRAY, NO_OPERAND);
    mv.visitMultiANewArrayInsn(descriptor, dimensions);
    allocations.array();
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    handlers.add(start, end, handler, type);
  }

  @Override
  public AnnotationVisitor visitTryCatchAnnotation(
      int typeRef, TypePath path, String descriptor, boolean visible) {
    handlers.keepNumbers();
    return mv.visitTryCatchAnnotation(typeRef, path, descriptor, visible);
  }

  @Override
  public void visitLineNumber(int line, Label start) {
    code.line(line);
    mv.visitLineNumber(line, start);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    monitors.end();
    frames.end();
    handlers.writeTo(mv);
    mv.visitMaxs(code.maxStack(maxStack), code.maxLocals());
  }
}
