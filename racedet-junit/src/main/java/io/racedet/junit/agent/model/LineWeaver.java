package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.Clause;
import io.racedet.junit.agent.model.language.InsertionPoint;
import io.racedet.junit.agent.model.language.InsertionPoint.Side;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.Path;
import io.racedet.junit.agent.model.language.SimpleTypes;
import io.racedet.junit.agent.model.language.Verb;
import io.racedet.runtime.log.EffectCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves one line of the model into one method. */
final class LineWeaver extends MethodVisitor {

  private final ModelLine line;
  private final MethodFacts facts;
  private final EffectEmitter emitter;
  private final PathEmitter paths;
  private final Type owner;
  private final ClassMembers members;
  private final boolean isStatic;
  private final Type[] arguments;
  private final Type result;
  private final Clause atomic;
  private final boolean wrapped;
  private final List<Label[]> ranges = new ArrayList<>();
  private final List<Clause> unmatched;
  private Label rangeStart;
  private boolean started;
  private int pendingNews;

  LineWeaver(
      MethodVisitor out,
      Type owner,
      ClassMembers members,
      int access,
      String name,
      String descriptor,
      MethodFacts facts,
      ModelLine line) {
    super(Opcodes.ASM9, out);
    this.line = line;
    this.facts = facts;
    this.owner = owner;
    this.members = members;
    this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
    this.arguments = Type.getArgumentTypes(descriptor);
    this.result = Type.getReturnType(descriptor);
    this.paths = new PathEmitter(out, owner, members, isStatic, arguments, facts, line);
    this.emitter = new EffectEmitter(out, paths, line);
    this.atomic =
        at(c -> c.insertionPoint() instanceof InsertionPoint.Whole).stream().findAny().orElse(null);
    this.wrapped =
        atomic != null
            || line.guard() != ModelLine.Guard.KEPT
            || facts.isInterruptible()
            || !at(c ->
                    c.insertionPoint() instanceof InsertionPoint.End || !c.exceptions().isEmpty())
                .isEmpty();
    this.unmatched = at(c -> c.insertionPoint().isAtInstruction());
    this.started = !name.equals("<init>");
    if (atomic != null && line.clauses().size() > 1 + at(LineWeaver::isLate).size()) {
      throw new ModelException(line.origin(), line.text(), "an atomic clause, and others at exit");
    }
  }

  private List<Clause> at(Predicate<Clause> condition) {
    return new ArrayList<>(line.clauses().stream().filter(condition).toList());
  }

  /* ---- entry ---- */

  @Override
  public void visitCode() {
    super.visitCode();
    if (started) {
      begin();
    }
  }

  private void begin() {
    if (atomic != null) {
      emitter.hold(atomic, null, true);
    } else {
      if (line.point() || line.clauses().stream().anyMatch(c -> c.verb().isSync())) {
        Hook.POINT.call(mv);
      }
      emitter.effects(at(c -> isEarly(c) && c.verb() != Verb.CAPTURE), null, true, 0);
      switch (line.guard()) {
        case RAISED, CLOSED -> Hook.BEGIN.call(mv);
        case SILENT -> Hook.SILENCE.call(mv);
        case LIFTED -> Hook.OPEN.call(mv);
        case KEPT -> {}
      }
      emitter.effects(at(c -> isEarly(c) && c.verb() == Verb.CAPTURE), null, true, 0);
    }
    startRange();
  }

  private Hook end() {
    return line.guard() == ModelLine.Guard.SILENT ? Hook.END_SILENCE : Hook.END;
  }

  private void startRange() {
    if (wrapped) {
      rangeStart = new Label();
      super.visitLabel(rangeStart);
    }
  }

  private void endRange() {
    if (rangeStart != null) {
      Label end = new Label();
      super.visitLabel(end);
      if (end.getOffset() > rangeStart.getOffset()) {
        ranges.add(new Label[] {rangeStart, end});
      }
    }
  }

  /* ---- normal exit ---- */

