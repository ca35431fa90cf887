package io.racedet.junit.agent.subjects;

/** Monitors in every nesting, and waits. */
public final class Monitors {
  private static final Object OUTER = new Object();
  private static final StringBuilder INNER = new StringBuilder();

  private Monitors() {}

  static int block() {
    synchronized (OUTER) {
      return 1;
    }
  }

  static int loopInBlock() {
    int i = 0;
    synchronized (OUTER) {
      while (i < 3) {
        i++;
      }
    }
    return i;
  }

  static int nested() {
    int n = 0;
    synchronized (OUTER) {
      n++;
      synchronized (INNER) {
        n++;
      }
    }
    return n;
  }

  static void thrown() {
    synchronized (OUTER) {
      synchronized (INNER) {
        throw new IllegalStateException("inside");
      }
    }
  }

  static String nestedWithFinally() {
    StringBuilder s = new StringBuilder();
    try {
      synchronized (OUTER) {
        try {
          synchronized (INNER) {
            s.append('a');
            throw new IllegalStateException();
          }
        } catch (IllegalStateException e) {
          s.append('b');
        } finally {
          s.append('c');
        }
      }
    } finally {
      s.append(Thread.holdsLock(OUTER)).append(Thread.holdsLock(INNER));
    }
    return s.toString();
  }

  static synchronized int ofClass() {
    return 1;
  }

  synchronized int ofInstance(boolean fails) {
    if (fails) {
      throw new IllegalStateException();
    }
    return 2;
  }

  static int instance() {
    return new Monitors().ofInstance(false);
  }

  static void instanceThrows() {
    new Monitors().ofInstance(true);
  }

  static String waits() throws InterruptedException {
    String caught = "";
    synchronized (OUTER) {
      try {
        OUTER.wait();
      } catch (InterruptedException e) {
        caught = "interrupted";
      }
      OUTER.wait(5);
      OUTER.wait(5, 6);
      OUTER.notify();
      OUTER.notifyAll();
    }
    return caught;
  }

  static String calls() {
    Monitors all = new Monitors();
    return all.none()
        + " "
        + all.one(1)
        + " "
        + all.two(1, 1)
        + " "
        + all.wide(3.0)
        + " "
        + all.mixed(1, 2L, "1")
        + " "
        + all.own(5)
        + " "
        + ofClass(6)
        + " "
        + all.three(1, 2, 4);
  }

  private int own(int value) {
    return one(value);
  }

  private static synchronized int ofClass(int value) {
    return value;
  }

  synchronized int none() {
    return 0;
  }

  synchronized int one(int value) {
    return value;
  }

  synchronized int two(int one, int other) {
    return one + other;
  }

  synchronized double wide(double value) {
    return value;
  }

  synchronized int mixed(int one, long other, String text) {
    return (int) (one + other) + text.length();
  }

  synchronized int three(int one, int two, int three) {
    return one + two + three;
  }
}
