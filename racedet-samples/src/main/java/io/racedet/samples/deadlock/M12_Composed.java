package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.concurrent.CompletableFuture;

/** The stage is composed with the other one instead of being joined in the pool. */
public final class M12_Composed implements Subject {
  @Override
  public void run() {
    CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> 1);
    CompletableFuture<Integer> second = first.thenApplyAsync(value -> value + 1);
    second.join();
  }
}
