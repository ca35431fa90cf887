package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.Clause;
import io.racedet.junit.agent.model.language.InsertionPoint;
import io.racedet.junit.agent.model.language.JdkRange;
import io.racedet.junit.agent.model.language.LineTable;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelClass.VolatileField;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.ModelLine.Guard;
import io.racedet.junit.agent.model.language.Monitors;
import io.racedet.junit.agent.model.language.Path;
import io.racedet.junit.agent.model.language.Verb;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.BegunCalls;
import io.racedet.runtime.log.Aspects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves the entry of one class in the model into it. */
final class ModelWeaver extends ClassVisitor {
  private static final Path THIS = new Path(Path.Root.THIS, 0, List.of());
  private static final int MAJOR_VERSION = 0xFFFF;

  private final Type type;
  private final ClassMembers members;
  private final ModelClass model;
  private final Map<String, VolatileField> volatiles;
  private final Map<String, MethodFacts> facts;
  private final LineTable lines;
  private final boolean ofJdk;
  private boolean hasFrames;

  private ModelWeaver(
      ClassVisitor out,
      ClassReader reader,
      ModelledClass about,
      ClassMembers members,
      int release) {
    super(Opcodes.ASM9, out);
    this.type = Type.getObjectType(reader.getClassName());
    this.members = members;
    this.model = about.model();
    this.volatiles = about.volatiles();
    this.ofJdk = about.ofJdk();
    this.lines = new LineTable(model, release);
    this.facts = MethodFacts.of(reader, this::isWoven);
  }

  private boolean isWoven(int access, String name, String desc) {
    return model.monitors().areWoven()
        || !volatiles.isEmpty()
        || lines.find(access, name, desc) != null;
  }

  /**
   * Weaves a class.
   *
   * @throws ModelException if a line names something that does not exist
   */
  static byte[] weave(byte[] classFile, ModelledClass about, ClassMembers members, int release) {
    ClassReader reader = new ClassReader(classFile);
    members.define(reader);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    reader.accept(new ModelWeaver(writer, reader, about, members, release), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String parent, String[] types) {
    hasFrames = (version & MAJOR_VERSION) >= Opcodes.V1_6;
    super.visit(version, access, name, signature, parent, types);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String signature, String[] exceptions) {
    MethodVisitor out = super.visitMethod(access, name, desc, signature, exceptions);
    ModelLine line = lines.find(access, name, desc);
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      if (line != null && !line.isRest()) {
        throw new ModelException(line.origin(), line.text(), "a method with a body");
      }
      return out;
    }
    if (!hasFrames) {
      out = withoutFrames(out);
    }
    MethodFacts method = facts.get(name + desc);
    ModelLine woven = model.monitors().areWoven() ? inMonitor(line, access) : line;
    if (woven != null
        && (woven.guard() != Guard.KEPT || woven.point() || !woven.clauses().isEmpty())) {
      out = new LineWeaver(out, type, members, access, name, desc, method, woven);
      if (CallbackExits.has(woven)) {
        out = new CallbackExits(out);
      }
      if (ofJdk && woven.guard() == Guard.SILENT) {
        AgentState.begunCalls().add(type.getClassName(), name, desc, BegunCalls.SILENT);
      } else if (ofJdk && woven.guard() != Guard.KEPT) {
        int kind = woven.guard() == Guard.LIFTED ? BegunCalls.LIFTED : BegunCalls.RAISED;
        AgentState.begunCalls().add(type.getClassName(), name, desc, kind);
      }
    }
    if (model.monitors().areWoven()) {
      HandlerFrame frame =
          new HandlerFrame(
              type, (access & Opcodes.ACC_STATIC) != 0, Type.getArgumentTypes(desc), method);
      out = new JdkMonitorWeaver(out, method, frame, model.monitors(), model.always());
    }
    return volatiles.isEmpty() ? out : new VolatileWeaver(out, name, volatiles, members, method);
  }

  /** Class files before version 50 have no frames, and the writer accepts none for them. */
  private static MethodVisitor withoutFrames(MethodVisitor out) {
    return new MethodVisitor(Opcodes.ASM9, out) {
      @Override
      public void visitFrame(int kind, int locals, Object[] local, int stacked, Object[] stack) {
        /* The verifier infers what a frame would say. */
      }
    };
  }

  /** The line of a method, with the monitor around all else if the method is synchronized. */
  private ModelLine inMonitor(ModelLine line, int access) {
    int sync = access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
    if (sync != Opcodes.ACC_SYNCHRONIZED) {
      return line;
    }
    List<Clause> clauses = new ArrayList<>();
    boolean lent = model.monitors() == Monitors.LENT;
    clauses.add(monitor(new InsertionPoint.Entry(), lent ? Verb.LEND : Verb.ACQUIRE));
    if (model.monitors() == Monitors.UNSEEN && line == null) {
      clauses.add(monitor(new InsertionPoint.Entry(), Verb.UNSEEN));
    }
    clauses.addAll(line == null ? List.of() : line.clauses());
    clauses.add(monitor(new InsertionPoint.End(), lent ? Verb.RECLAIM : Verb.RELEASE));
    return new ModelLine(
        line == null ? model.origin() : line.origin(),
        line == null ? model.text() : line.text(),
        "*",
        null,
        JdkRange.ALL,
        line == null ? Guard.KEPT : line.guard(),
        line == null ? model.always() : line.always(),
        line != null && line.point(),
        clauses);
  }

  private static Clause monitor(InsertionPoint point, Verb verb) {
    return new Clause(point, verb, Aspects.MONITOR, THIS, null, null, List.of());
  }

  @Override
  public void visitEnd() {
    lines.checkAllFound();
    super.visitEnd();
  }
}
