package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.ConstructionTracker;
import io.racedet.junit.agent.weave.flow.HandlerTable;
import io.racedet.junit.agent.weave.flow.KnownLocals;
import io.racedet.junit.record.sites.SiteKind;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Weaves the MONITORENTER and MONITOREXIT instructions of one method.
 *
 * <p>The hooks are called while the monitor is held. The JIT compilers do not compile a method with
 * a call that may throw while a monitor is held, unless a handler exits the monitor. Where the
 * method has no such handler, one is added. A handler that covers itself does not suffice: not all
 * compilers accept it if it makes a call.
 */
final class MonitorWeaver {
  private static final Type LOCK = Type.getType(Object.class);

  private final WovenCode code;
  private final HandlerTable handlers;
  private final ConstructionTracker construction;
  private final KnownLocals locals;
  private final List<HeldCall> calls = new ArrayList<>();
  private Label justEntered;
  private List<Label> afterExit = new ArrayList<>();

  /** A call of a hook while the monitor is held and its object is in a local variable. */
  private record HeldCall(
      boolean entry,
      Label start,
      int startOrdinal,
      Label end,
      int endOrdinal,
      Object[] locals,
      List<Label> afterExit) {}

  MonitorWeaver(
      WovenCode code, HandlerTable handlers, ConstructionTracker construction, KnownLocals locals) {
    this.code = code;
    this.handlers = handlers;
    this.construction = construction;
    this.locals = locals;
  }

  /** Any instruction of the method, before {@link #enter} and {@link #exit}. */
  void step(int opcode) {
    if (opcode != Opcodes.NOP) {
      justEntered = null;
    }
    afterExit = new ArrayList<>();
  }

  /** Whether the method has entered a monitor so far. */
  boolean hasEntered() {
    return !calls.isEmpty();
  }

  /** A label of the method. */
  void label(Label label) {
    if (justEntered != null) {
      handlers.startEarlier(label, justEntered);
    }
    afterExit.add(label);
  }

  /** Writes the instruction between its hooks. */
  void enter() {
    code.reserve(2);
    int site = code.site(SiteKind.OTHER, "", false);
    // stack: ..., lock -> ..., lock, lock, site
    code.out().visitInsn(Opcodes.DUP);
    code.storeLock();
    code.loadValue(LOCK);
    code.push(site);
    // stack: ..., lock, lock, site -> ..., lock
    code.call(Hook.MONITOR_ENTERING);
    // stack: ..., lock -> ...
    code.out().visitInsn(Opcodes.MONITORENTER);
    justEntered = callHeld(Hook.MONITOR_ENTERED, true, site);
    code.clearValue(LOCK);
  }

  /** Writes the instruction after its hook. */
  void exit() {
    code.reserve(2);
    // stack: ..., lock -> ..., lock
    code.out().visitInsn(Opcodes.DUP);
    code.storeLock();
    callHeld(Hook.MONITOR_EXITING, false, code.site(SiteKind.OTHER, "", false));
    code.clearValue(LOCK);
    // stack: ..., lock -> ...
    code.out().visitInsn(Opcodes.MONITOREXIT);
  }

  private Label callHeld(Hook hook, boolean entry, int site) {
    Label start = new Label();
    int startOrdinal = code.mark(start);
    // stack: ... -> ..., lock, site
    code.loadValue(LOCK);
    code.push(site);
    // stack: ..., lock, site -> ...
    code.call(hook);
    Label end = new Label();
    calls.add(
        new HeldCall(entry, start, startOrdinal, end, code.mark(end), heldLocals(), afterExit));
    return start;
  }

  /** Writes the handlers for those calls that no handler of the method covers. */
  void end() {
    calls.stream().filter(this::isExposed).forEach(this::writeHandler);
  }

  private void writeHandler(HeldCall call) {
    Label handler = new Label();
    Label exited = new Label();
    code.mark(handler);
    code.frame(call.locals);
    // stack: exception -> exception, lock
    code.loadValue(LOCK);
    // stack: exception, lock -> exception
    code.out().visitInsn(Opcodes.MONITOREXIT);
    code.mark(exited);
    // stack: exception -> (thrown)
    code.out().visitInsn(Opcodes.ATHROW);
    code.reserve(2);
    handlers.addInner(call.start, call.end, handler);
    handlers.addInner(handler, exited, handler);
    Label end = new Label();
    code.mark(end);
    handlers.copyCovering(call.startOrdinal, call.endOrdinal, handler, end);
  }

  private boolean isExposed(HeldCall call) {
    return call.entry ? !handlers.startsAt(call.start) : !handlers.endsAt(call.afterExit);
  }

  private Object[] heldLocals() {
    if (!code.hasFrames()) {
      return new Object[0];
    }
    List<Object> held = locals.describe(construction.isThisConstructed(), code.valueLocal());
    held.add(LOCK.getInternalName());
    return held.toArray();
  }
}
