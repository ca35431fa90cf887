package io.racedet.samples.drivers;

import java.lang.reflect.Constructor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import javax.sql.PooledConnection;

/**
 * DERBY-5560: closing a pooled connection asks for its logical connection, and closing this one for
 * the pooled one. There is no server: the physical connection is made without its constructor.
 */
public final class ClientConnection implements Callable<Runnable[]> {
  private static final String CLIENT = "org.apache.derby.client.";

  @Override
  public Runnable[] call() throws Exception {
    Class<?> logicalType = Class.forName(CLIENT + "am.LogicalConnection");
    Class<?> pooledType = Class.forName(CLIENT + "ClientPooledConnection");
    Class<?> physicalType = Class.forName(CLIENT + "am.Connection");
    Object physical =
        LibraryObjects.constructedAs(Object.class, Class.forName(CLIENT + "net.NetConnection40"));
    LibraryObjects.set(
        physicalType,
        physical,
        "agent_",
        LibraryObjects.constructedAs(Object.class, Class.forName(CLIENT + "net.NetAgent")));
    PooledConnection pooled =
        (PooledConnection) LibraryObjects.constructedAs(Object.class, pooledType);
    Constructor<?> constructor = logicalType.getConstructor(physicalType, pooledType);
    Connection logical = (Connection) constructor.newInstance(physical, pooled);
    LibraryObjects.set(pooledType, pooled, "logicalConnection_", logical);
    LibraryObjects.set(pooledType, pooled, "listeners_", new java.util.ArrayList<>());
    return new Runnable[] {() -> close(logical), () -> close(pooled)};
  }

  private static void close(Connection logical) {
    try {
      logical.close();
    } catch (SQLException e) {
      // The physical connection was never open.
    }
  }

  private static void close(PooledConnection pooled) {
    try {
      pooled.close();
    } catch (SQLException e) {
      // The physical connection was never open.
    }
  }
}
