package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.Clause;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.Verb;
import io.racedet.runtime.ModelledCalls;
import java.util.List;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Emits the calls of the hooks that a line asks for, in one method. No branch among them. */
final class EffectEmitter {
  private static final String OBJECT = "Ljava/lang/Object;";

  private final MethodVisitor out;
  private final PathEmitter paths;
  private final ModelLine line;

  EffectEmitter(MethodVisitor out, PathEmitter paths, ModelLine line) {
    this.out = out;
    this.paths = paths;
    this.line = line;
  }

  void hook(String name) {
    out.visitMethodInsn(Opcodes.INVOKESTATIC, JdkModel.HOOKS, name, "()V", false);
  }

  /** Records clauses whose conditions decide alone. */
  void effects(List<Clause> clauses, SpilledCall spilled, boolean atEntry, int flags) {
    for (Clause clause : clauses) {
      if (clause.verb() == Verb.CAPTURE) {
        paths.push(clause.object(), spilled, atEntry);
        out.visitMethodInsn(
            Opcodes.INVOKESTATIC, JdkModel.HOOKS, "capture", "(" + OBJECT + ")V", false);
      } else {
        paths.push(clause.condition(), spilled, atEntry);
        operands(clause, spilled, atEntry, flags);
      }
    }
  }

  /** Records a clause whose condition has been pushed. */
  void operands(Clause clause, SpilledCall spilled, boolean atEntry, int flags) {
    push(code(clause, flags));
    paths.push(clause.object(), spilled, atEntry);
    String part = part(clause, spilled, atEntry);
    out.visitMethodInsn(
        Opcodes.INVOKESTATIC, JdkModel.HOOKS, "effect", "(ZI" + OBJECT + part + ")V", false);
  }

  private String part(Clause clause, SpilledCall spilled, boolean atEntry) {
    return clause.part() == null ? "" : asPart(paths.push(clause.part(), spilled, atEntry));
  }

  private String asPart(Type type) {
    if (type.getSort() == Type.ARRAY) {
      return "[" + OBJECT;
    }
    String part = PathEmitter.widened(type);
    if (part.equals("I")) {
      out.visitInsn(Opcodes.I2L);
      return "J";
    }
    return part;
  }

  void hold(Clause clause) {
    push(code(clause, 0));
    paths.push(clause.object(), null, true);
    number(clause, true);
    out.visitMethodInsn(Opcodes.INVOKESTATIC, JdkModel.HOOKS, "hold", "(I" + OBJECT + "J)V", false);
  }

  void held(Clause clause, SpilledCall result) {
    paths.push(clause.condition(), result, false);
    push(code(clause, 0));
    paths.push(clause.object(), result, false);
    number(clause, false);
    out.visitMethodInsn(
        Opcodes.INVOKESTATIC, JdkModel.HOOKS, "held", "(ZI" + OBJECT + "J)V", false);
  }

  private void number(Clause clause, boolean atEntry) {
    if (clause.part() == null) {
      out.visitInsn(Opcodes.LCONST_0);
    } else if (!part(clause, null, atEntry).equals("J")) {
      throw new ModelException(line.origin(), line.text(), "a number in the brackets");
    }
  }

  private int code(Clause clause, int flags) {
    int always = line.always() ? ModelledCalls.ALWAYS : 0;
    int serial = clause.verb() == Verb.COLLECT ? ModelledCalls.SERIAL : 0;
    return ModelledCalls.code(clause.verb().op, clause.aspect(), flags | always | serial);
  }

  void push(int value) {
    out.visitLdcInsn(value);
  }
}
