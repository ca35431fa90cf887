package io.racedet.junit.stress;

import java.lang.reflect.Method;

/** How the threads of a program are created. */
enum ThreadKind {
  PLATFORM,
  VIRTUAL;

  private static final int FIRST_WITH_VIRTUAL = 21;

  /** Whether this JDK supports them. */
  boolean isAvailable() {
    return this == PLATFORM || Runtime.version().feature() >= FIRST_WITH_VIRTUAL;
  }

  /** Creates a thread that is not started. */
  Thread of(String name, Runnable body) {
    if (this == PLATFORM) {
      return new Thread(body, name);
    }
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      Method named = type.getMethod("name", String.class);
      Method unstarted = type.getMethod("unstarted", Runnable.class);
      return (Thread) unstarted.invoke(named.invoke(builder, name), body);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
