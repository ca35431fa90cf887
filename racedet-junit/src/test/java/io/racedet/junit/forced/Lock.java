package io.racedet.junit.forced;

/** A lock of a program, or one mode of it, while the program is drawn. */
final class Lock {
  private final String acquire;
  private final String release;
  private final String monitor;
  private final boolean isShared;
  private final Holders holders;
  private Strand waiter;
  private boolean isNotified;

  /** Who holds a lock now. */
  private static final class Holders {
    private int readers;
    private int owners;
  }

  private Lock(String acquire, String release, String monitor, boolean isShared, Holders holders) {
    this.acquire = acquire;
    this.release = release;
    this.monitor = monitor;
    this.isShared = isShared;
    this.holders = holders;
  }

  static Lock monitor(String object) {
    return new Lock("synchronized (" + object + ") {", "}", object, false, new Holders());
  }

  static Lock lock(String object) {
    return new Lock(object + ".lock();", object + ".unlock();", "", false, new Holders());
  }

  /** The other mode of a lock, which several threads may hold at once. */
  Lock shared(String object) {
    return new Lock(object + ".lock();", object + ".unlock();", "", true, holders);
  }

  String acquire() {
    return acquire;
  }

  String release() {
    return release;
  }

  /** The object on which threads may wait, or empty. */
  String monitor() {
    return monitor;
  }

  /** Whether a thread gets it at once. */
  boolean isFree() {
    return holders.owners == 0 && (isShared || holders.readers == 0);
  }

  void change(int count) {
    holders.readers += isShared ? count : 0;
    holders.owners += isShared ? 0 : count;
  }

  /** A thread waits on it, or none does if that is null. */
  void setWaiter(Strand next) {
    waiter = next;
    isNotified = false;
  }

  Strand waiter() {
    return waiter;
  }

  void setNotified() {
    isNotified = true;
  }

  boolean isNotified() {
    return isNotified;
  }
}
