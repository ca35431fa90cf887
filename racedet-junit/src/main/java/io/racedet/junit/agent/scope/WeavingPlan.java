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
  private final NeverWoven never = new NeverWoven();
  private final ClassOrigins origins = new ClassOrigins();
  private final SharedLibraries shared = new SharedLibraries();

  private final Map<Located, PlacedClass> outOfScope = new ConcurrentHashMap<>();

  /* Immutable and replaced as a whole, so that positions in it stay those of the same scopes. */
  private volatile List<Scope> scopes = List.of();

  private volatile boolean hasAllHooks;

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
    if (shared.isOwn(loader, name)) {
      return Depth.NONE;
    }
    boolean pure = AgentState.callKinds().of(name.replace('/', '.'), "") == CallKinds.PURE;
    if (pure) {
      return Depth.LENT;
    }
    return LibraryCollections.contains(name) ? Depth.CONTENTS : Depth.SYNC;
  }

  /** Notes what a class refers to that is going to be woven. */
  public void woven(String name, byte[] classFile) {
    shared.woven(name, classFile);
  }

  /** To how many of the libraries that racedet uses itself woven code refers. */
  public int usedLibraries() {
    return shared.used();
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
