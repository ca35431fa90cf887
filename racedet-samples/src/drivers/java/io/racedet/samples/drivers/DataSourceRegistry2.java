package io.racedet.samples.drivers;

import java.util.ConcurrentModificationException;
import java.util.concurrent.Callable;
import javax.sql.ConnectionPoolDataSource;
import org.apache.commons.dbcp2.datasources.SharedPoolDataSource;

/** The same as {@link DataSourceRegistry} for DBCP 2, where the classes have other names. */
public final class DataSourceRegistry2 implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() throws Exception {
    SharedPoolDataSource closing = dataSource();
    closing.getConnection();
    return new Runnable[] {DataSourceRegistry2::open, () -> close(closing)};
  }

  private static SharedPoolDataSource dataSource() {
    SharedPoolDataSource source = new SharedPoolDataSource();
    source.setConnectionPoolDataSource(
        (ConnectionPoolDataSource) NoDatabase.of(ConnectionPoolDataSource.class));
    return source;
  }

  private static void open() {
    try {
      dataSource();
    } catch (ConcurrentModificationException e) {
      // The occasional failure from the bug report. The race exists whether or not it occurs.
    }
  }

  private static void close(SharedPoolDataSource source) {
    try {
      source.close();
    } catch (Exception e) {
      throw new IllegalStateException("close() of an open data source", e);
    }
  }
}
