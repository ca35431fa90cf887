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
import io.racedet.junit.agent.weave.flow.CodeSizes;
import io.racedet.junit.agent.weave.flow.ExplicitMonitors;
import io.racedet.junit.agent.weave.flow.JacocoProbes;
import io.racedet.junit.agent.weave.flow.UnneededHooks;
import io.racedet.junit.record.sites.MethodInfo;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Weaves class files. Thread-safe. */
public final class ClassWeaver {
  private static final int MAJOR_VERSION = 0xFFFF;

  /** Woven, a longer method may be too long to be compiled, unless its class gets more methods. */
  private static final int LONG_METHOD = CodeSizes.MAX_COMPILED_SIZE / 2;

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

  /** The result of weaving. */
  public record Woven(byte[] classFile, List<NotWoven> leftOut) {}

  /** Weaves a class that is being defined by a loader, which may be null. */
  public Woven weave(ClassLoader loader, byte[] classFile, Depth depth) {
    return weave(loader, classFile, depth, true);
  }

  /**
   * Weaves a class.
   *
   * @param loader the loader that defines it, or null
   * @param isDefinition whether it is not loaded yet, so that it may get further methods
   */
  public Woven weave(ClassLoader loader, byte[] classFile, Depth depth, boolean isDefinition) {
    if (depth == Depth.LENT) {
      return weaveLent(loader, classFile, isDefinition);
    }
    UserModels.Modelled modelled =
        models.of(new ClassReader(classFile).getClassName(), classFile, loader);
    return depth == Depth.CONTENTS
        ? weaveCollection(loader, classFile, isDefinition, modelled)
        : weaveAs(loader, classFile, depth, isDefinition, modelled);
  }

  /* What users say of a class themselves, or what is too long with more hooks, has only those for
   * synchronisation. */
  private Woven weaveCollection(
      ClassLoader loader, byte[] classFile, boolean isDefinition, UserModels.Modelled modelled) {
    if (modelled == null) {
      Woven woven = weaveAs(loader, classFile, Depth.CONTENTS, isDefinition, null);
      if (woven.leftOut.isEmpty()) {
        return woven;
      }
    }
    return weaveAs(loader, classFile, Depth.SYNC, isDefinition, modelled);
  }

  /**
   * Whether a class may as well be woven when it is loaded: then it can get no methods for the
   * accesses of those that would become too long.
   */
  public boolean mayBeWovenLater(byte[] classFile, Depth depth) {
    return depth != Depth.DATA
        || new CodeSizes(new ClassReader(classFile)).longerThan(LONG_METHOD).isEmpty();
  }

  /**
   * Prepares a class that is being defined for being woven when it is loaded: then its methods keep
   * the flags that they have now. Returns its class file, or null if it is to be as it is.
   */
  public byte[] prepare(ClassLoader loader, byte[] classFile, Depth depth) {
    if (depth == Depth.LENT) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    LoaderTypes home = types.typesOf(loader);
    ClassOutline outline = ClassOutline.of(reader, home);
    home.define(outline);
    Set<String> methods =
        toBeWithoutFlag(reader, loader, outline, models.of(outline.name(), classFile, loader));
    home.explicitMonitors(outline.name(), methods);
    return methods.isEmpty() ? null : new ExplicitMonitors(reader).write(methods);
  }

  private Woven weaveLent(ClassLoader loader, byte[] classFile, boolean isDefinition) {
    String name = new ClassReader(classFile).getClassName();
    byte[] asDefined = isDefinition ? null : withFlagsAsDefined(loader, name, classFile);
    byte[] current = asDefined == null ? classFile : asDefined;
    return new Woven(LentMonitors.weave(loader, current), List.of());
  }

  /* The entry of a model has been woven already, into methods that get nothing else. */
  private Woven weaveAs(
      ClassLoader loader,
      byte[] classFile,
      Depth depth,
      boolean isDefinition,
      UserModels.Modelled modelled) {
    ClassReader original = new ClassReader(classFile);
    ClassReader reader = modelled == null ? original : new ClassReader(modelled.classFile());
    LoaderTypes home = types.typesOf(loader);
    ClassOutline outline = defined(original, loader, home);
    if (depth == Depth.DATA) {
      outline.requireReasons();
    }
    WithoutFlags given = withoutFlags(reader, loader, outline, modelled, isDefinition);
    List<String> present = isDefinition ? null : home.accessMethods(outline.name());
    boolean mayHaveMore = !outline.isInterface() && (isDefinition || !present.isEmpty());
    WeavingAttempts attempts =
        new WeavingAttempts(given.reader, depth == Depth.DATA && mayHaveMore);
    Neighbours neighbours = new Neighbours(plan, loader, home);
    byte[] woven =
        attempts.run(
            () -> {
              ClassSites sites = new ClassSites(table, home.sites(outline.name()));
              WovenClass type =
                  new WovenClass(
                      loader,
                      outline,
                      given.methods,
                      given.reader.readInt(4) & MAJOR_VERSION,
                      depth,
                      sites,
                      table,
                      types,
                      neighbours,
                      attempts.mayAddConstants());
              byte[] result = weave(given.reader, type, attempts, present, modelled);
              home.sites(outline.name(), sites.ids());
              return result;
            });
    noteMonitors(outline, given, isDefinition, method -> asItIs(method, attempts, modelled));
    return new Woven(woven, attempts.notWoven(outline.name().replace('/', '.')));
  }

  private ClassOutline defined(ClassReader reader, ClassLoader loader, LoaderTypes home) {
    ClassOutline outline = ClassOutline.of(reader, home);
    home.define(outline);
    table.addType(outline.info(types.numbersFrom(loader)));
    return outline;
  }

