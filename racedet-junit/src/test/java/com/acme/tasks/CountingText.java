package com.acme.tasks;

import java.util.Formattable;
import java.util.Formatter;
import java.util.concurrent.atomic.AtomicInteger;

/** A text of a library, which counts how often it was asked for. */
public final class CountingText implements Formattable {
  private final AtomicInteger count = new AtomicInteger();

  /** How often it was asked for. */
  public int count() {
    return count.get();
  }

  @Override
  public void formatTo(Formatter formatter, int flags, int width, int precision) {
    count.incrementAndGet();
  }
}
