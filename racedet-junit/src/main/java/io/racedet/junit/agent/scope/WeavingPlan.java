package io.racedet.junit.agent.scope;

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

  /** By class, how many of the scopes, in their order, are known not to contain it. */
  private final Map<Located, Integer> outOf = new ConcurrentHashMap<>();

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
    boolean pure = AgentState.callKinds().of(name.replace('/', '.'), "") == CallKinds.PURE;
    return pure ? Depth.LENT : Depth.SYNC;
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
