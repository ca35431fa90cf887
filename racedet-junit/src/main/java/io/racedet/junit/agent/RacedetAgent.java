package io.racedet.junit.agent;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelSource;
import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.scope.WeavingLog;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.FlaggedMethods;
import io.racedet.junit.agent.types.InheritedMethods;
import io.racedet.junit.agent.types.InstanceFields;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ReferenceBridges;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.AgentServices;
import io.racedet.runtime.calls.StartListener;
import java.lang.instrument.Instrumentation;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The agent of this process: puts the hooks on the boot class path and weaves classes. Thread-safe.
 */
public final class RacedetAgent {
  private final Instrumentation instrumentation;
  private final WeavingPlan plan = new WeavingPlan();
  private final TypeCatalog types = new TypeCatalog();
  private final SiteTable sites = new SiteTable();
  private final WeavingLog log = new WeavingLog();
  private final JdkModel jdk = JdkModel.load();
  private final UserModels models = new UserModels(jdk);
  private final Weaving weaving;
  private final Set<Object> atExit = new HashSet<>();
  private final Set<ClassLoader> searched = Collections.newSetFromMap(new WeakHashMap<>());
  private Asked lastAsked; // null before the first
  private Scope lastScope;
  private Scope keptFor;
  private final Map<Class<?>, Object> kept = new HashMap<>(); // for that scope, by type

  private RacedetAgent(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    weaving =
        new Weaving(
            instrumentation,
            plan,
            types,
            jdk,
            new WeavingTransformer(plan, types, sites, models, log),
            Installed.services(instrumentation, types, sites));
  }

  /**
   * Called by the JVM for {@code -javaagent}.
   *
   * @param options must be absent
   * @throws AgentUnavailable if the hooks cannot be added to the boot class path
   */
  public static void premain(String options, Instrumentation instrumentation)
      throws AgentUnavailable {
    if (options != null && !options.isEmpty()) {
      throw new IllegalArgumentException(
          "-javaagent option: \"" + options + "\" (expected: no option after the jar)");
    }
    CommonPool.widen();
    prepare(instrumentation);
  }

  /**
   * Called by the JVM when the agent is attached from outside.
   *
   * @param options must be absent
   * @throws AgentUnavailable if the hooks cannot be added to the boot class path
   */
  public static void agentmain(String options, Instrumentation instrumentation)
      throws AgentUnavailable {
    premain(options, instrumentation);
  }

  /**
   * Returns the agent of this process, attaching it now if the process was not started with it.
   *
   * @throws AgentUnavailable if that is impossible; the message says what to do
   */
  public static RacedetAgent install() throws AgentUnavailable {
    synchronized (RacedetAgent.class) {
      if (!HookJar.isOnBootClassPath() || !Installed.isReady()) {
        CommonPool.widen(); // attaching creates the pool
        prepare(Attachment.attach());
      }
    }
    return Installed.agent();
  }

  /**
   * Sets whether classes that are woven from now on have all hooks, also for accesses that others
   * of their method cover. Recordings of all accesses need them. At first they have not.
   */
  public void giveAllHooks(boolean all) {
    plan.giveAllHooks(all);
  }

  private static void prepare(Instrumentation instrumentation) throws AgentUnavailable {
    if (!HookJar.isOnBootClassPath()) {
      HookJar.appendToBootClassPath(instrumentation);
    }
    Installed.keep(instrumentation);
  }

  /** Uses the runtime, so it must not be loaded before that is on the boot class path. */
  private static final class Installed {
    static boolean isReady() {
      return AgentState.instrumentation() != null;
    }

    static void keep(Instrumentation instrumentation) {
      AgentState.instrumentation(instrumentation);
    }

    /* Here, since who looks for the methods of the agent loads the types of its parameters. */
    static Consumer<StartListener> services(
        Instrumentation instrumentation, TypeCatalog types, SiteTable sites) {
      return starts -> {
        AccessorFields fields = new AccessorFields(instrumentation, types, sites);
        ReferenceBridges references = new ReferenceBridges();
        InheritedMethods inherited = new InheritedMethods(types);
        FlaggedMethods monitors = FlaggedMethods.of(types);
        InstanceFields copied = new InstanceFields(types, sites);
        AgentState.services(
            new AgentServices(fields, references, inherited, monitors, copied, starts));
      };
    }

    static RacedetAgent agent() throws AgentUnavailable {
      synchronized (AgentState.class) {
        if (AgentState.agent() == null) {
          AgentState.agent(new RacedetAgent((Instrumentation) AgentState.instrumentation()));
        }
        if (AgentState.agent() instanceof RacedetAgent agent) {
          return agent;
        }
        throw new AgentUnavailable(
            "racedet-junit was loaded by two class loaders, "
                + AgentState.agent().getClass().getClassLoader()
                + " and "
                + RacedetAgent.class.getClassLoader()
                + '.',
            "load it once, for all tests, with the class loader of JUnit.",
            null);
      }
    }
  }

