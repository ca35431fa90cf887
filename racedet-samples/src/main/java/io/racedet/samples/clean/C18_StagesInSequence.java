package io.racedet.samples.clean;

import io.racedet.samples.Subject;
import java.util.concurrent.CompletableFuture;

/** A second stage, and then the caller, read the result of the first stage. */
public final class C18_StagesInSequence implements Subject {
  private int price; // shared: price
  private int total; // shared: total
  private int shown;

  @Override
  public void run() {
    CompletableFuture.runAsync(() -> price = 10).thenRunAsync(() -> total = price + 2).join();
    shown = price + total;
  }
}
