package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;

/** The second thread is started when the first one has ended. */
public final class M08_OrderedByJoin implements Subject {
  private final Object orders = new Object();
  private final Object stock = new Object();
  private int ordered;

  @Override
  public void run() throws InterruptedException {
    Thread orderer = new Thread(this::order, "orderer");
    Thread returner = new Thread(this::giveBack, "returner");
    orderer.start();
    orderer.join();
    returner.start();
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