  /**
   * Adds a model of classes outside the JDK, or of further classes of the JDK. Adding a model again
   * has no effect.
   *
   * @throws ModelException if the model has an error; no line of it is used then
   */
  public synchronized void model(ModelSource source, ClassLoader loader) {
    if (!models.has(source)) {
      weaving.add(() -> models.add(source, loader, instrumentation));
    }
  }

  /**
   * Adds the models that a class loader sees, unless that has been done before.
   *
   * @throws ModelException if one has an error
   */
  public synchronized void modelsVisibleTo(ClassLoader loader) {
    if (!searched.contains(loader)) {
      ModelSource.visibleTo(loader).forEach(source -> model(source, loader));
      searched.add(loader);
    }
  }

  /** Returns the scope of a test; all tests of a class, one after the other, have the same. */
  public synchronized Scope scope(
      Class<?> testClass, List<String> instrument, List<String> exclude) {
    Asked asked = new Asked(testClass, instrument, exclude);
    if (!asked.equals(lastAsked)) {
      lastScope = Scope.of(testClass, instrument, exclude);
      lastAsked = asked;
    }
    return lastScope;
  }

  /** What decides a scope. */
  private record Asked(Class<?> testClass, List<String> instrument, List<String> exclude) {}

  /**
   * Puts off the weaving of a scope, and of the JDK, until a thread is about to start, or {@link
   * #cover} is called: what a single thread does cannot be in a race. Classes that are defined
   * meanwhile are prepared for it.
   *
   * @param serves tells the threads that touch nothing of the program
   * @return false if classes are woven already
   */
  public boolean putOff(Scope scope, Predicate<Thread> serves) {
    return weaving.putOff(scope, serves);
  }

  /**
   * The same before a test of a class, if it is not expected to start a thread. Takes hooks out
   * again if that has not happened for many tests.
   *
   * @param isAlone whether no other thread can act
   * @return false if classes are woven, or are to be
   */
  public boolean putOff(
      Scope scope, Class<?> testClass, Predicate<Thread> serves, BooleanSupplier isAlone) {
    return weaving.putOff(scope, testClass, serves, isAlone);
  }

  /**
   * A number that has changed if a thread may have been started, or let go on, since a test was
   * last asked for by {@link #putOff(Scope, Class, Predicate, BooleanSupplier)}.
   */
  public long lastStart() {
    return weaving.lastStart();
  }

  /** Whether the weaving is put off, and no thread has started since. */
  public boolean isPutOff() {
    return weaving.isPutOff();
  }

  /**
   * Weaves the classes of a scope, both those that are loaded and those that will be. Scopes add
   * up; adding one again has no effect.
   *
   * @param scope the classes whose data accesses are recorded from now on
   * @return what of the scope is woven now
   */
  public Coverage cover(Scope scope) {
    weaving.cover(scope);
    return log.coverage(scope);
  }

  /**
   * Weaves the libraries that racedet uses itself, if classes that were woven since scopes were
   * last covered are the first to refer to them. Cheap if they are not.
   */
  public void weaveShared() {
    weaving.weaveShared();
  }

  /**
   * Returns how many classes of a scope that has been passed to {@link #cover} are woven by now,
   * and what could not be woven.
   */
  public Coverage coverage(Scope scope) {
    return log.coverage(scope);
  }

  /**
   * Returns a predicate that tells the woven classes of a scope, by their binary names. The scope
   * has been passed to {@link #cover}.
   */
  public Predicate<String> classesOf(Scope scope) {
    return className -> log.isWoven(className, scope);
  }

  /**
   * Returns what is kept for a scope until another one is asked for: all tests of a class have the
   * same.
   *
   * @param start creates it if there is none
   * @return the same object as at the last call with this scope
   */
  public synchronized <T> T keptFor(Scope scope, Class<T> type, Supplier<T> start) {
    if (!scope.equals(keptFor)) {
      kept.clear();
      keptFor = scope;
    }
    return type.cast(kept.computeIfAbsent(type, absent -> start.get()));
  }

  /** Registers an action to run when the JVM shuts down, unless there is one with the same key. */
  public synchronized void atExit(Object key, Runnable action) {
    if (atExit.add(key)) {
      Runtime.getRuntime().addShutdownHook(new Thread(action, "racedet-exit"));
    }
  }

  /** Returns the table of the ids in woven code, which grows while classes are woven. */
  public SiteTable sites() {
    return sites;
  }
}
