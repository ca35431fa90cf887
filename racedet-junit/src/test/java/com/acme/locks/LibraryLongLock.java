package com.acme.locks;

import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;

/** A lock of a library, free in state 0. No test of racedet weaves the classes of this package. */
public final class LibraryLongLock extends AbstractQueuedLongSynchronizer {
  private static final long serialVersionUID = 1L;

  /**
   * Creates a lock.
   *
   * @param state 1 if it is not free
   */
  public LibraryLongLock(long state) {
    setState(state);
  }

  @Override
  protected boolean tryAcquire(long arg) {
    return compareAndSetState(0, 1);
  }

  @Override
  protected boolean tryRelease(long arg) {
    setState(0);
    return true;
  }

  @Override
  protected long tryAcquireShared(long arg) {
    return getState() == 0 ? 1 : -1;
  }

  @Override
  protected boolean tryReleaseShared(long arg) {
    setState(0);
    return true;
  }

  @Override
  protected boolean isHeldExclusively() {
    return getState() != 0;
  }
}
