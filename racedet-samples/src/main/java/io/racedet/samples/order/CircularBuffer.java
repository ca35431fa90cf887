package io.racedet.samples.order;

import io.racedet.samples.Subject;

/** A receiver that counts its turns, also those in which nothing was there to receive. */
public final class CircularBuffer implements Subject {
  private static final int ELEMENTS = 7;
  private static final int CAPACITY = 10;

  private final int[] elements = new int[CAPACITY]; // guarded by this, like the others
  private int first;
  private int next;
  private boolean sends = true;

  @Override
  public void run() throws InterruptedException {
    new Threads().add(this::send).add(this::receive).run();
  }

  private void send() {
    for (int i = 0; i < ELEMENTS; i++) {
      synchronized (this) {
        if (sends) {
          elements[next] = i;
          next = (next + 1) % CAPACITY;
          sends = false;
        }
      }
    }
  }

  private void receive() {
    for (int i = 0; i < ELEMENTS; i++) {
      synchronized (this) {
        if (!sends) {
          int received = elements[first];
          first = (first + 1) % CAPACITY;
          sends = true;
          if (received != i) {
            throw new AssertionError("received " + received + " in turn " + i);
          }
        }
      }
    }
  }
}
