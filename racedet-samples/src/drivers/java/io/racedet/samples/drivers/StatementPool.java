package io.racedet.samples.drivers;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.apache.commons.dbcp.PoolingConnection;
import org.apache.commons.pool.impl.GenericKeyedObjectPool;

/**
 * DBCP-65: the evictor holds the pool of statements while it asks for their connection; a thread
 * that prepares a statement holds the connection while it asks for the pool.
 */
public final class StatementPool implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() throws Exception {
    GenericKeyedObjectPool pool = new GenericKeyedObjectPool();
    PoolingConnection connection =
        new PoolingConnection((Connection) NoDatabase.of(Connection.class), pool);
    pool.setFactory(connection);
    pool.setTestWhileIdle(true);
    connection.prepareStatement("select 1").close();
    return new Runnable[] {() -> evict(pool), () -> prepare(connection)};
  }

  private static void evict(GenericKeyedObjectPool pool) {
    try {
      pool.evict();
    } catch (Exception e) {
      throw new IllegalStateException("evict() on an open pool", e);
    }
  }

  private static void prepare(Connection connection) {
    try {
      connection.prepareStatement("select 2");
    } catch (SQLException e) {
      throw new IllegalStateException("prepareStatement() of an open connection", e);
    }
  }
}
