package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More threads than connections. */
class HikariTest {
  private static final String LIBRARY = "com.zaxxer:HikariCP";

  /**
   * Three settings that the housekeeper periodically reads and copies to plain fields; a connection
   * that is evicted before its creation is logged; and the time of an idle connection, which the
   * housekeeper reads before it reserves the connection, so that a thread may have borrowed and
   * returned it meanwhile.
   */
  private static final KnownRaces KNOWN =
      KnownRaces.on(
          "PoolBase.connectionTimeout",
          "PoolBase.validationTimeout",
          "ProxyLeakTaskFactory.leakDetectionThreshold",
          "PoolEntry.connection",
          "PoolEntry.lastAccessed");

  @Test
  void pool_underLoad_racesNowhereElse() {
    KNOWN.checkOthers(List.of(LIBRARY), 2, () -> borrow(4, 15));
  }

  @Test
  @Tag("soak")
  void pool_underLongLoad_racesNowhereElse() {
    KNOWN.checkOthers(List.of(LIBRARY), 20, () -> borrow(8, 40));
  }

  private static HikariDataSource pool() {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl("jdbc:h2:mem:");
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(3);
    config.setMinimumIdle(1);
    return new HikariDataSource(config);
  }

  private static void borrow(int threads, int rounds) {
    try (HikariDataSource pool = pool()) {
      Crew.of(
          threads,
          number -> {
            for (int i = 0; i < rounds; i++) {
              use(pool, number * rounds + i);
            }
          });
      assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  private static void use(HikariDataSource pool, int number) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select " + number)) {
      assertThat(result.next()).isTrue();
      assertThat(result.getInt(1)).isEqualTo(number);
      if (number % 10 == 0) {
        pool.evictConnection(connection);
      }
    }
  }

  @Test
  @ExpectRace(
      on = "ProxyConnection.isReadOnly",
      with = @RaceFree(instrument = LIBRARY, timeLimit = "300s"))
  void connection_usedByTwoThreads_races() throws Exception {
    try (HikariDataSource pool = pool();
        Connection connection = pool.getConnection()) {
      Crew.of(2, number -> connection.setReadOnly(number == 0));
    }
  }
}
