package io.racedet.samples.drivers;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.apache.commons.dbcp.PoolableConnectionFactory;
import org.apache.commons.pool.impl.GenericObjectPool;

/**
 * DBCP-270: the evictor holds the pool while it asks for an idle connection; a thread that closes a
 * connection that was returned before holds it while it asks for the pool.
 */
public final class ConnectionPool implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() throws Exception {
    GenericObjectPool pool = new GenericObjectPool();
    pool.setTestWhileIdle(true);
    PoolableConnectionFactory factory =
        new PoolableConnectionFactory(
            () -> (Connection) NoDatabase.of(Connection.class), pool, null, null, false, false);
    Connection connection = (Connection) pool.borrowObject();
    pool.returnObject(connection);
    factory.activateObject(connection);
    return new Runnable[] {() -> close(connection), () -> evict(pool)};
  }

  private static void evict(GenericObjectPool pool) {
    try {
      pool.evict();
    } catch (Exception e) {
      throw new IllegalStateException("evict() on an open pool", e);
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It was returned already, which the pool may notice.
    }
  }
}
