package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;

/** Two threads move money between the same two balances, in a synchronized method. */
public final class C09_SynchronisedTransfer implements TwoThreads {
  private long checking = 100; // shared: checking
  private long savings = 100; // shared: savings

  @Override
  public void first() {
    transfer(10);
  }

  @Override
  public void second() {
    transfer(-20);
  }

  private synchronized void transfer(long amount) {
    checking -= amount;
    savings += amount;
  }
}
