package io.racedet.samples.deadlock;

import io.racedet.samples.Subject;
import java.util.concurrent.CompletableFuture;

/** A task of the common pool joins a stage that only its own end completes. */
public final class B12_JoinOfEachOther implements Subject {
  @Override
  public void run() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> first.join() + 1);
    CompletableFuture<Void> completes = second.thenAcceptAsync(first::complete);
    completes.join();
  }
}
