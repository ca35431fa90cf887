package io.racedet.junit.deadlocks;

import io.racedet.DeadlockWatch;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Watches the locks of a repetition for deadlock patterns. If that fails, only the patterns are
 * lost: the races of the same replay are not. Not thread-safe.
 */
public final class PatternWatch implements EventSink {
  private DeadlockWatch watch; // null once it has failed
  private String error = "";
  private long events;

  /** Starts without an event; acquires at locations that are tries do not wait. */
  public PatternWatch(IntPredicate isTry) {
    watch = new DeadlockWatch(isTry);
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    if (watch != null) {
      events++;
      try {
        watch.event(op, thread, operand, location);
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    /* Accesses to variables. */
  }

  private void fail(Throwable cause) {
    watch = null; // it may have used up the memory
    error =
        "INTERNAL ERROR: the search for deadlock patterns has failed at event "
            + events
            + " of locks: "
            + cause;
  }

  /** Ends the trace; returns the patterns; none if the watch has failed. */
  List<DeadlockWatch.Pattern> finish() {
    if (watch != null) {
      try {
        return watch.finish();
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
    return List.of();
  }

  /** Why the watch has failed; empty if it has not. */
  Optional<String> error() {
    return error.isEmpty() ? Optional.empty() : Optional.of(error);
  }
}
