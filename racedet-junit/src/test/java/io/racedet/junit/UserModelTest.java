package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.DatagramPacket;
import java.util.function.Supplier;
import javax.swing.DefaultBoundedRangeModel;
import javax.swing.DefaultButtonModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users say what their own synchronisation means, in a file or by annotations. */
@ResourceLock(Resources.GLOBAL)
class UserModelTest {
  /** A lock made of opaque writes, of which nobody but its author knows that they order. */
  private abstract static class OpaqueLock {
    private static final VarHandle HELD;

    static {
      try {
        HELD = MethodHandles.lookup().findVarHandle(OpaqueLock.class, "held", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private int held;

    boolean take() {
      return (int) HELD.getAndBitwiseOrAcquire(this, 1) == 0;
    }

    void give() {
      HELD.setOpaque(this, 0);
    }

    abstract boolean tryLock();

    abstract void lock();

    abstract void unlock();
  }

  /** Says nothing. */
  private static class SilentLock extends OpaqueLock {
    @Override
    boolean tryLock() {
      return take();
    }

    @Override
    void lock() {
      while (!take()) {
        Thread.onSpinWait();
      }
    }

    @Override
    void unlock() {
      give();
    }
  }

  /** Is in a file of models. */
  private static final class ListedLock extends OpaqueLock {
    @Override
    boolean tryLock() {
      return take();
    }

    @Override
    void lock() {
      while (!take()) {
        Thread.onSpinWait();
      }
    }

    @Override
    void unlock() {
      give();
    }
  }

  /** Has annotations. */
  private static final class AnnotatedLock extends OpaqueLock {
    @Override
    @SyncModel("acquire this if result")
    boolean tryLock() {
      return take();
    }

    @Override
    @SyncModel("acquire this")
    void lock() {
      while (!take()) {
        Thread.onSpinWait();
      }
    }

    @Override
    @SyncModel("release this")
    void unlock() {
      give();
    }
  }

  private static final class Account {
    private int balance;

    void deposit(OpaqueLock lock) {
      lock.lock();
      balance++;
      lock.unlock();
    }

    void tryDeposit(OpaqueLock lock) {
      if (lock.tryLock()) {
        balance++;
        lock.unlock();
      }
    }

    void depositAnyway(OpaqueLock lock) {
      if (lock.tryLock()) {
        throw new IllegalStateException("somebody else holds it");
      }
      balance++;
    }
  }

  private static void check(Runnable block) {
    RaceCheck.with().repetitions(20).run(block::run);
  }

  private static void depositTwice(Supplier<OpaqueLock> locks) {
    check(
        () -> {
          Account account = new Account();
          OpaqueLock lock = locks.get();
          RaceCheck.inParallel(() -> account.deposit(lock), () -> account.tryDeposit(lock));
        });
  }

  @Test
  void lockWithoutModel_isNotSeen() {
    assertThatThrownBy(() -> depositTwice(SilentLock::new))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  @Test
  void lockInFile_orders() {
    assertThatCode(() -> depositTwice(ListedLock::new)).doesNotThrowAnyException();
  }

  @Test
  void lockWithAnnotations_orders() {
    assertThatCode(() -> depositTwice(AnnotatedLock::new)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void failedTry_ordersNothing(boolean annotated) {
    assertThatThrownBy(
            () ->
                check(
                    () -> {
                      Account account = new Account();
                      OpaqueLock lock = annotated ? new AnnotatedLock() : new ListedLock();
                      lock.lock();
                      RaceCheck.inParallel(
                          () -> account.depositAnyway(lock), () -> account.depositAnyway(lock));
                      lock.unlock();
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  @Test
  void twoLocks_orderNothing() {
    assertThatThrownBy(
            () ->
                check(
                    () -> {
                      Account account = new Account();
                      RaceCheck.inParallel(
                          () -> account.deposit(new AnnotatedLock()),
                          () -> account.deposit(new AnnotatedLock()));
                    }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  @Test
  void classOfTheJdk_inFile_orders() {
    assertThatCode(() -> check(UserModelTest::handOverAsPacket)).doesNotThrowAnyException();
  }

  private static void handOverAsPacket() {
    Account account = new Account();
    DatagramPacket packet = new DatagramPacket(new byte[1], 0);
    RaceCheck.inParallel(
        () -> {
          account.balance = 1;
          packet.setLength(1);
        },
        () -> {
          while (packet.getLength() == 0) {
            Thread.onSpinWait();
          }
          account.balance++;
        });
  }

  @Test
  void unknownClassOfTheJdk_orders() {
    assertThatCode(() -> check(UserModelTest::handOverByRange)).doesNotThrowAnyException();
  }

  private static void handOverByRange() {
    Account account = new Account();
    DefaultBoundedRangeModel range = new DefaultBoundedRangeModel();
    RaceCheck.inParallel(
        () -> {
          account.balance = 1;
          range.setValue(1);
        },
        () -> {
          while (range.getValue() == 0) {
            Thread.onSpinWait();
          }
          account.balance++;
        });
  }

  @Test
  void pureClass_inFile_ordersNothing() {
    assertThatThrownBy(() -> check(UserModelTest::handOverByButton))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  private static void handOverByButton() {
    Account account = new Account();
    DefaultButtonModel button = new DefaultButtonModel();
    RaceCheck.inParallel(
        () -> {
          account.balance = 1;
          button.setPressed(true);
          button.setEnabled(false);
        },
        () -> {
          while (button.isEnabled()) {
            Thread.onSpinWait();
          }
          account.balance++;
        });
  }

  @Test
  void wrongName_isAnErrorThatNamesIt() throws AgentUnavailable {
    RacedetAgent agent = RacedetAgent.install();
    ModelSource source = new ModelSource("my.model", "\npure com.acme.Log, com/acme/*");
    assertThatThrownBy(() -> agent.model(source, UserModelTest.class.getClassLoader()))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "my.model:2: cannot use \"pure com.acme.Log, com/acme/*\" (expected: package.*,"
                + " binary.Name or binary.Name#method)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lock() acquires this | 2 | acquires this | [location:] verb [aspect of] object[part]",
        "unlock() release that | 2 | release that | this, a number, result",
        "lick() acquire this | 2 | lick() acquire this | a method of io.racedet.junit.UserModelTest",
        "lock() acquire this.hold | 2 | lock() acquire this.hold | an existing member",
        "lock() acquire this if this.held and that | 2 | that | this, a number, result",
        "lock() acquire this if this.held and | 2 | this.held and | if [not] value",
        "lock() acquire 1 | 2 | lock() acquire 1 | an argument from 1 to 0",
        "volatile held | 1 | class io.racedet.junit.UserModelTest$SilentLock | methods only",
      })
  void wrongLine_isAnErrorThatNamesIt(String line, int number, String shown, String expected)
      throws AgentUnavailable {
    RacedetAgent agent = RacedetAgent.install();
    String text = "class io.racedet.junit.UserModelTest$SilentLock\n  " + line;
    assertThatThrownBy(
            () ->
                agent.model(
                    new ModelSource("my.model", text), UserModelTest.class.getClassLoader()))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("my.model:" + number + ": cannot use \"")
        .hasMessageContaining(shown)
        .hasMessageContaining("(expected: " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Nowhere, a class on the class path",
    "java.util.concurrent.Semaphore, a class without an entry in another model"
  })
  void wrongClass_isAnErrorThatNamesIt(String name, String expected) throws AgentUnavailable {
    RacedetAgent agent = RacedetAgent.install();
    ModelSource source = new ModelSource("my.model", "\nclass " + name + "\n  lock() acquire this");
    assertThatThrownBy(() -> agent.model(source, UserModelTest.class.getClassLoader()))
        .isInstanceOf(ModelException.class)
        .hasMessage("my.model:2: cannot use \"class " + name + "\" (expected: " + expected + ")");
  }
}
