package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Models of what is locked for one key at a time, until a function for the key ends. */
@ResourceLock(Resources.GLOBAL)
class ModelOfKeysTest {
  /** Excludes by opaque writes, of which nobody but the model knows that they order. */
  private static final class Keyed {
    private static final VarHandle HELD;

    static {
      try {
        HELD = MethodHandles.lookup().findVarHandle(Keyed.class, "held", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private int held;

    private void take() {
      while ((int) HELD.getAndBitwiseOrAcquire(this, 1) != 0) {
        Thread.onSpinWait();
      }
    }

    private void give() {
      HELD.setOpaque(this, 0);
    }

    private static int number(String key) {
      return key.length();
    }

    @SyncModel(
        "after Keyed.number(String): capture returned;"
            + " before Runnable.run(): receive key of this[captured];"
            + " at unlock: send key of this[captured]")
    void change(String key, Runnable change) {
      number(key);
      take();
      try {
        synchronized (new Object()) {
          change.run();
        }
      } finally {
        give();
      }
    }

    @SyncModel(
        "send key of 1 if not isValue(1);"
            + " after Keyed.take(): receive key of 1 if not isValue(1);"
            + " before Keyed.give(): send key of 1 if not isValue(1)")
    void changeBy(Object key, Runnable change) {
      take();
      change.run();
      give();
    }
  }

  private static final class Account {
    private int balance;

    void deposit() {
      balance++;
    }

    void depositInVain() {
      balance++;
      throw new IllegalStateException();
    }
  }

  private static void deposit(Keyed keyed, Account account, String key) {
    try {
      keyed.change(key, account::depositInVain);
    } catch (IllegalStateException e) {
      keyed.change(key, account::deposit);
    }
  }

  private static void depositTwice(String key, String otherKey) {
    RaceCheck.with()
        .repetitions(20)
        .run(
            () -> {
              Account account = new Account();
              Keyed keyed = new Keyed();
              RaceCheck.inParallel(
                  () -> deposit(keyed, account, key), () -> deposit(keyed, account, otherKey));
            });
  }

  @Test
  void sameNumber_orders_alsoWhenTheFunctionThrows() {
    assertThatCode(() -> depositTwice("a", "b")).doesNotThrowAnyException();
  }

  @Test
  void otherNumber_ordersNothing() {
    assertThatThrownBy(() -> depositTwice("a", "bc"))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  private static void depositBy(Object key) {
    RaceCheck.with()
        .repetitions(20)
        .run(
            () -> {
              Account account = new Account();
              Keyed keyed = new Keyed();
              RaceCheck.inParallel(
                  () -> keyed.changeBy(key, account::deposit),
                  () -> keyed.changeBy(key, account::deposit));
            });
  }

  @Test
  void keyWithCode_orders() {
    assertThatCode(() -> depositBy(new Object())).doesNotThrowAnyException();
  }

  @Test
  void keyThatIsAValue_ordersNothing() {
    assertThatThrownBy(() -> depositBy("value"))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }
}
