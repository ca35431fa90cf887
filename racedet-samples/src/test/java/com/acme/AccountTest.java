package com.acme;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFreeTest;
import org.junit.jupiter.api.Tag;

// The example of the README, which ReadmeTest compares with the lines below. It fails by design.
@Tag("readme")
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
