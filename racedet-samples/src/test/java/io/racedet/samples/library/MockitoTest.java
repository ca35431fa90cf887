package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mockito.MockedStatic;

/**
 * Mockito's inline mocks: Mockito retransforms the classes that it mocks, including those of the
 * JDK.
 */
class MockitoTest {
  private static final String MOCKITO = "org.mockito:mockito-core";

  /** Final, so that only the inline mock maker can mock it. */
  static final class Account {
    private int balance;

    int balance() {
      return balance;
    }

    void deposit(int amount) {
      balance += amount;
    }

    synchronized void depositSafely(int amount) {
      balance += amount;
    }

    static int limit() {
      return 10;
    }
  }

  @Test
  @RaceFree(repetitions = 4)
  void mock_usedByManyThreads_racesNowhere() {
    Account account = mock(Account.class);
    when(account.balance()).thenReturn(7);
    Crew.of(
        3,
        number -> {
          account.deposit(number);
          assertThat(account.balance()).isEqualTo(7);
        });
    verify(account, times(3)).balance();
    verify(account).deposit(2);
  }

  @Test
  @RaceFree(repetitions = 4)
  void spy_ofSafeMethod_racesNowhere() {
    Account account = spy(new Account());
    Crew.of(3, number -> account.depositSafely(1));
    verify(account, times(3)).depositSafely(1);
    assertThat(account.balance()).isEqualTo(3);
  }

  @Test
  @ExpectRace(on = "MockitoTest.Account.balance", with = @RaceFree(repetitions = 200))
  void spy_ofRacyMethod_races() {
    Account account = spy(new Account());
    Crew.of(2, number -> account.deposit(1));
  }

  @Test
  @ExpectRace(on = "MockitoTest.Account.balance")
  void classThatIsMockedElsewhere_isStillWoven() {
    assertThat(mock(Account.class).balance()).isZero();
    Account account = new Account();
    Crew.of(2, number -> account.deposit(1));
  }

  @Test
  @RaceFree(repetitions = 4)
  void staticMock_answersItsThreadOnly() {
    try (MockedStatic<Account> statics = mockStatic(Account.class)) {
      statics.when(Account::limit).thenReturn(99);
      assertThat(Account.limit()).isEqualTo(99);
      Crew.of(2, number -> assertThat(Account.limit()).isEqualTo(10));
    }
  }

  @Test
  @ExpectRace(on = "HashMap contents")
  void classOfTheJdkThatIsMocked_isStillModelled() {
    Map<?, ?> mocked = mock(HashMap.class);
    assertThat(mocked.size()).isZero();
    Map<Integer, Integer> map = new HashMap<>();
    Crew.of(2, number -> map.put(number, number));
  }

  @Test
  @RaceFree(instrument = MOCKITO, repetitions = 2)
  void mockitoItself_instrumented_mocksAsBefore() {
    List<Integer> list = mock();
    when(list.get(0)).thenReturn(1);
    Crew.of(3, number -> assertThat(list.get(0)).isEqualTo(1));
    verify(list, times(3)).get(0);
  }
}
