package io.racedet.samples.racy;

import io.racedet.samples.Subject;
import java.util.concurrent.CompletableFuture;

/** The caller reads the result of an asynchronous stage before it waits for the stage. */
public final class R18_StageReadEarly implements Subject {
  private int price;
  private int shown;

  @Override
  public void run() {
    CompletableFuture<Void> fetched = CompletableFuture.runAsync(() -> price = 10); // race: price
    shown = price; // race: price
    fetched.join();
  }
}
