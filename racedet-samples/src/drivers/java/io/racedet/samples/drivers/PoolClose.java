package io.racedet.samples.drivers;

import java.util.concurrent.Callable;
import org.apache.commons.pool.BaseObjectPool;

/** POOL-46: one thread closes a pool, another asks whether it is closed. */
public final class PoolClose implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    OpenOrClosed pool = new OpenOrClosed();
    return new Runnable[] {pool::closeNow, pool::closedNow};
  }

  private static final class OpenOrClosed extends BaseObjectPool {
    @Override
    public Object borrowObject() {
      return null;
    }

    @Override
    public void returnObject(Object borrowed) {}

    @Override
    public void invalidateObject(Object borrowed) {}

    void closeNow() {
      try {
        close();
      } catch (Exception e) {
        throw new IllegalStateException("close() of an open pool", e);
      }
    }

    boolean closedNow() {
      return isClosed();
    }
  }
}