  /**
   * Gives a loaded class that is not woven the flags with which it was defined: the JVM does not
   * let it change those of its methods; returns null if they are those of the class file.
   *
   * @throws IllegalStateException if another agent has changed a method that has had no flag
   */
  public byte[] withFlagsAsDefined(ClassLoader loader, String name, byte[] classFile) {
    Set<String> methods = types.typesOf(loader).explicitMonitors(name);
    return methods == null || methods.isEmpty() || WovenMark.isIn(classFile)
        ? null
        : new ExplicitMonitors(new ClassReader(classFile)).write(methods);
  }

  private static boolean asItIs(
      String method, WeavingAttempts attempts, UserModels.Modelled modelled) {
    return attempts.leavesOut(method) || modelled != null && modelled.has(method);
  }

  /* At last: if the weaving fails, the class is defined as it was. */
  private static void noteMonitors(
      ClassOutline outline, WithoutFlags given, boolean isDefinition, Predicate<String> asItIs) {
    if (isDefinition) {
      outline.home().explicitMonitors(outline.name(), given.methods);
    }
    Set<String> flagged = outline.allSynchronized();
    flagged.removeAll(given.methods);
    flagged.removeIf(asItIs);
    outline.home().flaggedMonitors(outline.name(), Set.copyOf(flagged));
  }

  /** A class with synchronized methods that have no flag. */
  private record WithoutFlags(ClassReader reader, Set<String> methods) {
    static WithoutFlags of(ClassReader reader, Set<String> methods) {
      return methods.isEmpty()
          ? new WithoutFlags(reader, methods)
          : new WithoutFlags(new ClassReader(new ExplicitMonitors(reader).write(methods)), methods);
    }
  }

  /* The JVM does not let a loaded class change the flags of its methods. */
  private WithoutFlags withoutFlags(
      ClassReader reader,
      ClassLoader loader,
      ClassOutline outline,
      UserModels.Modelled modelled,
      boolean isDefinition) {
    if (!isDefinition) {
      Set<String> known = outline.home().explicitMonitors(outline.name());
      return known == null || known.isEmpty()
          ? new WithoutFlags(reader, Set.of())
          : WithoutFlags.of(reader, known);
    }
    return WithoutFlags.of(reader, toBeWithoutFlag(reader, loader, outline, modelled));
  }

  private Set<String> toBeWithoutFlag(
      ClassReader reader, ClassLoader loader, ClassOutline outline, UserModels.Modelled modelled) {
    if (!outline.hasSynchronizedMethods() || types.hasDerivedVersion(loader, outline)) {
      return Set.of(); // the version depends on the flags of methods
    }
    Set<String> possible = new HashSet<>(new ExplicitMonitors(reader).possible());
    possible.removeIf(method -> modelled != null && modelled.has(method));
    return Set.copyOf(possible);
  }

  private byte[] weave(
      ClassReader reader,
      WovenClass type,
      WeavingAttempts attempts,
      List<String> present,
      UserModels.Modelled modelled) {
    ClassWriter writer = new ClassWriter(reader, 0);
    if (type.mayAddConstants()) {
      WovenMark.mark(writer);
    }
    Predicate<String> asItIs = method -> asItIs(method, attempts, modelled);
    Iterator<UnneededHooks> unneeded =
        plan.hasAllHooks() || !type.recordsData()
            ? UnneededHooks.none()
            : UnneededHooks.of(reader, new FieldRules(type));
    AccessMethods methods = new AccessMethods(writer, attempts.moved(), present);
    CodeSizes sizes = new CodeSizes(reader);
    reader.accept(new Members(writer, type, sizes, unneeded, methods, asItIs), 0);
    methods.end();
    type.home().accessMethods(type.name(), methods.present());
    return writer.toByteArray();
  }

  /* Those of javac and of the Kotlin compiler; since Java 11 nests need none. */
  private static boolean isAccessor(int access, String name) {
    int flags = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
    return (access & flags) == flags && name.startsWith(MethodCall.ACCESSOR);
  }

  /** Copies the members of a class, and weaves its methods. */
  private static final class Members extends ClassVisitor {
    private static final int WITHOUT_CODE = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

    private final WovenClass type;
    private final CodeSizes sizes;
    private final Iterator<UnneededHooks> unneeded;
    private final AccessMethods methods;
    private final Predicate<String> asItIs;
    private final boolean isClassLoader;
    private String source = "";

    Members(
        ClassWriter writer,
        WovenClass type,
        CodeSizes sizes,
        Iterator<UnneededHooks> unneeded,
        AccessMethods methods,
        Predicate<String> asItIs) {
      super(Opcodes.ASM9, writer);
      this.type = type;
      this.sizes = sizes;
      this.unneeded = unneeded;
      this.methods = methods;
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
      int originalLocals = sizes.nextLocals();
      UnneededHooks ofMethod = unneeded.next();
      boolean woven =
          (access & WITHOUT_CODE) == 0
              && !name.equals(JacocoProbes.INIT)
              && !isNumberOfThread(name, descriptor)
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
              isClassLoader,
              isAccessor(access, name));
      WovenCode code = new WovenCode(out, type, method, originalLocals);
      AccessMethods taking =
          type.recordsData() && methods.areFor(name, descriptor) ? methods : null;
      boolean hasMonitor = type.explicitMonitors().contains(name + descriptor);
      return new MethodWeaver(code, taking, ofMethod, access, hasMonitor);
    }

    /* A hook calls it to find out what is known of the thread: another hook in it would never end. */
    private boolean isNumberOfThread(String name, String descriptor) {
      return name.equals("getId")
          && descriptor.equals("()J")
          && type.overridesJdk(name, descriptor);
    }
  }
}
