package io.racedet.junit.agent;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.starts.StartWeaver;
import io.racedet.junit.agent.starts.StartingClasses;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.runtime.calls.StartListener;
import java.lang.instrument.Instrumentation;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * When the classes of the plan, and the JDK, are woven: at once, or, if that is put off, when a
 * thread is about to start. What a single thread does cannot be in a race, and a thread that starts
 * later runs woven code only. While it is put off again after that, nothing is recorded, so that
 * hooks have nothing to do; when many tests have started no thread, the code is put back to what it
 * was without hooks. Thread-safe.
 */
final class Weaving {
  /** The number of tests without a start of a thread after which that is done first. */
  private static final int PATIENCE = 50;

  private static final String SHUTDOWN = "java.lang.ApplicationShutdownHooks";

  private final Instrumentation instrumentation;
  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final JdkModel jdk;
  private final WeavingTransformer transformer;
  private final Retransformation retransformation;
  private final StartingClasses starting;
  private final Consumer<StartListener> serve;
  private boolean hasRules; // of the model of the JDK
  private boolean isJdkWoven;
  private boolean isTransforming; // classes that are being defined
  private boolean tellsStarts;
  private boolean isWoven; // what of the plan is loaded, unless more is due
  private boolean isMoreDue;
  private int wovenLibraries; // of those that racedet uses itself
  private int patience = PATIENCE;
  private Class<?> current; // whose tests are running, if it is put off; else null
  private volatile int calmTests; // since one has started a thread, or let one go on
  private final AtomicLong lastStart = new AtomicLong();
  private volatile Predicate<Thread> putOff; // tells threads that do not matter; null if it is not

  /**
   * @param serve makes the services of the agent known to the runtime
   */
  Weaving(
      Instrumentation instrumentation,
      WeavingPlan plan,
      TypeCatalog types,
      JdkModel jdk,
      WeavingTransformer transformer,
      Consumer<StartListener> serve) {
    this.instrumentation = instrumentation;
    this.plan = plan;
    this.types = types;
    this.jdk = jdk;
    this.transformer = transformer;
    this.serve = serve;
    retransformation = new Retransformation(instrumentation, plan, types, transformer);
    starting = new StartingClasses(plan, types);
  }

  /** Whether it is put off, and no thread has started since. */
  boolean isPutOff() {
    return putOff != null;
  }

  /**
   * Puts it off, for this scope as well.
   *
   * @param serves tells the threads that touch nothing of the program
   * @return false if classes are woven already
   */
  synchronized boolean putOff(Scope scope, Predicate<Thread> serves) {
    if (!isWoven) {
      begin(scope, serves);
    }
    return !isWoven;
  }

  /**
   * The same before a test of a class, if it is not expected to start a thread. Takes the hooks out
   * again if that has not happened for many tests.
   *
   * @param isAlone whether no other thread can act
   */
  synchronized boolean putOff(
      Scope scope, Class<?> testClass, Predicate<Thread> serves, BooleanSupplier isAlone) {
    calmTests++;
    begin(scope, serves);
    if (starting.mayStart(testClass, calmTests) || !isAlone.getAsBoolean()) {
      weave();
      return false;
    }
    current = testClass;
    if (isWoven && calmTests > patience) {
      patience *= 2;
      isWoven = false;
      isMoreDue = true;
      transformer.putOff(true);
      retransformation.undo();
    }
    return true;
  }

  private void begin(Scope scope, Predicate<Thread> serves) {
    tellStarts();
    transformer.putOff(!isWoven);
    transform();
    putOff = serves;
    if (plan.add(scope)) {
      retransformation.note();
      isMoreDue = true;
    }
  }

  /* It cannot do anything yet, so that all that it runs is woven. While that is put off there is no
   * other thread, which could hold what the weaving needs. */
  private void starting(Thread thread) {
    Predicate<Thread> serves = putOff;
    boolean isPutOff = serves != null;
    if (isPutOff || calmTests != 0) {
      boolean counts =
          thread == null || thread != Thread.currentThread() && !(isPutOff && serves.test(thread));
      if (counts) {
        calmTests = 0;
        lastStart.incrementAndGet();
        if (isPutOff && !isShutdown()) {
          weaveBeforeStart();
        }
      }
    }
  }

  private synchronized void weaveBeforeStart() {
    if (putOff != null) {
      if (current != null) {
        starting.surprised(current);
      }
      weave();
    }
  }

  /** A number that has changed if a thread may have gone on since the last test has begun. */
  long lastStart() {
    return lastStart.get();
  }

  /* Its hooks are threads, which start after the last test. */
  private static boolean isShutdown() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(SHUTDOWN)));
  }

  /** Weaves what was put off, if anything, and all that is asked for from now on. */
  synchronized void weave() {
    putOff = null;
    current = null;
    if (!isWoven) {
      transformer.putOff(false);
      if (!isJdkWoven) {
        defineRules();
        jdk.weave(instrumentation);
        jdk.synchronizedMethods().forEach(types.typesOf(null)::flaggedMonitors);
        isJdkWoven = true;
      }
      transform();
      isWoven = true;
    }
    if (isMoreDue) {
      run();
    }
  }

  /** Weaves the classes of a scope. */
  synchronized void cover(Scope scope) {
    weave();
    if (plan.add(scope)) {
      run();
    } else {
      weaveShared();
    }
  }

  /**
   * Adds a model, and weaves again the classes that it may concern, if they are woven.
   *
   * @param model adds it, and returns these classes
   */
  synchronized void add(Supplier<Predicate<Class<?>>> model) {
    defineRules();
    Predicate<Class<?>> changed = model.get();
    if (isWoven) {
      retransformation.runAgain(changed);
    }
  }

  private void defineRules() {
    if (!hasRules) {
      jdk.defineRules();
      hasRules = true;
    }
  }

  /** As {@link RacedetAgent#weaveShared}. */
  synchronized void weaveShared() {
    if (plan.usedLibraries() > wovenLibraries) {
      run();
    }
  }

  private void run() {
    isMoreDue = false;
    wovenLibraries = plan.usedLibraries();
    retransformation.run();
  }

  private void transform() {
    if (!isTransforming) {
      serve.accept(this::starting);
      instrumentation.addTransformer(transformer, true);
      isTransforming = true;
    }
  }

  private void tellStarts() {
    if (!tellsStarts) {
      StartWeaver.install(instrumentation);
      tellsStarts = true;
    }
  }
}
