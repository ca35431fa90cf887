package io.racedet.junit.agent.model;

import io.racedet.junit.agent.hooks.Hook;
import io.racedet.junit.agent.model.language.Clause;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.Verb;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import java.util.List;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Emits the calls of hooks for the clauses of a line, in one method. Emits no branches. */
final class EffectEmitter {
  private final MethodVisitor out;
  private final PathEmitter paths;
  private final ModelLine line;

  EffectEmitter(MethodVisitor out, PathEmitter paths, ModelLine line) {
    this.out = out;
    this.paths = paths;
    this.line = line;
  }

  /** Emits the effects of clauses, each of which applies if its condition holds. */
  void effects(List<Clause> clauses, SpilledCall spilled, boolean atEntry, int flags) {
    for (Clause clause : clauses) {
      if (clause.verb() == Verb.CAPTURE) {
        capture(clause, spilled, atEntry);
      } else if (clause.verb().isCopy()) {
        copy(clause, spilled, atEntry);
      } else if (clause.verb() == Verb.CONCEAL || clause.verb() == Verb.REVEAL) {
        // stack: ... -> ..., object -> ...
        paths.push(clause.object(), spilled, atEntry);
        (clause.verb() == Verb.CONCEAL ? Hook.CONCEAL : Hook.REVEAL).call(out);
      } else if (clause.verb() == Verb.AWAKEN || clause.verb() == Verb.UNBLOCK) {
        // stack: ... -> ..., thread -> ...
        paths.push(clause.object(), spilled, atEntry);
        (clause.verb() == Verb.AWAKEN ? Hook.AWAKEN : Hook.UNBLOCK).call(out);
      } else if (clause.verb().isOfLentLock()) {
        // stack: ... -> ..., when, lock -> ...
        paths.push(clause.condition(), spilled, atEntry);
        paths.push(clause.object(), spilled, atEntry);
        (clause.verb() == Verb.LEND ? Hook.LEND : Hook.RECLAIM).call(out);
      } else {
        // stack: ... -> ..., when
        paths.push(clause.condition(), spilled, atEntry);
        effect(clause, spilled, atEntry, flags);
      }
    }
  }

  private void copy(Clause clause, SpilledCall spilled, boolean atEntry) {
    if (clause.part() == null) {
      throw new ModelException(line.origin(), line.text(), "copy-references this[class]");
    }
    // stack: ... -> ..., object, class, references -> ...
    paths.push(clause.object(), spilled, atEntry);
    paths.push(clause.part().first(), spilled, atEntry);
    out.visitInsn(clause.verb() == Verb.COPY_REFERENCES ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
    Hook.SERIALIZED.call(out);
  }

  private void capture(Clause clause, SpilledCall spilled, boolean atEntry) {
    // stack: ... -> ..., value
    Type operand = PathEmitter.widened(paths.push(clause.object(), spilled, atEntry));
    if (operand.getSort() == Type.INT) {
      // stack: ..., value -> ..., value as a long
      out.visitInsn(Opcodes.I2L);
    }
    // stack: ..., value -> ...
    (operand.getSort() == Type.OBJECT ? Hook.CAPTURE : Hook.CAPTURE_NUMBER).call(out);
  }

  /** Emits the effect of a clause whose condition has been pushed. */
  void effect(Clause clause, SpilledCall spilled, boolean atEntry, int flags) {
    // stack: ..., when -> ..., when, code, object, [part]
    push(code(clause, flags));
    Type object = paths.push(clause.object(), spilled, atEntry);
    if (clause.isEndlessWrite() && object.getSort() != Type.ARRAY) {
      throw new ModelException(
          line.origin(), line.text(), "a write that ends, such as write this[1 to 2]");
    }
    Hook hook = pushPart(clause, spilled, atEntry);
    // stack: ..., when, code, object, [part] -> ...
    hook.call(out);
  }

  /** Pushes the part of the object, if there is one, and returns the hook that takes it. */
  private Hook pushPart(Clause clause, SpilledCall spilled, boolean atEntry) {
    if (clause.verb().operand() != 0 && !isOfBin(clause)) {
      // stack: ... -> ..., part
      out.visitLdcInsn((long) clause.verb().operand());
      return Hook.EFFECT_ON_PART;
    }
    if (clause.part() == null) {
      return Hook.EFFECT;
    }
    // stack: ... -> ..., part
    Type type = paths.push(clause.part().first(), spilled, atEntry);
    if (clause.part().isRange()) {
      // stack: ..., first -> ..., first, end
      Type end = paths.push(clause.part().end(), spilled, atEntry);
      if (!isInt(type) || !isInt(end)) {
        throw new ModelException(line.origin(), line.text(), "ints at the ends of a range");
      }
      return Hook.EFFECT_ON_RANGE;
    }
    if (type.getSort() == Type.ARRAY) {
      return Hook.EFFECT_ON_ELEMENTS;
    }
    Type operand = PathEmitter.widened(type);
    if (operand.getSort() == Type.INT) {
      // stack: ..., part -> ..., part as a long
      out.visitInsn(Opcodes.I2L);
    }
    return operand.getSort() == Type.OBJECT ? Hook.EFFECT_ON_ELEMENT : Hook.EFFECT_ON_PART;
  }

  private static boolean isInt(Type type) {
    return PathEmitter.widened(type).getSort() == Type.INT;
  }

  void hold(Clause clause, SpilledCall spilled, boolean atEntry) {
    // stack: ... -> ..., code, object, part
    push(code(clause, 0));
    paths.push(clause.object(), spilled, atEntry);
    pushNumber(clause, spilled, atEntry);
    // stack: ..., code, object, part -> ...
    Hook.HOLD.call(out);
  }

  void held(Clause clause, SpilledCall result) {
    // stack: ... -> ..., when, code, object, part
    paths.push(clause.condition(), result, false);
    push(code(clause, 0));
    paths.push(clause.object(), result, false);
    pushNumber(clause, result, false);
    // stack: ..., when, code, object, part -> ...
    Hook.HELD.call(out);
  }

  /** Called when an exception leaves an atomic call. */
  void drop(Clause clause) {
    // stack: ... -> ..., code -> ...
    push(code(clause, 0));
    Hook.DROP.call(out);
  }

  private void pushNumber(Clause clause, SpilledCall spilled, boolean atEntry) {
    // stack: ... -> ..., part
    if (clause.part() == null) {
      out.visitInsn(Opcodes.LCONST_0);
    } else if (pushPart(clause, spilled, atEntry) != Hook.EFFECT_ON_PART) {
      throw new ModelException(line.origin(), line.text(), "a number in the brackets");
    }
  }

  private int code(Clause clause, int flags) {
    int always = line.always() ? EffectCode.ALWAYS : 0;
    int serial = isSerial(clause) ? EffectCode.SERIAL : 0;
    int shared = isOfBin(clause) && clause.verb() == Verb.BID_SHARED ? EffectCode.SHARED : 0;
    return EffectCode.of(clause.verb().op, clause.aspect(), flags | always | serial | shared);
  }

  /* Its part is the key, so that no operand is left for its mode. */
  private static boolean isOfBin(Clause clause) {
    return clause.aspect() == Aspects.BIN;
  }

  /* An atomic that is about no call is recorded at once, but not during one that is. */
  private static boolean isSerial(Clause clause) {
    return clause.verb() == Verb.COLLECT
        || clause.verb().isAtomic() && !clause.insertionPoint().isAround();
  }

  private void push(int value) {
    // stack: ... -> ..., value
    out.visitLdcInsn(value);
  }
}
