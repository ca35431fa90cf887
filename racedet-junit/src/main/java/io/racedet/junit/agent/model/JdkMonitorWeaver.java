package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.Monitors;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves the synchronized blocks of a class of the JDK. */
final class JdkMonitorWeaver extends MethodVisitor {

  /** A hook right after a monitor is entered, and the local variable with the lock. */
  private record Entered(Label start, Label end, int lock) {}

  private final MethodFacts facts;
  private final HandlerFrame frame;
  private final Monitors monitors;
  private final int flags;
  private final List<Entered> entered = new ArrayList<>();

  JdkMonitorWeaver(
      MethodVisitor out, MethodFacts facts, HandlerFrame frame, Monitors monitors, boolean always) {
    super(Opcodes.ASM9, out);
    this.facts = facts;
    this.frame = frame;
    this.monitors = monitors;
    this.flags = always ? EffectCode.ALWAYS : 0;
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.MONITORENTER) {
      int lock = spill();
      if (monitors != Monitors.LENT) {
        record(OpCodes.BID, lock);
      }
      // stack: ..., lock -> ...
      super.visitInsn(opcode);
      Label start = new Label();
      Label end = new Label();
      super.visitLabel(start);
      entered(lock);
      super.visitLabel(end);
      entered.add(new Entered(start, end, lock));
      SpilledCall.clear(mv, lock);
    } else if (opcode == Opcodes.MONITOREXIT) {
      int lock = spill();
      exiting(lock);
      SpilledCall.clear(mv, lock);
      // stack: ..., lock -> ...
      super.visitInsn(opcode);
    } else {
      super.visitInsn(opcode);
    }
  }

  private int spill() {
    int lock = facts.temporary(1);
    // stack: ..., lock -> ..., lock, lock -> ..., lock
    super.visitInsn(Opcodes.DUP);
    super.visitVarInsn(Opcodes.ASTORE, lock);
    return lock;
  }

  private void entered(int lock) {
    if (monitors == Monitors.LENT) {
      call(Hook.LEND, lock);
      return;
    }
    record(OpCodes.ACQUIRE, lock);
    if (monitors == Monitors.UNSEEN) {
      record(OpCodes.UNSEEN, lock);
    }
  }

  private void exiting(int lock) {
    if (monitors == Monitors.LENT) {
      call(Hook.RECLAIM, lock);
    } else {
      record(OpCodes.RELEASE, lock);
    }
  }

  private void call(Hook hook, int lock) {
    // stack: ... -> ..., true, lock
    super.visitInsn(Opcodes.ICONST_1);
    super.visitVarInsn(Opcodes.ALOAD, lock);
    // stack: ..., true, lock -> ...
    hook.call(mv);
  }

  private void record(int op, int lock) {
    // stack: ... -> ..., true, code, lock
    super.visitInsn(Opcodes.ICONST_1);
    super.visitLdcInsn(EffectCode.of(op, Aspects.MONITOR, flags));
    super.visitVarInsn(Opcodes.ALOAD, lock);
    // stack: ..., true, code, lock -> ...
    Hook.EFFECT.call(mv);
  }

  /* The JIT does not compile a method in which a call may throw while a monitor is held, unless a
   * handler exits the monitor. */
  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    for (Entered hook : entered) {
      Label handler = new Label();
      Label exited = new Label();
      super.visitTryCatchBlock(hook.start, hook.end, handler, null);
      super.visitTryCatchBlock(handler, exited, handler, null);
      super.visitLabel(handler);
      Object[] locals = frame.withObject(hook.lock);
      super.visitFrame(
          Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
      // stack: exception -> exception, lock -> exception
      super.visitVarInsn(Opcodes.ALOAD, hook.lock);
      super.visitInsn(Opcodes.MONITOREXIT);
      super.visitLabel(exited);
      // stack: exception -> (thrown)
      super.visitInsn(Opcodes.ATHROW);
    }
    super.visitMaxs(maxStack, maxLocals);
  }
}
