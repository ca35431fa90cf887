package com.acme.tasks;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A queue of a library, which has room for one task. No test of racedet weaves the classes of this
 * package: what the monitor orders is not recorded.
 */
public final class LibraryQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
  private Runnable only;

  @Override
  public synchronized boolean offer(Runnable task) {
    if (only != null) {
      return false;
    }
    only = task;
    notifyAll();
    return true;
  }

  @Override
  public synchronized Runnable poll() {
    Runnable task = only;
    only = null;
    return task;
  }

  @Override
  public synchronized Runnable peek() {
    return only;
  }

  @Override
  public synchronized int size() {
    return only == null ? 0 : 1;
  }

  @Override
  public synchronized boolean remove(Object task) {
    return task.equals(only) && poll() != null;
  }

  @Override
  public synchronized Runnable take() throws InterruptedException {
    while (only == null) {
      wait();
    }
    return poll();
  }

  @Override
  public synchronized Runnable poll(long time, TimeUnit unit) throws InterruptedException {
    if (only == null) {
      unit.timedWait(this, time);
    }
    return poll();
  }

  @Override
  public boolean offer(Runnable task, long time, TimeUnit unit) {
    return offer(task);
  }

  @Override
  public void put(Runnable task) {
    add(task);
  }

  @Override
  public int remainingCapacity() {
    return 1 - size();
  }

  @Override
  public int drainTo(Collection<? super Runnable> tasks) {
    return drainTo(tasks, 1);
  }

  @Override
  public synchronized int drainTo(Collection<? super Runnable> tasks, int limit) {
    int drained = Math.min(size(), limit);
    if (drained > 0) {
      tasks.add(poll());
    }
    return drained;
  }

  @Override
  public Iterator<Runnable> iterator() {
    Runnable task = peek();
    return task == null ? List.<Runnable>of().iterator() : List.of(task).iterator();
  }
}
