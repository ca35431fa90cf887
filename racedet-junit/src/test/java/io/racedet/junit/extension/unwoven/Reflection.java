package io.racedet.junit.extension.unwoven;

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

  /** Whether nothing is woven. */
  static boolean isPutOff() throws ReflectiveOperationException {
    Class<?> type = Class.forName("io.racedet.junit.agent.RacedetAgent");
    return (boolean) type.getMethod("isPutOff").invoke(type.getMethod("install").invoke(null));
  }
}
