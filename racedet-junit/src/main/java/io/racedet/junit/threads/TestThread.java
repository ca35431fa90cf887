package io.racedet.junit.threads;

import java.util.List;

/**
 * A thread that runs the bodies of repetitions, one after the other, since starting one takes as
 * long as a short body. It has a thread group of its own, which identifies the threads that a test
 * starts; it is a daemon if the runner's thread is one, and so are the threads that it starts.
 *
 * <p>All methods are called by the thread that has created it, but {@link #run}.
 */
public final class TestThread extends Thread {
  // Thread.getThreadGroup() returns null once the thread has ended.
  private final TestThreads group;
  private Runnable body; // null between bodies
  private boolean isClosed;

  private TestThread(TestThreads group) {
    super(group, "racedet-test");
    this.group = group;
    setDaemon(Thread.currentThread().isDaemon());
  }

  /** Starts a thread. */
  public static TestThread started() {
    TestThread thread = new TestThread(new TestThreads());
    thread.start();
    return thread;
  }

  /** Returns the group of this thread. */
  public TestThreads group() {
    return group;
  }

  /** Returns the threads that bodies have started and that have not ended. */
  public List<Thread> others() {
    return group.alive().stream().filter(thread -> thread != this).toList();
  }

  /** Begins to run a body. The one before must have ended. */
  public synchronized void begin(Runnable next) {
    group.forgetDeath();
    body = next;
    notifyAll();
  }

  /**
   * Waits for the end of the body.
   *
   * @param millis for how long at most
   * @throws InterruptedException when the calling thread is interrupted
   */
  public synchronized boolean await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    while (body != null) {
      long left = (end - System.nanoTime() + 999_999) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Whether the body has ended, so that another one may begin. */
  public synchronized boolean hasEnded() {
    return body == null;
  }

  /** Lets the thread end, as soon as its body has ended. */
  public synchronized void close() {
    isClosed = true;
    notifyAll();
  }

  @Override
  public void run() {
    for (Runnable next = next(); next != null; next = next()) {
      next.run();
      // Bodies are independent of each other.
      Thread.interrupted();
      end();
    }
  }

  private synchronized void end() {
    body = null;
    notifyAll();
  }

  /* Returns null at the end. */
  private synchronized Runnable next() {
    while (body == null && !isClosed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Of a body that has ended: by a thread that it has left behind.
      }
    }
    return body;
  }
}