  @Override
  public void visitInsn(int opcode) {
    if (started && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      endRange();
      exit();
      // stack: ..., [result] -> (returned)
      super.visitInsn(opcode);
      startRange();
    } else {
      if (opcode == Opcodes.MONITOREXIT) {
        List<Clause> matching = at(c -> c.insertionPoint() instanceof InsertionPoint.Unlock);
        unmatched.removeAll(matching);
        // stack: ..., lock -> ..., lock
        emitter.effects(matching, null, false, inside());
      } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
        beforeElement(at(c -> c.insertionPoint() instanceof InsertionPoint.Load), opcode);
      } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
        beforeElement(at(c -> c.insertionPoint() instanceof InsertionPoint.Store), opcode);
      }
      super.visitInsn(opcode);
    }
  }

  private void beforeElement(List<Clause> matching, int opcode) {
    if (!matching.isEmpty()) {
      unmatched.removeAll(matching);
      SpilledCall access = SpilledCall.ofElement(opcode);
      // stack: ..., array, index, [value] -> ... -> ..., array, index, [value]
      access.storeOperands(mv, facts);
      emitter.effects(matching, access, false, inside());
      access.loadOperands(mv);
      access.clear(mv);
    }
  }

  private void exit() {
    SpilledCall value = SpilledCall.ofValue(result, Path.Root.RESULT);
    // stack: ..., [result] -> ...
    value.storeResult(mv, facts);
    if (atomic != null) {
      emitter.held(atomic, value);
    } else {
      emitter.effects(at(c -> isLate(c) && c.looksAtCaptured()), value, false, inside());
      if (line.guard() != ModelLine.Guard.KEPT) {
        end().call(mv);
      }
    }
    emitter.effects(at(c -> isLate(c) && !c.looksAtCaptured()), value, false, 0);
    // stack: ... -> ..., [result]
    value.loadResult(mv);
  }

  private static boolean isEarly(Clause clause) {
    return clause.insertionPoint() instanceof InsertionPoint.Entry;
  }

  private static boolean isLate(Clause clause) {
    return clause.insertionPoint() instanceof InsertionPoint.Exit || isEnd(clause);
  }

  private static boolean isEnd(Clause clause) {
    return clause.insertionPoint() instanceof InsertionPoint.End;
  }

  private int inside() {
    return line.guard().isRaised() ? EffectCode.INSIDE : 0;
  }

  /* ---- calls and field reads inside ---- */

  @Override
  public void visitMethodInsn(int opcode, String type, String name, String desc, boolean itf) {
    List<Clause> matching =
        started
            ? at(
                c ->
                    c.insertionPoint() instanceof InsertionPoint.Call p
                        && p.matches(type, name, desc))
            : List.of();
    if (matching.isEmpty()) {
      super.visitMethodInsn(opcode, type, name, desc, itf);
    } else {
      unmatched.removeAll(matching);
      weaveCall(matching, opcode, type, name, desc, itf);
    }
    if (!started && opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
      if (pendingNews == 0) {
        started = true;
        begin();
      } else {
        pendingNews--;
      }
    }
  }

  private void weaveCall(
      List<Clause> clauses, int opcode, String type, String name, String desc, boolean itf) {
    SpilledCall call = SpilledCall.ofCall(opcode, type, desc);
    // stack: ..., [receiver], arguments -> ...
    call.storeOperands(mv, facts);
    List<Clause> around = calls(clauses, Side.AROUND);
    boolean raised =
        line.guard() == ModelLine.Guard.RAISED
            && around.size() < clauses.size()
            && !(type.equals(owner.getInternalName()) && members.isFixed(type, name, desc));
    emitter.effects(calls(clauses, Side.BEFORE), call, false, inside());
    if (raised) {
      Hook.LIFT.call(mv);
    }
    for (Clause clause : around) {
      emitter.hold(clause, call, false);
    }
    // stack: ... -> ..., [receiver], arguments -> ..., [result] -> ...
    call.loadOperands(mv);
    super.visitMethodInsn(opcode, type, name, desc, itf);
    call.storeResult(mv, facts);
    for (Clause clause : around) {
      emitter.held(clause, call);
    }
    if (raised) {
      Hook.LOWER.call(mv);
    }
    emitter.effects(calls(clauses, Side.AFTER), call, false, inside());
    // stack: ... -> ..., [result]
    call.loadResult(mv);
    call.clear(mv);
  }

  private static List<Clause> calls(List<Clause> clauses, Side side) {
    return clauses.stream()
        .filter(c -> ((InsertionPoint.Call) c.insertionPoint()).side() == side)
        .toList();
  }

  @Override
  public void visitFieldInsn(int opcode, String type, String name, String desc) {
    List<Clause> matching =
        switch (opcode) {
          case Opcodes.GETFIELD -> at(c -> isReading(c, name));
          case Opcodes.PUTFIELD -> started ? at(c -> isWriting(c, name)) : List.of();
          default -> List.of();
        };
    unmatched.removeAll(matching);
    if (matching.isEmpty()) {
      super.visitFieldInsn(opcode, type, name, desc);
    } else if (opcode == Opcodes.GETFIELD) {
      weaveRead(matching, type, name, desc);
    } else {
      weaveWrite(matching, type, name, desc);
    }
  }

  private static boolean isReading(Clause clause, String field) {
    return clause.insertionPoint() instanceof InsertionPoint.Reading r && r.field().equals(field);
  }

  private static boolean isWriting(Clause clause, String field) {
    return clause.insertionPoint() instanceof InsertionPoint.Writing w && w.field().equals(field);
  }

  private void weaveWrite(List<Clause> matching, String type, String name, String desc) {
    SpilledCall write = SpilledCall.ofWrite(type, desc);
    // stack: ..., object, value -> ... -> ..., object, value
    write.storeOperands(mv, facts);
    emitter.effects(matching, write, false, inside());
    write.loadOperands(mv);
    write.clear(mv);
    // stack: ..., object, value -> ...
    super.visitFieldInsn(Opcodes.PUTFIELD, type, name, desc);
  }

  private void weaveRead(List<Clause> matching, String type, String name, String desc) {
    SpilledCall read = SpilledCall.ofRead(type, desc);
    // stack: ..., object -> ... -> ..., object
    read.storeOperands(mv, facts);
    read.loadOperands(mv);
    // stack: ..., object -> ..., value -> ...
    super.visitFieldInsn(Opcodes.GETFIELD, type, name, desc);
    read.storeResult(mv, facts);
    emitter.effects(matching, read, false, inside());
    // stack: ... -> ..., value
    read.loadResult(mv);
    read.clear(mv);
  }

  /* ---- exit by an exception ---- */

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    endRange();
    if (!ranges.isEmpty()) {
      Label handler = new Label();
      for (Label[] range : ranges) {
        super.visitTryCatchBlock(range[0], range[1], handler, null);
      }
      super.visitLabel(handler);
      Object[] locals = new HandlerFrame(owner, isStatic, arguments, facts).locals();
      super.visitFrame(
          Opcodes.F_FULL, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
      fail();
    }
    super.visitMaxs(maxStack, maxLocals);
    if (!unmatched.isEmpty()) {
      throw new ModelException(line.origin(), line.text(), "a call or read that the method makes");
    }
  }

  private void fail() {
    SpilledCall thrown = SpilledCall.ofValue(Type.getType(Throwable.class), Path.Root.RESULT);
    // stack: exception -> (empty)
    thrown.storeResult(mv, facts);
    // What is captured is forgotten when the call ends.
    emitter.effects(at(c -> isEnd(c) && c.looksAtCaptured()), null, false, inside());
    if (atomic != null) {
      emitter.drop(atomic);
    } else if (line.guard() == ModelLine.Guard.LIFTED || line.guard() == ModelLine.Guard.SILENT) {
      end().call(mv);
    } else {
      // stack: (empty) -> exception -> (empty)
      thrown.loadResult(mv);
      (line.guard().isRaised() ? Hook.FAILED : Hook.THROWN).call(mv);
    }
    for (Clause clause : line.clauses()) {
      if (isEnd(clause) && !clause.looksAtCaptured()) {
        emitter.effects(List.of(clause), null, false, 0);
      }
      for (String exception : clause.exceptions()) {
        // stack: (empty) -> exception -> when -> (empty)
        thrown.loadResult(mv);
        super.visitTypeInsn(Opcodes.INSTANCEOF, SimpleTypes.exceptionNamed(exception, line));
        emitter.effect(clause, null, false, 0);
      }
    }
    // stack: (empty) -> exception -> (thrown)
    thrown.loadResult(mv);
    super.visitInsn(Opcodes.ATHROW);
  }

  /* ---- instructions before the object is constructed ---- */

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW && !started) {
      pendingNews++;
    }
    super.visitTypeInsn(opcode, type);
  }
}
