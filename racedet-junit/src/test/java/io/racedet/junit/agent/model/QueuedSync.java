package io.racedet.junit.agent.model;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

/** A synchroniser with a state of either type. It is free in state 0. */
interface QueuedSync {
  void acquire();

  void acquireInterruptibly() throws InterruptedException;

  boolean tryAcquire(long nanos) throws InterruptedException;

  void release();

  void acquireShared();

  void acquireSharedInterruptibly() throws InterruptedException;

  boolean tryAcquireShared(long nanos) throws InterruptedException;

  void releaseShared();

  boolean hasQueuedThreads();

  Condition newCondition();

  /** A synchroniser with a state of 32 bits. */
  record OfInt(AbstractQueuedSynchronizer sync) implements QueuedSync {
    @Override
    public void acquire() {
      sync.acquire(1);
    }

    @Override
    public void acquireInterruptibly() throws InterruptedException {
      sync.acquireInterruptibly(1);
    }

    @Override
    public boolean tryAcquire(long nanos) throws InterruptedException {
      return sync.tryAcquireNanos(1, nanos);
    }

    @Override
    public void release() {
      sync.release(1);
    }

    @Override
    public void acquireShared() {
      sync.acquireShared(1);
    }

    @Override
    public void acquireSharedInterruptibly() throws InterruptedException {
      sync.acquireSharedInterruptibly(1);
    }

    @Override
    public boolean tryAcquireShared(long nanos) throws InterruptedException {
      return sync.tryAcquireSharedNanos(1, nanos);
    }

    @Override
    public void releaseShared() {
      sync.releaseShared(1);
    }

    @Override
    public boolean hasQueuedThreads() {
      return sync.hasQueuedThreads();
    }

    @Override
    public Condition newCondition() {
      return sync.new ConditionObject();
    }
  }

  /** A synchroniser with a state of 64 bits. */
  record OfLong(AbstractQueuedLongSynchronizer sync) implements QueuedSync {
    @Override
    public void acquire() {
      sync.acquire(1);
    }

    @Override
    public void acquireInterruptibly() throws InterruptedException {
      sync.acquireInterruptibly(1);
    }

    @Override
    public boolean tryAcquire(long nanos) throws InterruptedException {
      return sync.tryAcquireNanos(1, nanos);
    }

    @Override
    public void release() {
      sync.release(1);
    }

    @Override
    public void acquireShared() {
      sync.acquireShared(1);
    }

    @Override
    public void acquireSharedInterruptibly() throws InterruptedException {
      sync.acquireSharedInterruptibly(1);
    }

    @Override
    public boolean tryAcquireShared(long nanos) throws InterruptedException {
      return sync.tryAcquireSharedNanos(1, nanos);
    }

    @Override
    public void releaseShared() {
      sync.releaseShared(1);
    }

    @Override
    public boolean hasQueuedThreads() {
      return sync.hasQueuedThreads();
    }

    @Override
    public Condition newCondition() {
      return sync.new ConditionObject();
    }
  }
}
