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

  private final Map<Located, PlacedClass> outOfScope = new ConcurrentHashMap<>();

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
    Located located = new Located(name, location == null ? "" : location.toString());
    PlacedClass known = outOfScope.get(located);
    if (known != null) {
      return isInScope(known);
    }
    PlacedClass placed = place(name, location);
    if (isInScope(placed)) {
      return true;
    }
    outOfScope.putIfAbsent(located, placed);
    return false;
  }

  /** The same for a class that is asked for at each new scope. */
  public boolean isInScope(PlacedClass placed) {
    return placed.isInOneOf(scopes);
  }

  /** A class, whose location may be null, to be asked for at each new scope. */
  public PlacedClass place(String name, URL location) {
    return new PlacedClass(name, origins.of(location));
  }

  /** Whether a class, whose loader and location may be null, is never woven, in no scope. */
  public boolean isNeverWoven(Module module, ClassLoader loader, String name, URL location) {
    return never.contains(module, loader, name, location);
  }
}
