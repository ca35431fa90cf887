package io.racedet.junit.agent.subjects;

/** Methods that the JIT must compile even when woven. */
public final class Hot {
  private static final Object OUTER = new Object();
  private static final Object INNER = new Object();
  private int number;
  private final int[] elements = new int[4];

  private void oneMonitor() {
    synchronized (this) {
      number++;
    }
  }

  private void nestedMonitors() {
    synchronized (OUTER) {
      synchronized (INNER) {
        number++;
      }
      elements[number & 3]++;
    }
  }

  private synchronized void method() {
    elements[number & 3] += number++;
  }

  private synchronized int methodWithHandlers() {
    try {
      if (number < 0) {
        return elements[number];
      }
      number++;
      return elements[number & 3]++;
    } catch (IndexOutOfBoundsException e) {
      return -1;
    } finally {
      elements[0]++;
    }
  }

  private void monitorInTry() {
    try {
      synchronized (this) {
        number++;
        if (number < 0) {
          throw new IllegalStateException();
        }
      }
    } finally {
      elements[0]++;
    }
  }

  static int runAll() {
    Hot hot = new Hot();
    for (int i = 0; i < 30_000; i++) {
      hot.oneMonitor();
      hot.nestedMonitors();
      hot.method();
      hot.methodWithHandlers();
      hot.monitorInTry();
    }
    return hot.number;
  }
}
