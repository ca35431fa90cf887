package io.racedet.junit.extension;

import java.util.concurrent.atomic.AtomicInteger;

/** A class under test, separate from the test class. */
final class Account {
  private final AtomicInteger exact = new AtomicInteger();
  private int balance;

  void deposit() {
    balance = balance + 1;
  }

  synchronized void depositSafely() {
    balance = balance + 1;
  }

  void depositExactly() {
    exact.incrementAndGet();
  }
}
