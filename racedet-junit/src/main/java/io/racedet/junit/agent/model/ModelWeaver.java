package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.ModelLine.Guard;
import io.racedet.runtime.Aspects;
import io.racedet.runtime.ModelledCalls;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Weaves what the model says of one class into it. */
final class ModelWeaver extends ClassVisitor {
  private static final Path THIS = new Path(Path.Root.THIS, 0, List.of());

  private final Class<?> type;
  private final ModelClass model;
  private final Map<String, Integer> volatiles;
  private final Map<String, MethodFacts> facts;
  private final List<ModelLine> lines;
  private final Set<ModelLine> found = new HashSet<>();

  private ModelWeaver(
      ClassVisitor out,
      Class<?> type,
      ModelClass model,
      Map<String, Integer> volatiles,
      Map<String, MethodFacts> facts,
      int release) {
    super(Opcodes.ASM9, out);
    this.type = type;
    this.model = model;
    this.volatiles = volatiles;
    this.facts = facts;
    this.lines = model.lines().stream().filter(line -> line.range().contains(release)).toList();
  }

  /**
   * Weaves a class.
   *
   * @param model what its methods mean; without lines where only volatile fields matter
   * @param volatiles aspects of the fields whose accesses count, by owner and name
   * @param release the feature release of this JDK
   * @throws ModelException when a line names something that the class does not have
   */
  static byte[] weave(
      byte[] classFile,
      Class<?> type,
      ModelClass model,
      Map<String, Integer> volatiles,
      int release) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Map<String, MethodFacts> facts = MethodFacts.of(reader);
    reader.accept(new ModelWeaver(writer, type, model, volatiles, facts, release), 0);
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String signature, String[] exceptions) {
    MethodVisitor out = super.visitMethod(access, name, desc, signature, exceptions);
    ModelLine line = lineFor(access, name, desc);
    if (line != null) {
      found.add(line);
    }
    if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      if (line != null && !line.isRest()) {
        throw new ModelException(line.origin(), line.text(), "a method with a body");
      }
      return out;
    }
    MethodFacts method = facts.get(name + desc);
    ModelLine woven = model.monitors() ? inMonitor(line, access) : line;
    if (woven != null
        && (woven.guard() != Guard.KEPT || woven.point() || !woven.clauses().isEmpty())) {
      out = new LineWeaver(out, type, access, name, desc, method, woven);
      if (woven.guard() != Guard.KEPT) {
        ModelledCalls.define(type.getName(), name, desc, woven.guard() == Guard.LIFTED);
      }
    }
    if (model.monitors()) {
      out = new MonitorWeaver(out, method);
    }
    return volatiles.isEmpty() ? out : new VolatileWeaver(out, name, volatiles, method);
  }

  private ModelLine lineFor(int access, String name, String desc) {
    ModelLine rest = null;
    for (ModelLine line : lines) {
      if (line.isRest()) {
        rest = isRest(access, name) ? line : null;
      } else if (line.name().equals(name)
          && (access & Opcodes.ACC_BRIDGE) == 0
          && (line.parameters() == null
              || line.parameters().equals(SimpleTypes.namesOf(Type.getArgumentTypes(desc))))) {
        return line;
      }
    }
    return rest;
  }

  private static boolean isRest(int access, String name) {
    int not =
        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_SYNTHETIC;
    return (access & not) == 0 && !name.equals("<init>");
  }

  /** The line of a method that may be synchronized: the outermost thing that it does is that. */
  private ModelLine inMonitor(ModelLine line, int access) {
    int sync = access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC);
    if (sync != Opcodes.ACC_SYNCHRONIZED) {
      return line;
    }
    List<Clause> clauses = new ArrayList<>();
    clauses.add(monitor(new Place.Entry(), Verb.ACQUIRE));
    clauses.addAll(line == null ? List.of() : line.clauses());
    clauses.add(monitor(new Place.End(), Verb.RELEASE));
    return new ModelLine(
        line == null ? model.origin() : line.origin(),
        line == null ? model.text() : line.text(),
        "*",
        null,
        JdkRange.ALL,
        line == null ? Guard.KEPT : line.guard(),
        line != null && line.always(),
        line != null && line.point(),
        clauses);
  }

  private static Clause monitor(Place place, Verb verb) {
    return new Clause(place, verb, Aspects.MONITOR, THIS, null, null, List.of());
  }

  @Override
  public void visitEnd() {
    for (ModelLine line : lines) {
      if (!found.contains(line)) {
        throw new ModelException(
            line.origin(), line.text(), "a method of this JDK's " + model.name());
      }
    }
    super.visitEnd();
  }
}
