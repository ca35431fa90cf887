package io.racedet.junit;

import io.racedet.race.Deadlock;
import java.util.List;

/** Thrown when a checked test has deadlocks. The message is the report of all of them. */
public final class DeadlockFoundError extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient List<Deadlock> deadlocks;

  /**
   * Creates the error.
   *
   * @param message the report
   * @param deadlocks the deadlocks, in the order of the report
   */
  public DeadlockFoundError(String message, List<Deadlock> deadlocks) {
    super(message);
    this.deadlocks = List.copyOf(deadlocks);
  }

  /**
   * Returns the deadlocks.
   *
   * @return at least one, in the order of the report; empty after deserialisation
   */
  public List<Deadlock> deadlocks() {
    return deadlocks == null ? List.of() : deadlocks;
  }
}
