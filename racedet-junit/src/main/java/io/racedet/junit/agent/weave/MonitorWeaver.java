package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.weave.flow.ConstructionTracker;
import io.racedet.junit.agent.weave.flow.HandlerTable;
import io.racedet.junit.agent.weave.flow.KnownLocals;
import io.racedet.junit.record.sites.SiteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final boolean ofMethod;
  private final List<HeldCall> calls = new ArrayList<>();
  private boolean isThis; // what the next instruction takes
  private boolean hasEntered;
  private Label justEntered;
  private List<Label> here = new ArrayList<>(); // the labels since the last instruction
  private final Map<Label, List<Object>> ofHandlers = new HashMap<>(); // what variables hold there

  /** A call of a hook while the monitor is held and its object is in a local variable. */
  private record HeldCall(
      boolean entry,
      boolean isOfMethod,
      Label start,
      int startOrdinal,
      Label end,
      int endOrdinal,
      List<Object> locals,
      List<Label> afterExit) {}

  /**
   * Starts a method.
   *
   * @param ofMethod whether the first monitor is that of a synchronized method; of all monitors,
   *     only that one is exited right after {@code this} has been pushed
   */
  MonitorWeaver(
      WovenCode code,
      HandlerTable handlers,
      ConstructionTracker construction,
      KnownLocals locals,
      boolean ofMethod) {
    this.ofMethod = ofMethod;
    this.code = code;
    this.handlers = handlers;
    this.construction = construction;
    this.locals = locals;
  }

  /** Any instruction of the method, before {@link #enter} and {@link #exit}. */
  void step(int opcode, int operand) {
    if (opcode != Opcodes.NOP) {
      justEntered = null;
    }
    if (opcode != Opcodes.MONITORENTER && opcode != Opcodes.MONITOREXIT) {
      isThis = opcode == Opcodes.ALOAD && operand == 0;
    }
    here = new ArrayList<>();
  }

  /** Whether an instruction that the method has had before has entered a monitor so far. */
  boolean hasEntered() {
    return hasEntered;
  }

  /** A label of the method. */
  void label(Label label) {
    if (justEntered != null) {
      handlers.startEarlier(label, justEntered);
    }
    here.add(label);
  }

  /** A frame of the method, after {@link KnownLocals#frame}. */
  void frame() {
    for (Label label : here) {
      if (handlers.contains(label)) {
        ofHandlers.put(label, List.copyOf(locals.atFrame()));
      }
    }
  }

  /** Writes the instruction between its hooks. */
  void enter() {
    boolean isOfMethod = ofMethod && calls.isEmpty();
    hasEntered |= !isOfMethod;
    code.reserve(2);
    int site = code.site(SiteKind.OTHER, "", false);
    // stack: ..., lock -> ..., lock, lock, site
    code.out().visitInsn(Opcodes.DUP);
    code.storeLock();
    code.loadValue(LOCK);
    code.push(site);
    // stack: ..., lock, lock, site -> ..., lock
    code.call(isOfMethod ? Hook.ENTERING_SYNCHRONIZED : Hook.MONITOR_ENTERING);
    // stack: ..., lock -> ...
    code.out().visitInsn(Opcodes.MONITORENTER);
    justEntered = callHeld(true, isOfMethod, site);
    code.clearValue(LOCK);
  }

  /** Writes the instruction after its hook. */
  void exit() {
    code.reserve(2);
    // stack: ..., lock -> ..., lock
    code.out().visitInsn(Opcodes.DUP);
    code.storeLock();
    callHeld(false, ofMethod && isThis, code.site(SiteKind.OTHER, "", false));
    code.clearValue(LOCK);
    // stack: ..., lock -> ...
    code.out().visitInsn(Opcodes.MONITOREXIT);
  }

  private static Hook hook(boolean entry, boolean isOfMethod) {
    if (isOfMethod) {
      return entry ? Hook.ENTER_SYNCHRONIZED : Hook.EXIT_SYNCHRONIZED;
    }
    return entry ? Hook.MONITOR_ENTERED : Hook.MONITOR_EXITING;
  }

  private Label callHeld(boolean entry, boolean isOfMethod, int site) {
    Label start = new Label();
    int startOrdinal = code.mark(start);
    // stack: ... -> ..., lock, site
    code.loadValue(LOCK);
    code.push(site);
    // stack: ..., lock, site -> ...
    code.call(hook(entry, isOfMethod));
    Label end = new Label();
    int endOrdinal = code.mark(end);
    calls.add(
        new HeldCall(entry, isOfMethod, start, startOrdinal, end, endOrdinal, heldLocals(), here));
    return start;
  }

  /** Writes the handlers for those calls that no handler of the method covers. */
  void end() {
    calls.stream().filter(this::isExposed).forEach(this::writeHandler);
  }

  /*
   * What a variable has held since it was written is known where a handler of the method says so, which the added
   * one has to satisfy: it is covered by the same. If they differ, none is added, and the method is not compiled.
   */
  private void writeHandler(HeldCall call) {
    List<Object> held = call.locals;
    for (Label covering : handlers.covering(call.startOrdinal, call.endOrdinal)) {
      Optional<List<Object>> both =
          KnownLocals.both(held, ofHandlers.getOrDefault(covering, List.of()));
      if (both.isEmpty()) {
        return;
      }
      held = both.get();
    }
    Label handler = new Label();
    Label exited = new Label();
    code.mark(handler);
    code.frame(held.toArray());
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
    return call.entry
        ? !handlers.startsAt(call.start)
        : !handlers.endsAt(call.afterExit, call.isOfMethod);
  }

  private List<Object> heldLocals() {
    if (!code.hasFrames()) {
      return List.of();
    }
    List<Object> held = locals.describe(construction.isThisConstructed(), code.valueLocal());
    held.add(LOCK.getInternalName());
    return held;
  }
}
