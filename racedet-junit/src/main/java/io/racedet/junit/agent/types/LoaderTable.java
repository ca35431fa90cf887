package io.racedet.junit.agent.types;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The {@link LoaderTypes} of each class loader, as long as the loader is reachable. Loaders are
 * compared by identity, without calling their methods. Thread-safe.
 */
final class LoaderTable {
  private final Map<Key, LoaderTypes> types = new ConcurrentHashMap<>();
  private final AtomicInteger loaders = new AtomicInteger();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

  LoaderTypes of(ClassLoader loader) {
    for (Reference<?> dead = collected.poll(); dead != null; dead = collected.poll()) {
      types.remove(dead);
    }
    LoaderTypes known = types.get(new Key(loader, null));
    if (known != null) {
      return known;
    }
    LoaderTypes created = new LoaderTypes(loaders.getAndIncrement());
    LoaderTypes before = types.putIfAbsent(new Key(loader, collected), created);
    return before == null ? created : before;
  }

  Collection<LoaderTypes> all() {
    return types.values();
  }

  private static final class Key extends WeakReference<ClassLoader> {
    private final int hash;

    Key(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
      super(loader, queue);
      this.hash = System.identityHashCode(loader);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      ClassLoader loader = get();
      return loader != null && other instanceof Key key && key.refersTo(loader);
    }
  }
}
