package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.CallRule;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelClass.VolatileField;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelLocation;
import io.racedet.junit.agent.model.language.ModelParser;
import io.racedet.junit.agent.model.language.Monitors;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.CallKinds;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The model of the JDK, resolved against the running JDK. */
public final class JdkModel {
  private static final String RESOURCE = "/io/racedet/junit/agent/model/jdk.model";

  /** A class to weave, and its volatile fields. */
  private record Target(Class<?> type, ModelClass model, Map<String, VolatileField> volatiles) {}

  /** By internal name. */
  private final Map<String, Target> targets = new LinkedHashMap<>();

  /** The classes that have an entry of their own, which describes their calls. */
  private final Set<String> named = new LinkedHashSet<>();

  private final int release;
  private final AspectNames aspects;
  private List<CallRule> rules = List.of();

  private JdkModel(List<ModelClass> classes, AspectNames aspects, int release) {
    this.release = release;
    this.aspects = aspects;
    for (ModelClass model : classes) {
      if (model.range().contains(release)) {
        add(model);
      }
    }
  }

  /**
   * Reads the model of the JDK.
   *
   * @throws ModelException if it names a class that does not exist in this JDK
   */
  public static JdkModel load() {
    return of("jdk.model", read(RESOURCE));
  }

  static JdkModel of(String source, String text) {
    AspectNames aspects = new AspectNames();
    JdkModel model = of(ModelParser.parse(source, text, aspects), aspects);
    model.rules = ModelParser.rules(source, text);
    return model;
  }

  static JdkModel of(List<ModelClass> classes, AspectNames aspects) {
    return new JdkModel(classes, aspects, Runtime.version().feature());
  }

  /** The aspects that its lines define. */
  AspectNames aspects() {
    return aspects;
  }

  static String read(String resource) {
    try (InputStream in = JdkModel.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(ModelClass model) {
    if (model.optional() && find(model.name()) == null) {
      return;
    }
    Class<?> type = load(model.name(), model.origin(), model.text());
    Map<String, VolatileField> volatiles = new LinkedHashMap<>();
    for (VolatileField field : model.volatiles()) {
      Class<?> owner =
          field.owner().isEmpty() ? type : load(field.owner(), field.origin(), field.text());
      check(owner, field);
      volatiles.put(internalName(owner) + '.' + field.name(), field);
    }
    if (model.describesCalls()) {
      named.add(model.name());
    }
    merge(new Target(type, model, volatiles));
    if (!volatiles.isEmpty()) {
      for (Class<?> member : type.getNestMembers()) {
        ModelClass none =
            new ModelClass(
                model.origin(),
                model.text(),
                member.getName(),
                model.range(),
                false,
                List.of(),
                Monitors.IGNORED,
                false,
                List.of());
        merge(new Target(member, none, volatiles));
      }
    }
  }

  /* A nested class may have an entry of its own, before or after that of its outer class. */
  private void merge(Target added) {
    Target known = targets.get(internalName(added.type));
    if (known == null) {
      targets.put(internalName(added.type), added);
      return;
    }
    boolean addsLines = added.model.weavesMethods();
    boolean hasLines = known.model.weavesMethods();
    if (addsLines && hasLines) {
      throw new ModelException(added.model.origin(), added.model.text(), "one entry per class");
    }
    Map<String, VolatileField> volatiles = new LinkedHashMap<>(known.volatiles);
    volatiles.putAll(added.volatiles);
    ModelClass model = addsLines ? added.model : known.model;
    targets.put(internalName(added.type), new Target(added.type, model, volatiles));
  }

  private static Class<?> load(String name, ModelLocation origin, String text) {
    Class<?> type = find(name);
    if (type == null) {
      throw new ModelException(origin, text, "a class of this JDK");
    }
    return type;
  }

  private static Class<?> find(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  private static void check(Class<?> type, VolatileField field) {
    try {
      type.getDeclaredField(field.name());
    } catch (NoSuchFieldException e) {
      throw new ModelException(field.origin(), field.text(), "a field of " + type.getName());
    }
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Returns the classes that are woven, in the order of the model. */
  public List<Class<?>> classes() {
    return targets.values().stream().<Class<?>>map(Target::type).toList();
  }

  /**
   * Returns the synchronized methods of the classes of which it is recorded that they have got
   * their monitor, but for static ones: their names and descriptors, by the internal name of the
   * class.
   */
  public Map<String, Set<String>> synchronizedMethods() {
    Map<String, Set<String>> found = new HashMap<>();
    for (Target target : targets.values()) {
      if (target.model.monitors().areLocks()) {
        Set<String> methods =
            Stream.of(target.type.getDeclaredMethods())
                .filter(method -> Modifier.isSynchronized(method.getModifiers()))
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(JdkModel::nameAndDescriptor)
                .collect(Collectors.toSet());
        found.put(internalName(target.type), methods);
      }
    }
    return found;
  }

  private static String nameAndDescriptor(Method method) {
    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    return method.getName() + type.toMethodDescriptorString();
  }

  /** Whether the class, given by its internal name, is one of them. */
  boolean has(String name) {
    return targets.containsKey(name);
  }

  /** Weaves one class. */
  byte[] weave(Class<?> type, byte[] classFile) {
    Target target = targets.get(internalName(type));
    ModelledClass about = new ModelledClass(target.model, target.volatiles, true);
    return ModelWeaver.weave(classFile, about, ClassMembers.of(null), release);
  }

  /** As {@link #defineRules} and {@link #weave(Instrumentation)}. */
  public void install(Instrumentation instrumentation) {
    defineRules();
    weave(instrumentation);
  }

  /**
   * Weaves the model into the JDK.
   *
   * @param instrumentation of an agent that may retransform
   * @throws ModelException if a line names something that does not exist in this JDK; nothing is
   *     woven then
   */
  public void weave(Instrumentation instrumentation) {
    Weaving weaving = new Weaving();
    instrumentation.addTransformer(weaving, true);
    retransform(instrumentation);
    if (weaving.failure != null) {
      instrumentation.removeTransformer(weaving);
      retransform(instrumentation);
      throw weaving.failure;
    }
  }

  /**
   * Defines how calls of the JDK are treated, before other models do so: what a modelled class does
   * is known, unless a rule says more of it. That is not so for classes that are woven only because
   * they can access a private field of a modelled one.
   */
  public void defineRules() {
    CallKinds kinds = AgentState.callKinds();
    rules.forEach(rule -> kinds.add(rule.name(), rule.kind()));
    for (String name : named) {
      if (kinds.of(name, "") != CallKinds.SYNCHRONISED) {
        kinds.add(name, CallKinds.KNOWN);
      }
    }
  }

  private void retransform(Instrumentation instrumentation) {
    try {
      instrumentation.retransformClasses(classes().toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("the JDK's classes cannot be retransformed", e);
    }
  }

  /** Weaves the targets when the JVM retransforms them. */
  private final class Weaving implements ClassFileTransformer {
    private RuntimeException failure;

    /* The JVM ignores what a transformer throws, so the failure is kept. */
    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] classFile) {
      Target target = redefined == null ? null : targets.get(name);
      if (target == null || target.type != redefined) {
        return null;
      }
      try {
        return weave(redefined, classFile);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        }
        return null;
      }
    }
  }
}
