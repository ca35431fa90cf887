package io.racedet.junit.truth.raw;

/** The clocks of a variable of the raw order. */
final class RawVariable {

  /** Of all its volatile writes. */
  final RawClock all = new RawClock();

  /** Of the last write, with those that updates have continued. */
  RawClock last = new RawClock();

  /** A successful or plain action of a thread on it. */
  void act(RawThread thread, int mode, boolean succeeds) {
    if ((mode & RawMode.READ) != 0) {
      read(thread, mode);
    }
    if ((mode & RawMode.WRITE) != 0 && succeeds) {
      write(thread, mode);
    }
  }

  private void read(RawThread thread, int mode) {
    if ((mode & RawMode.VOLATILE) != 0) {
      thread.clock.join(all);
      thread.clock.join(last);
    } else if ((mode & RawMode.ACQUIRE) != 0) {
      thread.clock.join(last);
    } else {
      thread.seen.join(last);
    }
  }

  private void write(RawThread thread, int mode) {
    boolean updates = (mode & RawMode.READ) != 0;
    RawClock published;
    if ((mode & RawMode.VOLATILE) != 0) {
      all.join(thread.clock);
      published = thread.clock;
    } else {
      published = (mode & RawMode.RELEASE) != 0 ? thread.clock : thread.fenced;
    }
    if (!updates) {
      last = new RawClock();
    }
    last.join(published);
  }
}
