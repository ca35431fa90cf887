package io.racedet.samples.clean;

import io.racedet.samples.Subject;
import io.racedet.samples.VirtualThreads;
import java.util.concurrent.locks.ReentrantLock;

/** Two virtual threads count visits under a ReentrantLock. */
public final class C17_VirtualThreadsWithLock implements Subject {
  private final ReentrantLock lock = new ReentrantLock();
  private int visits; // shared: visits

  @Override
  public void run() throws Exception {
    VirtualThreads.runBoth(this::visit, this::visit);
  }

  private void visit() {
    lock.lock();
    try {
      visits++;
    } finally {
      lock.unlock();
    }
  }
}
