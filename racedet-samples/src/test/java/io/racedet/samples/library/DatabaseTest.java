package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * H2 in memory: several connections insert into one table, and transfer between accounts in
 * another.
 */
class DatabaseTest {
  private static final List<String> H2 = List.of("com.h2database:h2");
  private static final String URL = "jdbc:h2:mem:bank;LOCK_TIMEOUT=20000";

  /**
   * Two caches of strings and values without synchronisation, and what they publish; the key of a
   * row, which all threads set to the same number; the index at which the last search in a page
   * ended; whether a thread waits for a table, which is read outside its lock; and the undo log of
   * a transaction, which is set after the transaction can be seen to be open.
   */
  private static final KnownRaces KNOWN =
      KnownRaces.on(
          "array String[1024][*]",
          "array Value[1024][*]",
          "ValueStringBase.value",
          "SearchRow.key",
          "Page.cachedCompare",
          "ArrayDeque contents",
          "array MVMap[256][*]");

  @Test
  void database_underLoad_racesNowhereElse() {
    KNOWN.checkOthers(H2, 1, () -> transact(2, 2));
  }

  @Test
  @Tag("soak")
  void database_underLongLoad_racesNowhereElse() {
    KNOWN.checkOthers(H2, 20, () -> transact(6, 12));
  }

  private static void transact(int clients, int rounds) throws SQLException {
    try (Connection first = DriverManager.getConnection(URL)) {
      execute(first, "create table entry(id identity primary key, client int, text varchar)");
      execute(first, "create table account(id int primary key, balance int)");
      execute(first, "insert into account values (0, 100), (1, 100)");
      Crew.of(clients, number -> work(number, rounds));
      assertThat(number(first, "select count(*) from entry")).isEqualTo(clients * rounds);
      assertThat(number(first, "select sum(balance) from account")).isEqualTo(200);
    }
  }

  private static void work(int client, int rounds) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL)) {
      connection.setAutoCommit(false);
      for (int i = 0; i < rounds; i++) {
        insert(connection, client, "entry " + i);
        int from = i % 2;
        execute(connection, "select * from account order by id for update");
        execute(connection, "update account set balance = balance - 1 where id = " + from);
        execute(connection, "update account set balance = balance + 1 where id = " + (1 - from));
        connection.commit();
      }
      int own = number(connection, "select count(*) from entry where client = " + client);
      assertThat(own).isEqualTo(rounds);
    }
  }

  private static void insert(Connection connection, int client, String text) throws SQLException {
    String sql = "insert into entry(client, text) values (?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setInt(1, client);
      insert.setString(2, text);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertThat(result.next()).isTrue();
      return result.getInt(1);
    }
  }
}
