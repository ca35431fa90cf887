package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.StructuredTaskScope;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Structured scopes: subtasks, their results, and what joiners do. */
@RaceFree
class StructuredTasks25Test extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void scope_allSucceed() throws Exception {
    Cell[] cs = cells(3);
    for (Cell c : cs) {
      c.add();
    }
    try (var scope =
        StructuredTaskScope.open(StructuredTaskScope.Joiner.<Cell>allSuccessfulOrThrow())) {
      for (Cell c : cs) {
        scope.fork(
            () -> {
              c.add();
              return c;
            });
      }
      scope.join().forEach(f -> f.get().add());
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void scope_firstFails_theOthersAtTheEnd() throws Exception {
    Cell[] cs = cells(3);
    try (var scope = StructuredTaskScope.open()) {
      for (Cell c : cs) {
        scope.fork(
            () -> {
              if (c.add() == 1) {
                throw new IllegalStateException("wanted");
              }
              return c;
            });
      }
      try {
        scope.join();
      } catch (StructuredTaskScope.FailedException e) {
        cs[0].getClass();
      }
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  /** Sums up in a plain field, which one lock guards. */
  private static final class Summing implements StructuredTaskScope.Joiner<Integer, Integer> {
    private final Cell sum = new Cell();

    @Override
    public boolean onFork(StructuredTaskScope.Subtask<? extends Integer> f) {
      synchronized (this) {
        sum.add();
      }
      return false;
    }

    @Override
    public synchronized boolean onComplete(StructuredTaskScope.Subtask<? extends Integer> f) {
      sum.value += f.get();
      return false;
    }

    @Override
    public Integer result() {
      return sum.add();
    }
  }

  @Test
  @Tag(PROMISED)
  void scope_ownJoiner() throws Exception {
    try (var scope = StructuredTaskScope.open(new Summing())) {
      scope.fork(() -> 1);
      scope.fork(() -> 2);
      scope.join();
    }
  }

  /** Cancels the scope at the first that completes. */
  private static final class First implements StructuredTaskScope.Joiner<Cell, Cell> {
    private volatile Cell first;

    @Override
    public boolean onComplete(StructuredTaskScope.Subtask<? extends Cell> f) {
      first = f.get();
      return true;
    }

    @Override
    public Cell result() {
      return first;
    }
  }

  @Test
  @Tag(PROMISED)
  void scope_cancelledByItsJoiner() throws Exception {
    Cell[] cs = cells(3);
    try (var scope = StructuredTaskScope.open(new First())) {
      for (Cell c : cs) {
        scope.fork(
            () -> {
              c.add();
              return c;
            });
      }
      scope.join().add();
    }
    for (Cell c : cs) {
      c.add();
    }
  }

  @Test
  @Tag(IMPLEMENTED)
  void scope_seenCancelled() throws Exception {
    Cell c = new Cell();
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(
          () -> {
            c.add();
            throw new IllegalStateException("wanted");
          });
      while (!scope.isCancelled()) {
        Thread.onSpinWait();
      }
      c.add();
      try {
        scope.join();
      } catch (StructuredTaskScope.FailedException e) {
        c.add();
      }
    }
  }

  @Test
  @Tag(PROMISED)
  void scope_timesOut() throws Exception {
    Cell c = new Cell();
    try (var scope =
        StructuredTaskScope.open(
            StructuredTaskScope.Joiner.<Integer>awaitAll(),
            config -> config.withTimeout(java.time.Duration.ofNanos(50_000)))) {
      scope.fork(
          () -> {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              c.add();
            }
            return 1;
          });
      try {
        scope.join();
      } catch (StructuredTaskScope.TimeoutException e) {
        c.getClass();
      }
    }
    c.add();
  }

  @Test
  @Tag(PROMISED)
  void scope_subtaskState() throws Exception {
    Cell c = new Cell();
    try (var scope = StructuredTaskScope.open(StructuredTaskScope.Joiner.<Integer>awaitAll())) {
      var f =
          scope.fork(
              () -> {
                c.add();
                throw new IllegalStateException("wanted");
              });
      scope.join();
      if (f.state() == StructuredTaskScope.Subtask.State.FAILED) {
        f.exception().getClass();
        c.add();
      }
    }
  }
}
