package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AnnotatedLines;
import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.JdkRange;
import io.racedet.junit.agent.model.language.LineTable;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLine;
import io.racedet.junit.agent.model.language.ModelLocation;
import io.racedet.junit.agent.model.language.ModelParser;
import io.racedet.junit.agent.model.language.ModelSource;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** What users say about classes that synchronise in a way of their own. Thread-safe. */
public final class UserModels {
  private static final int RELEASE = Runtime.version().feature();

  private final JdkModel jdk;
  private final AspectNames aspects;
  private final Set<String> sources = new HashSet<>();

  /** By internal name. */
  private final Map<String, ModelClass> classes = new ConcurrentHashMap<>();

  /**
   * Starts without any.
   *
   * @param jdk the model whose classes nobody else may model
   */
  public UserModels(JdkModel jdk) {
    this.jdk = jdk;
    this.aspects = jdk.aspects();
  }

  /**
   * Adds a model, unless it has been added before.
   *
   * @param source its text
   * @param loader sees the classes that it names
   * @param instrumentation weaves those of them that are of the JDK
   * @return the binary names of the others, which are to be woven again
   * @throws ModelException when a line cannot be read, or names something that there is not
   */
  public synchronized Set<String> add(
      ModelSource source, ClassLoader loader, Instrumentation instrumentation) {
    if (sources.contains(source.name())) {
      return Set.of();
    }
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
    sources.add(source.name());
    classes.putAll(own);
    return own.values().stream().map(ModelClass::name).collect(Collectors.toSet());
  }

  private void sort(
      ModelClass model, ClassLoader loader, List<ModelClass> ofJdk, Map<String, ModelClass> own) {
    String name = model.name().replace('.', '/');
    if (jdk.has(name) || classes.containsKey(name) || own.containsKey(name)) {
      throw new ModelException(
          model.origin(), model.text(), "a class that no model has an entry for yet");
    }
    if (ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null) {
      ofJdk.add(model);
    } else {
      check(model, name, loader);
      own.put(name, model);
    }
  }

  /* Weaves what the loader has, to learn of errors before a test runs. */
  private void check(ModelClass model, String name, ClassLoader loader) {
    if (model.monitors() || !model.volatiles().isEmpty()) {
      throw new ModelException(
          model.origin(),
          model.text(),
          "methods only: monitors and volatile fields of these classes are recorded anyway");
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
   * Returns what users say about a class, in a model or by annotations.
   *
   * @param name internal name
   * @param classFile the class
   * @return it, or null when nobody says anything
   * @throws ModelException when an annotation cannot be read
   */
  public Modelled of(String name, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ModelClass model = classes.get(name);
    List<ModelLine> annotated = AnnotatedLines.of(reader, classFile, aspects);
    if (model == null && annotated.isEmpty()) {
      return null;
    }
    String className = name.replace('/', '.');
    List<ModelLine> lines = new ArrayList<>(annotated);
    if (model != null) {
      lines.addAll(model.lines());
    }
    ModelLocation origin = model == null ? new ModelLocation(className, 0) : model.origin();
    String text = model == null ? className : model.text();
    return new Modelled(
        new ModelClass(origin, text, className, JdkRange.ALL, List.of(), false, false, lines),
        reader);
  }

  /** A class that users have said something about. */
  public static final class Modelled {
    private final ModelClass model;
    private final Set<String> methods = new HashSet<>();

    private Modelled(ModelClass model, ClassReader reader) {
      this.model = model;
      LineTable table = new LineTable(model, RELEASE);
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
    }

    /**
     * Returns whether a method has a line, so that nothing else is woven into it.
     *
     * @param nameAndDescriptor the method
     * @return true when it has
     */
    public boolean has(String nameAndDescriptor) {
      return methods.contains(nameAndDescriptor);
    }

    /**
     * Weaves the lines into the class.
     *
     * @param classFile the class, woven otherwise
     * @param loader the loader that defines it
     * @return the class with the lines
     * @throws ModelException when a line names something that the class does not have
     */
    public byte[] weave(byte[] classFile, ClassLoader loader) {
      return UserModels.weave(model, classFile, loader);
    }
  }
}
