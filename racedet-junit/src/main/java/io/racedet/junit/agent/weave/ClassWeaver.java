package io.racedet.junit.agent.weave;

import io.racedet.junit.agent.model.LentMonitors;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.ClassSites;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.ClassOutline;
import io.racedet.junit.agent.types.LoaderTypes;
import io.racedet.junit.agent.types.Neighbours;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.flow.DominatedAccesses;
import io.racedet.junit.agent.weave.flow.JacocoProbes;
import io.racedet.junit.agent.weave.flow.LocalCounts;
import io.racedet.junit.record.sites.MethodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassTooLargeException;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves class files. Thread-safe. */
public final class ClassWeaver {
  private static final int MAJOR_VERSION = 0xFFFF;

  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final SiteTable table;
  private final UserModels models;

  public ClassWeaver(WeavingPlan plan, TypeCatalog types, SiteTable table, UserModels models) {
    this.plan = plan;
    this.types = types;
    this.table = table;
    this.models = models;
  }

  /**
   * The result of weaving.
   *
   * @param classFile the woven class
   * @param leftOut methods that are not woven
   */
  public record Woven(byte[] classFile, List<NotWoven> leftOut) {}

  /**
   * Weaves a class.
   *
   * @param loader the loader that defines it, or null
   * @param classFile the class
   * @param depth how deeply
   */
  public Woven weave(ClassLoader loader, byte[] classFile, Depth depth) {
    if (depth == Depth.LENT) {
      return new Woven(LentMonitors.weave(loader, classFile), List.of());
    }
    ClassReader reader = new ClassReader(classFile);
    LoaderTypes home = types.typesOf(loader);
    ClassOutline outline = ClassOutline.of(reader, home);
    home.define(outline);
    table.addType(outline.info(types.numbersFrom(loader)));
    if (depth == Depth.DATA) {
      outline.requireReasons();
    }
    UserModels.Modelled modelled = models.of(outline.name(), classFile);
    Map<String, String> leftOut = new HashMap<>();
    Neighbours neighbours = new Neighbours(plan, loader, home);
    boolean mayAddConstants = true;
    while (true) {
      ClassSites sites = new ClassSites(table, home.sites(outline.name()));
      int version = reader.readInt(4) & MAJOR_VERSION;
      WovenClass type =
          new WovenClass(
              loader, outline, version, depth, sites, table, types, neighbours, mayAddConstants);
      try {
        byte[] woven = weave(reader, type, leftOut, modelled);
        home.sites(outline.name(), sites.ids());
        if (modelled != null) {
          woven = modelled.weave(woven, loader);
        }
        return new Woven(woven, notWoven(outline, leftOut));
      } catch (MethodNotWeavable e) {
        leaveOut(leftOut, e.method(), e.getMessage(), e);
      } catch (MethodTooLargeException e) {
        leaveOut(leftOut, e.getMethodName() + e.getDescriptor(), "it would exceed 64 KiB", e);
      } catch (ClassTooLargeException e) {
        if (!mayAddConstants) {
          throw e;
        }
        mayAddConstants = false;
      }
    }
  }

  private static void leaveOut(
      Map<String, String> leftOut, String method, String reason, RuntimeException cause) {
    if (leftOut.put(method, reason) != null) {
      throw cause; // too large even when not woven
    }
  }

  private static List<NotWoven> notWoven(ClassOutline outline, Map<String, String> leftOut) {
    List<NotWoven> result = new ArrayList<>();
    String className = outline.name().replace('/', '.');
    leftOut.forEach((method, reason) -> result.add(new NotWoven(className + '.' + method, reason)));
    return result;
  }

  private byte[] weave(
      ClassReader reader,
      WovenClass type,
      Map<String, String> leftOut,
      UserModels.Modelled modelled) {
    ClassWriter writer = new ClassWriter(reader, 0);
    if (type.mayAddConstants()) {
      WovenMark.mark(writer);
    }
    Predicate<String> asItIs =
        method -> leftOut.containsKey(method) || modelled != null && modelled.has(method);
    Iterator<DominatedAccesses> dominated =
        plan.hasAllHooks() || !type.recordsData()
            ? DominatedAccesses.none()
            : DominatedAccesses.of(reader, new FieldRules(type));
    reader.accept(new Members(writer, type, new LocalCounts(reader), dominated, asItIs), 0);
    return writer.toByteArray();
  }

  /** Copies the members of a class, and weaves its methods. */
  private static final class Members extends ClassVisitor {
    private static final int WITHOUT_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

    private final WovenClass type;
    private final LocalCounts locals;
    private final Iterator<DominatedAccesses> dominated;
    private final Predicate<String> asItIs;
    private final boolean isClassLoader;
    private String source = "";

    Members(
        ClassWriter writer,
        WovenClass type,
        LocalCounts locals,
        Iterator<DominatedAccesses> dominated,
        Predicate<String> asItIs) {
      super(Opcodes.ASM9, writer);
      this.type = type;
      this.locals = locals;
      this.dominated = dominated;
      this.asItIs = asItIs;
      this.isClassLoader = type.isClassLoader();
    }

    @Override
    public void visitSource(String file, String debug) {
      source = file == null ? "" : file;
      super.visitSource(file, debug);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor out = super.visitMethod(access, name, descriptor, signature, exceptions);
      int originalLocals = locals.next();
      DominatedAccesses ofMethod = dominated.next();
      boolean woven =
          (access & WITHOUT_CODE) == 0
              && !name.equals(JacocoProbes.INIT)
              && !asItIs.test(name + descriptor);
      if (!woven) {
        return out;
      }
      String className = type.name().replace('/', '.');
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      MethodInfo method =
          new MethodInfo(
              className,
              name,
              descriptor,
              source,
              isStatic,
              type.outline().lambdas().stable(name),
              type.home().number(),
              isClassLoader);
      WovenCode code = new WovenCode(out, type, method, originalLocals);
      return new MethodWeaver(code, ofMethod, access);
    }
  }
}
