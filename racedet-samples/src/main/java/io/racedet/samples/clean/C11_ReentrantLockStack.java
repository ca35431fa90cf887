package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.concurrent.locks.ReentrantLock;

/** One thread pushes to a linked stack while another pops, under a ReentrantLock. */
public final class C11_ReentrantLockStack implements TwoThreads {
  private final ReentrantLock lock = new ReentrantLock();
  private Node head = new Node("bottom", null); // shared: head

  @Override
  public void first() {
    lock.lock();
    try {
      head = new Node("top", head);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void second() {
    lock.lock();
    try {
      head = head.below();
    } finally {
      lock.unlock();
    }
  }

  private record Node(String value, Node below) {}
}
