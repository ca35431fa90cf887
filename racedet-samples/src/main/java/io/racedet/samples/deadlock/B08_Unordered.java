package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;

/** Nothing keeps the second thread from running beside the first one. */
public final class B08_Unordered implements Subject {
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void run() throws InterruptedException {
    Thread orderer = new Thread(this::order, "orderer");
    Thread returner = new Thread(this::giveBack, "returner");
    orderer.start();
    returner.start();
    orderer.join();
    returner.join();
  }

  private void order() {
    synchronized (orders) {
      synchronized (stock) {
        ordered++;
      }
    }
  }

  private void giveBack() {
    synchronized (stock) {
      synchronized (orders) {
        ordered--;
      }
    }
  }
}
