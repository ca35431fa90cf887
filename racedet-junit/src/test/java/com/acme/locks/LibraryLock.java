package com.acme.locks;

import java.util.concurrent.locks.AbstractQueuedSynchronizer;

/** A lock of a library, free in state 0. No test of racedet weaves the classes of this package. */
public final class LibraryLock extends AbstractQueuedSynchronizer {
  private static final long serialVersionUID = 1L;

  /**
   * Creates a lock.
   *
   * @param state 1 if it is not free
   */
  public LibraryLock(int state) {
    setState(state);
  }

  @Override
  protected boolean tryAcquire(int arg) {
    return compareAndSetState(0, 1);
  }

  @Override
  protected boolean tryRelease(int arg) {
    setState(0);
    return true;
  }

  @Override
  protected int tryAcquireShared(int arg) {
    return getState() == 0 ? 1 : -1;
  }

  @Override
  protected boolean tryReleaseShared(int arg) {
    setState(0);
    return true;
  }

  @Override
  protected boolean isHeldExclusively() {
    return getState() != 0;
  }
}
