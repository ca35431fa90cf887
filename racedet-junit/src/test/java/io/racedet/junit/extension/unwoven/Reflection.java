package io.racedet.junit.extension.unwoven;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;

/** Starts threads, and asks the agent, in a way that no class file shows. */
final class Reflection {
  private Reflection() {}

  /** Starts a daemon. */
  static Object start(Runnable task) throws ReflectiveOperationException {
    Class<?> type = Class.forName("java.lang.Thread");
    Object thread = type.getConstructor(Runnable.class).newInstance(task);
    type.getMethod("setDaemon", boolean.class).invoke(thread, true);
    type.getMethod("start").invoke(thread);
    return thread;
  }

  static void startVirtual(Runnable task) throws ReflectiveOperationException {
    Class.forName("java.lang.Thread")
        .getMethod("startVirtualThread", Runnable.class)
        .invoke(null, task);
  }

  static Object commonPool() throws ReflectiveOperationException {
    return Class.forName("java.util.concurrent.ForkJoinPool").getMethod("commonPool").invoke(null);
  }

  static Object ofPools(String method, int threads) throws ReflectiveOperationException {
    return Class.forName("java.util.concurrent.Executors")
        .getMethod(method, int.class)
        .invoke(null, threads);
  }

  static void execute(Object pool, Runnable task) throws ReflectiveOperationException {
    Class.forName("java.util.concurrent.Executor")
        .getMethod("execute", Runnable.class)
        .invoke(pool, task);
  }

  /** Whether a class has hooks. */
  static boolean isWoven(Class<?> type) throws Exception {
    Instrumentation agent =
        (Instrumentation)
            Class.forName("io.racedet.runtime.AgentState", true, null)
                .getMethod("instrumentation")
                .invoke(null);
    AtomicBoolean isWoven = new AtomicBoolean();
    ClassFileTransformer look =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> seen,
              ProtectionDomain domain,
              byte[] classFile) {
            String text = new String(classFile, StandardCharsets.ISO_8859_1);
            isWoven.set(seen == type && text.contains("io/racedet/runtime/Hooks"));
            return null;
          }
        };
    agent.addTransformer(look, true);
    agent.retransformClasses(type);
    agent.removeTransformer(look);
    return isWoven.get();
  }

  /** Whether nothing is recorded. */
  static boolean isPutOff() throws ReflectiveOperationException {
    Class<?> type = Class.forName("io.racedet.junit.agent.RacedetAgent");
    return (boolean) type.getMethod("isPutOff").invoke(type.getMethod("install").invoke(null));
  }
}
