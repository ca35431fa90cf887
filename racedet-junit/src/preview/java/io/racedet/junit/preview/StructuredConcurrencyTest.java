package io.racedet.junit.preview;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import org.junit.jupiter.api.Test;

/** Structured concurrency, a preview of JDK 25: owner, subtasks, joiner. */
class StructuredConcurrencyTest {
  private static final String SHARED = "StructuredConcurrencyTest.Cell.data";

  static final class Cell {
    int data;

    int add() {
      return ++data;
    }
  }

  /** Counts completed subtasks in plain fields, each of its own subtask. */
  private static final class Cells {
    final Cell first = new Cell();
    final Cell second = new Cell();
  }

  private final Cell cell = new Cell();
  private final Cells cells = new Cells();

  @Test
  @RaceFree(repetitions = 5)
  void subtasks_joinedByTheirOwner_silent() throws InterruptedException {
    cells.first.add();
    cells.second.add();
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(cells.first::add);
      scope.fork(cells.second::add);
      scope.join();
      cells.first.data += cells.second.data;
    }
    cells.first.add();
  }

  @Test
  @RaceFree(repetitions = 5)
  void resultOfASubtask_silent() throws InterruptedException {
    try (var scope = StructuredTaskScope.open(Joiner.<Cell>allSuccessfulOrThrow())) {
      Subtask<Cell> made =
          scope.fork(
              () -> {
                Cell result = new Cell();
                result.add();
                return result;
              });
      scope.join();
      made.get().add();
    }
  }

  @Test
  @RaceFree(repetitions = 5)
  void anySuccessfulResult_silent() throws InterruptedException {
    try (var scope = StructuredTaskScope.open(Joiner.<Integer>anySuccessfulResultOrThrow())) {
      scope.fork(cells.first::add);
      scope.join();
      cells.first.add();
    }
  }

  @Test
  @RaceFree(repetitions = 5)
  void scopeWithinASubtask_silent() throws InterruptedException {
    try (var outer = StructuredTaskScope.open()) {
      outer.fork(
          () -> {
            try (var inner = StructuredTaskScope.open()) {
              inner.fork(cell::add);
              inner.join();
            }
            return cell.add();
          });
      outer.join();
    }
    cell.add();
  }

  @Test
  @ExpectRace(on = SHARED)
  void subtasksSideBySide_found() throws InterruptedException {
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(cell::add);
      scope.fork(cell::add);
      scope.join();
    }
  }

  @Test
  @ExpectRace(on = SHARED)
  void ownerBeforeJoin_found() throws InterruptedException {
    try (var scope = StructuredTaskScope.open()) {
      scope.fork(cell::add);
      cell.add();
      scope.join();
    }
  }
}
