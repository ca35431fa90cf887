package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;

/** Two threads take tickets from a plain field and may get the same one. */
public final class R14_PlainTicket implements TwoThreads {
  private int next;

  @Override
  public void first() {
    draw();
  }

  @Override
  public void second() {
    draw();
  }

  private int draw() {
    return ++next; // race: next
  }
}
