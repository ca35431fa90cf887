package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Two threads move money between the same two balances. */
public final class R09_UnsynchronisedTransfer implements TwoThreads {
  private long checking = 100;
  private long savings = 100;

  @Override
  public void first() {
    transfer(10);
  }

  @Override
  public void second() {
    transfer(-20);
  }

  private void transfer(long amount) {
    checking -= amount; // race: checking
    savings += amount; // race: savings
  }
}
