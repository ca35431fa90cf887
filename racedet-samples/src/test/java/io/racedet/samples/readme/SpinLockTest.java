package io.racedet.samples.readme;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;

/** The annotations of the example are those that it needs. */
class SpinLockTest {
  private int balance;

  @RaceFreeTest
  void deposits_underTheLock_areOrdered() {
    SpinLock lock = new SpinLock();
    RaceCheck.inParallel(() -> deposit(lock), () -> deposit(lock), () -> tryDeposit(lock));
  }

  private void deposit(SpinLock lock) {
    lock.lock();
    balance++;
    lock.unlock();
  }

  private void tryDeposit(SpinLock lock) {
    if (lock.tryLock()) {
      balance++;
      lock.unlock();
    }
  }
}
