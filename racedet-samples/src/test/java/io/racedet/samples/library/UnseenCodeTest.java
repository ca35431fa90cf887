package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data that threads hand over in classes whose accesses are not recorded: no event shows that one
 * critical section reads what another has written, but the two cannot be exchanged.
 */
class UnseenCodeTest {
  private static final String LIBRARY = "io.racedet.samples.library.UnseenCodeTest$Library";
  private static final int REPETITIONS = 30;

  /** Out of scope, like the classes of a library. */
  static final class Library {
    static final class Slot {
      private Object content;

      void put(Object object) {
        content = object;
      }

      Object get() {
        return content;
      }
    }

    static final class Loader extends URLClassLoader {
      private int searches;

      Loader() {
        super(new URL[] {Library.class.getProtectionDomain().getCodeSource().getLocation()}, null);
      }

      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        searches++;
        return super.findClass(name);
      }
    }

    static final class Mailbox {
      private Object mail;
      private final Lock lock = new ReentrantLock();

      synchronized void put(Object object) {
        mail = object;
      }

      synchronized Object get() {
        return mail;
      }

      void putLocked(Object object) {
        lock.lock();
        try {
          mail = object;
        } finally {
          lock.unlock();
        }
      }

      Object getLocked() {
        lock.lock();
        try {
          return mail;
        } finally {
          lock.unlock();
        }
      }

      synchronized Object await() throws InterruptedException {
        while (mail == null) {
          wait();
        }
        return mail;
      }

      synchronized void send(Object object) {
        mail = object;
        notifyAll();
      }
    }
  }

  private static final class Account {
    private int balance;
  }

  private interface Body {
    void run() throws Exception;
  }

  private static void check(Consumer<RaceCheck> settings, Runnable block) {
    RaceCheck check = RaceCheck.with().repetitions(REPETITIONS).exclude(LIBRARY);
    settings.accept(check);
    check.run(block::run);
  }

  private static void assertSilent(Runnable block) {
    assertThatCode(() -> check(check -> {}, block)).doesNotThrowAnyException();
  }

  private static void assertRace(Runnable block) {
    assertThatThrownBy(() -> check(check -> check.engines("wcp", "pwr-ee"), block))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("Account.balance");
  }

  private static void inParallel(Body one, Body other) {
    RaceCheck.inParallel(one::run, other::run);
  }

  private static void increment(Object found) {
    if (found instanceof Account account) {
      account.balance++;
    }
  }

  private static Account account(int balance) {
    Account account = new Account();
    account.balance = balance;
    return account;
  }

  @Test
  void monitorOfALibrary_handsOver() {
    assertSilent(
        () -> {
          Library.Mailbox mailbox = new Library.Mailbox();
          inParallel(() -> mailbox.put(account(1)), () -> increment(mailbox.get()));
        });
  }

  @Test
  void flagUnderTheMonitorOfALibrary_handsOver() {
    assertSilent(
        () -> {
          Library.Mailbox mailbox = new Library.Mailbox();
          Account account = new Account();
          inParallel(
              () -> {
                account.balance = 1;
                mailbox.put("ready");
              },
              () -> increment(mailbox.get() == null ? null : account));
        });
  }

  @Test
  void lockOfALibrary_handsOver() {
    assertSilent(
        () -> {
          Library.Mailbox mailbox = new Library.Mailbox();
          inParallel(() -> mailbox.putLocked(account(1)), () -> increment(mailbox.getLocked()));
        });
  }

  @Test
  void waitOfALibrary_handsOver() {
    assertSilent(
        () -> {
          Library.Mailbox mailbox = new Library.Mailbox();
          inParallel(() -> mailbox.send(account(1)), () -> increment(mailbox.await()));
        });
  }

  @Test
  void dataOfALibraryUnderALockOfOnesOwn_handsOver() {
    assertSilent(
        () -> {
          Library.Slot slot = new Library.Slot();
          Object lock = new Object();
          inParallel(
              () -> {
                Account account = account(1);
                synchronized (lock) {
                  slot.put(account);
                }
              },
              () -> {
                Object found;
                synchronized (lock) {
                  found = slot.get();
                }
                increment(found);
              });
        });
  }

  @Test
  void dataOfALibraryUnderReadAndWriteLocks_handsOver() {
    assertSilent(
        () -> {
          Library.Slot slot = new Library.Slot();
          ReadWriteLock lock = new ReentrantReadWriteLock();
          inParallel(
              () -> {
                Account account = account(1);
                lock.writeLock().lock();
                slot.put(account);
                lock.writeLock().unlock();
              },
              () -> {
                lock.readLock().lock();
                Object found = slot.get();
                lock.readLock().unlock();
                increment(found);
              });
        });
  }

  @Test
  void bitsUnderALock_handOver() {
    assertSilent(
        () -> {
          BitSet bits = new BitSet();
          Account account = new Account();
          inParallel(
              () -> {
                account.balance = 1;
                synchronized (bits) {
                  bits.set(1);
                }
              },
              () -> {
                boolean ready;
                synchronized (bits) {
                  ready = bits.get(1);
                }
                increment(ready ? account : null);
              });
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void collectionsThatLockThemselves_handOver(boolean ofCharacters) {
    assertSilent(
        () -> {
          List<Account> accounts = new Vector<>();
          StringBuffer text = new StringBuffer();
          Account account = new Account();
          inParallel(
              () -> {
                account.balance = 1;
                accounts.add(account);
                text.append('x');
              },
              () -> {
                boolean ready = ofCharacters ? !text.isEmpty() : !accounts.isEmpty();
                increment(ready ? account : null);
              });
        });
  }

  /** The account races only if the two sections of one lock are exchanged. */
  private static void inSections(Body one, Body other) {
    Object lock = new Object();
    Account account = new Account();
    inParallel(
        () -> {
          account.balance = 1;
          synchronized (lock) {
            one.run();
          }
        },
        () -> {
          Thread.sleep(3);
          synchronized (lock) {
            other.run();
          }
          account.balance++;
        });
  }

  @Test
  void sectionsWithoutUnseenCode_areExchanged() {
    assertRace(
        () ->
            inSections(
                () -> List.of("a", "b").indexOf("b"),
                () -> new ArrayList<>(List.of(Math.max(1, 2))).add(System.identityHashCode("b"))));
  }

  @Test
  void sectionWithAndSectionWithoutUnseenCode_areExchanged() {
    assertRace(
        () -> {
          Library.Slot slot = new Library.Slot();
          inSections(() -> slot.put("x"), () -> "y".hashCode());
        });
  }

  @Test
  void classLoaderUnderALock_handsNothingOver() {
    assertRace(
        () -> {
          Runnable one = inALoader(MakesAnother.class);
          Runnable other = inALoader(MakesAnother.class);
          inSections(one::run, other::run);
        });
  }

  /** Has the JVM call the loader when it runs. */
  public static final class MakesAnother implements Runnable {
    static final class Another {}

    @Override
    public void run() {
      new Another();
    }
  }

  private static Runnable inALoader(Class<? extends Runnable> type) {
    try {
      Class<?> copy = new Library.Loader().loadClass(type.getName());
      return (Runnable) copy.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void accessesBesideALibrary_raceStill() {
    assertRace(
        () -> {
          Library.Mailbox mailbox = new Library.Mailbox();
          Account account = new Account();
          inParallel(
              () -> {
                mailbox.put("x");
                account.balance = 1;
              },
              () -> {
                mailbox.get();
                account.balance++;
              });
        });
  }
}
