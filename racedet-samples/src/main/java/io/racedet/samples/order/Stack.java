package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** A consumer asks whether something was ever pushed, not whether something is there. */
public final class Stack implements Subject {
  private static final int SIZE = 4;

  private final int[] elements = new int[SIZE]; // guarded by this, like the others
  private int top;
  private boolean filled;

  @Override
  public void run() throws InterruptedException {
    new Threads().add(this::produce).add(this::consume).run();
  }

  private void produce() {
    for (int i = 0; i < SIZE; i++) {
      synchronized (this) {
        elements[top++] = i;
        filled = true;
      }
    }
  }

  private void consume() {
    for (int i = 0; i < SIZE; i++) {
      synchronized (this) {
        if (filled) {
          if (top == 0) {
            throw new AssertionError("the stack is empty");
          }
          top--;
        }
      }
    }
  }
}
