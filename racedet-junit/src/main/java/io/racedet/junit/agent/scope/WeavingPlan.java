package io.racedet.junit.agent.scope;

import io.racedet.junit.libraries.LibraryCollections;
import io.racedet.runtime.AgentState;
import io.racedet.runtime.calls.CallKinds;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Decides how deeply each class is woven. Scopes add up. Thread-safe. */
public final class WeavingPlan {
  /* Racedet uses collections of this library itself, those with most users. They get hooks for their
   * contents only where code in a scope calls them: racedet's analysis would take longer. */
  private static final String SHARED = "it/unimi/dsi/fastutil/";

  private final NeverWoven never = new NeverWoven();
  private final ClassOrigins origins = new ClassOrigins();

  /** By class, how many of the scopes, in their order, are known not to contain it. */
  private final Map<Located, Integer> outOf = new ConcurrentHashMap<>();

  /* Immutable and replaced as a whole, so that positions in it stay those of the same scopes. */
  private volatile List<Scope> scopes = List.of();

  private volatile boolean hasAllHooks;

  private volatile boolean isSharedCalled;

  private record Located(String name, String location) {}

  /** Adds a scope; false if it has been added before. */
  public synchronized boolean add(Scope scope) {
    if (scopes.contains(scope)) {
      return false;
    }
    List<Scope> more = new ArrayList<>(scopes);
    more.add(scope);
    scopes = List.copyOf(more);
    return true;
  }

  /** Sets whether accesses get hooks, too, that others of their method cover. */
  public void giveAllHooks(boolean all) {
    hasAllHooks = all;
  }

  /** Whether accesses get hooks, too, that others of their method cover. */
  public boolean hasAllHooks() {
    return hasAllHooks;
  }

  public ClassOrigin origin(URL location) {
    return origins.of(location);
  }

  /** Decides about a class; its loader and its location may be null. */
  public Depth depth(Module module, ClassLoader loader, String name, URL location) {
    List<Scope> known = scopes;
    if (known.isEmpty() || never.contains(module, loader, name, location)) {
      return Depth.NONE;
    }
    if (isInScope(name, location)) {
      return Depth.DATA;
    }
    boolean pure = AgentState.callKinds().of(name.replace('/', '.'), "") == CallKinds.PURE;
    if (pure) {
      return Depth.LENT;
    }
    return isCollection(loader, name) ? Depth.CONTENTS : Depth.SYNC;
  }

  /** Whether a class is a collection of a library whose contents are recorded. */
  public boolean isCollection(ClassLoader loader, String name) {
    return LibraryCollections.contains(name)
        && (isSharedCalled
            || !name.startsWith(SHARED)
            || loader != WeavingPlan.class.getClassLoader());
  }

  /** Code in a scope calls a class that is in none. */
  public void called(String name) {
    if (!isSharedCalled && name.startsWith(SHARED)) {
      isSharedCalled = true;
    }
  }

  /** Whether such a call concerns classes that were woven before it was known. */
  public boolean isSharedCalled() {
    return isSharedCalled;
  }

  /**
   * Whether the data accesses of a class, whose location may be null, are recorded, if it can be
   * woven at all.
   */
  public boolean isInScope(String name, URL location) {
    List<Scope> known = scopes;
    Located located = new Located(name, location == null ? "" : location.toString());
    int asked = outOf.getOrDefault(located, 0);
    if (asked >= known.size()) {
      return false;
    }
    String className = name.replace('/', '.');
    ClassOrigin origin = origins.of(location);
    int next = asked;
    while (next < known.size() && !known.get(next).contains(className, origin)) {
      next++;
    }
    if (next > asked) {
      outOf.merge(located, next, Math::max);
    }
    return next < known.size();
  }
}
