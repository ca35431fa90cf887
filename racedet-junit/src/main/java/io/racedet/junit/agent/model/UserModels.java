package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AnnotatedLines;
import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.CallRule;
import io.racedet.junit.agent.model.language.JdkRange;
import io.racedet.junit.agent.model.language.LineTable;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.ModelLocation;
import io.racedet.junit.agent.model.language.ModelParser;
import io.racedet.junit.agent.model.language.ModelSource;
import io.racedet.junit.agent.model.language.Monitors;
import io.racedet.runtime.AgentState;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * The models that users provide, in files or by annotations, and those of libraries. Thread-safe.
 */
public final class UserModels {
  private static final int RELEASE = Runtime.version().feature();

  private final JdkModel jdk;
  private final AspectNames aspects;
  private final LibraryModels libraries;
  private final Set<String> sources = new HashSet<>();

  /** By internal name. */
  private final Map<String, ModelClass> classes = new ConcurrentHashMap<>();

  /** Starts without a model. The classes of the model of the JDK cannot be modelled again. */
  public UserModels(JdkModel jdk) {
    this.jdk = jdk;
    this.aspects = jdk.aspects();
    this.libraries = LibraryModels.load(aspects);
  }

  /** Returns whether a model with its name has been added without an error. */
  public synchronized boolean has(ModelSource source) {
    return sources.contains(source.name());
  }

  /**
   * Adds a model.
   *
   * @param instrumentation weaves those of them that are classes of the JDK
   * @return what must be woven again, but for classes of the JDK
   * @throws ModelException if a line cannot be parsed, or names something that does not exist
   */
  public synchronized Predicate<Class<?>> add(
      ModelSource source, ClassLoader loader, Instrumentation instrumentation) {
    List<ModelClass> ofJdk = new ArrayList<>();
    Map<String, ModelClass> own = new HashMap<>();
    for (ModelClass model : ModelParser.parse(source.name(), source.text(), aspects)) {
      if (model.range().contains(RELEASE)) {
        sort(model, loader, ofJdk, own);
      }
    }
    if (!ofJdk.isEmpty()) {
      JdkModel.of(ofJdk, aspects).install(instrumentation);
    }
    List<CallRule> rules = ModelParser.rules(source.name(), source.text());
    rules.forEach(rule -> AgentState.callKinds().replace(rule.name(), rule.kind()));
    sources.add(source.name());
    classes.putAll(own);
    // Any class may call what a rule is about.
    return woven -> !rules.isEmpty() || own.containsKey(woven.getName().replace('.', '/'));
  }

  private void sort(
      ModelClass model, ClassLoader loader, List<ModelClass> ofJdk, Map<String, ModelClass> own) {
    String name = model.name().replace('.', '/');
    if (jdk.has(name) || classes.containsKey(name) || own.containsKey(name)) {
      throw new ModelException(
          model.origin(), model.text(), "a class without an entry in another model");
    }
    if (ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null) {
      ofJdk.add(model);
    } else {
      check(model, name, loader);
      own.put(name, model);
    }
  }

  /* Weaves the class as the loader finds it, to detect errors before a test runs. */
  private void check(ModelClass model, String name, ClassLoader loader) {
    if (model.monitors().areWoven() || !model.volatiles().isEmpty()) {
      throw new ModelException(
          model.origin(),
          model.text(),
          "methods only: the monitors and volatile fields of this class are recorded without a"
              + " model");
    }
    byte[] classFile = ClassMembers.of(loader).file(name);
    if (classFile == null) {
      throw new ModelException(model.origin(), model.text(), "a class on the class path");
    }
    weave(model, classFile, loader);
  }

  private static byte[] weave(ModelClass model, byte[] classFile, ClassLoader loader) {
    return ModelWeaver.weave(
        classFile, new ModelledClass(model, Map.of(), false), ClassMembers.of(loader), RELEASE);
  }

  /**
   * Weaves the entry of a class, from a model or annotations; null if there is none. What users say
   * of a class of a library replaces what is known of it.
   *
   * @throws ModelException if an annotation cannot be parsed, or a line of users names something
   *     that does not exist
   */
  public Modelled of(String name, byte[] classFile, ClassLoader loader) {
    ClassReader reader = new ClassReader(classFile);
    ModelClass model = classes.get(name);
    List<ModelLine> annotated = AnnotatedLines.of(reader, classFile, aspects);
    if (model == null && annotated.isEmpty()) {
      return ofLibrary(name, classFile, loader);
    }
    String className = name.replace('/', '.');
    List<ModelLine> lines = new ArrayList<>(annotated);
    if (model != null) {
      lines.addAll(model.lines());
    }
    ModelLocation origin = model == null ? new ModelLocation(className, 0) : model.origin();
    String text = model == null ? className : model.text();
    return woven(methods(origin, text, className, lines), classFile, loader);
  }

  /* A class that does not have what a line names is one of another version. */
  private Modelled ofLibrary(String name, byte[] classFile, ClassLoader loader) {
    ModelClass known = libraries.of(name);
    if (known == null) {
      return null;
    }
    String className = name.replace('/', '.');
    try {
      return woven(
          methods(known.origin(), known.text(), className, known.lines()), classFile, loader);
    } catch (ModelException otherVersion) {
      return null;
    }
  }

  private static ModelClass methods(
      ModelLocation origin, String text, String className, List<ModelLine> lines) {
    return new ModelClass(
        origin, text, className, JdkRange.ALL, false, List.of(), Monitors.IGNORED, false, lines);
  }

  private static Modelled woven(ModelClass model, byte[] classFile, ClassLoader loader) {
    return new Modelled(
        weave(model, classFile, loader), methods(model, new ClassReader(classFile)));
  }

  private static Set<String> methods(ModelClass model, ClassReader reader) {
    LineTable table = new LineTable(model, RELEASE);
    Set<String> methods = new HashSet<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            if (table.find(access, name, descriptor) != null) {
              methods.add(name + descriptor);
            }
            return null;
          }
        },
        ClassReader.SKIP_CODE);
    return methods;
  }

  /**
   * A class into which its entry has been woven.
   *
   * @param methods the names and descriptors of the methods that have a line, so that nothing else
   *     is woven into them
   */
  public record Modelled(byte[] classFile, Set<String> methods) {
    public Modelled {
      methods = Set.copyOf(methods);
    }

    /** Returns whether a method has a line. */
    public boolean has(String nameAndDescriptor) {
      return methods.contains(nameAndDescriptor);
    }
  }
}
