package io.racedet.junit.agent;

import java.net.URL;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Decides how deeply each class is woven. Scopes add up. Thread-safe. */
final class WeavingPlan {
  private final NeverWoven never = new NeverWoven();
  private final Origins origins = new Origins();
  private final List<Scope> scopes = new CopyOnWriteArrayList<>();

  /** Adds a scope; false when it is there already. */
  boolean add(Scope scope) {
    if (scopes.contains(scope)) {
      return false;
    }
    scopes.add(scope);
    return true;
  }

  Origin origin(URL location) {
    return origins.of(location);
  }

  /**
   * Decides about a class.
   *
   * @param module its module
   * @param loader the loader that defines it, or null
   * @param name its internal name
   * @param location where it comes from, or null
   */
  Depth depth(Module module, ClassLoader loader, String name, URL location) {
    if (scopes.isEmpty() || never.contains(module, loader, name, location)) {
      return Depth.NONE;
    }
    String className = name.replace('/', '.');
    Origin origin = origins.of(location);
    for (Scope scope : scopes) {
      if (scope.contains(className, origin)) {
        return Depth.DATA;
      }
    }
    return Depth.SYNC;
  }
}
