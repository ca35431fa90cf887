package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.apache.commons.pool.BaseKeyedPoolableObjectFactory;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/**
 * POOL-158: the evictor reads the minimum number of idle objects outside the lock that guards its
 * setter, between two critical sections of the same lock.
 */
public final class PoolEviction implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() throws Exception {
    GenericKeyedObjectPool pool =
        new GenericKeyedObjectPool(
            new BaseKeyedPoolableObjectFactory() {
              @Override
              public Object makeObject(Object key) {
                return new Object();
              }
            });
    pool.setMinEvictableIdleTimeMillis(1);
    pool.addObject("key");
    pool.addObject("key");
    Thread.sleep(5); // both objects are now idle long enough to be considered for eviction
    return new Runnable[] {() -> pool.setMinIdle(1), () -> evict(pool)};
  }

  private static void evict(GenericKeyedObjectPool pool) {
    try {
      pool.evict();
    } catch (Exception e) {
      throw new IllegalStateException("evict() on an open pool", e);
    }
  }
}
