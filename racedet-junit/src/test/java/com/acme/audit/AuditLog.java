package com.acme.audit;

import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicLong;

/** A log of a library whose users call it pure, and whose own test has it in scope. */
public final class AuditLog {
  private final Object lock = new Object();
  private final AtomicLong number = new AtomicLong();
  private final ServerSocket readers;
  private volatile long stamp;
  private int lines;

  /**
   * @param readers where readers connect; the model of the JDK does not know what a socket orders
   */
  public AuditLog(ServerSocket readers) {
    this.readers = readers;
  }

  public void lineUnderLock() {
    synchronized (lock) {
      lines++;
    }
  }

  public boolean hasReadersUnderLock() {
    synchronized (lock) {
      return readers.isBound();
    }
  }

  public synchronized int numberUnderMonitor() {
    return lines++;
  }

  public boolean hasReaders() {
    return readers.isBound();
  }

  public void stamp() {
    stamp = stamp + 1;
  }

  public void count() {
    number.incrementAndGet();
  }
}
