package io.racedet.junit.agent.types;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The {@link LoaderTypes} of each class loader, as long as its classes can be woven again. Loaders
 * are compared by identity, without calling their methods. Thread-safe.
 *
 * <p>The references are phantoms: weak ones are cleared as soon as only finalizers can reach a
 * loader, while its classes stay loaded, with the flags that they got from what is known here.
 */
final class LoaderTable {
  private final Map<Key, LoaderTypes> types = new ConcurrentHashMap<>();
  private final AtomicInteger loaders = new AtomicInteger();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

  LoaderTypes of(ClassLoader loader) {
    for (Reference<?> dead = collected.poll(); dead != null; dead = collected.poll()) {
      types.remove(dead);
    }
    LoaderTypes known = types.get(new Wanted(loader));
    return known != null ? known : create(loader);
  }

  private synchronized LoaderTypes create(ClassLoader loader) {
    LoaderTypes before = types.get(new Wanted(loader));
    if (before != null) {
      return before;
    }
    LoaderTypes created = new LoaderTypes(loaders.getAndIncrement());
    types.put(new Kept(loader, collected), created);
    return created;
  }

  Collection<LoaderTypes> all() {
    return types.values();
  }

  /** Equal if they stand for the same loader, of which only one is kept. */
  private sealed interface Key {}

  private record Wanted(ClassLoader loader) implements Key {
    @Override
    public int hashCode() {
      return System.identityHashCode(loader);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Kept kept
          ? kept.refersTo(loader)
          : other instanceof Wanted wanted && wanted.loader == loader;
    }
  }

  private static final class Kept extends PhantomReference<ClassLoader> implements Key {
    private final int hash;

    Kept(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
      super(loader, queue);
      this.hash = System.identityHashCode(loader);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Wanted wanted && refersTo(wanted.loader);
    }
  }
}
