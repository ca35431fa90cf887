package com.acme;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;

class AccountTest {
  static class Account {
    int balance;

    void deposit(int amount) {
      balance += amount;
    }
  }

  @RaceFreeTest
  void depositsAreSafe() {
    Account account = new Account();
    RaceCheck.inParallel(() -> account.deposit(10), () -> account.deposit(20));
  }
}
