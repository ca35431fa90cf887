package io.racedet.junit.agent.model.language;

import io.racedet.runtime.log.Aspects;
import java.util.List;

/**
 * One effect of a modelled method.
 *
 * @param object the object of the effect; of a capture, the value
 * @param part the part of the object, or null
 * @param condition when it applies, null for always
 * @param exceptions simple names of exceptions at which it applies too
 */
public record Clause(
    InsertionPoint insertionPoint,
    Verb verb,
    int aspect,
    Path object,
    Part part,
    Condition condition,
    List<String> exceptions) {
  public Clause {
    exceptions = List.copyOf(exceptions);
  }

  /** Whether it writes to the end of the object, which only an array knows. */
  public boolean isEndlessWrite() {
    return verb == Verb.WRITE
        && part != null
        && part.isRange()
        && part.end().value().root() == Path.Root.END;
  }

  /** Whether its part or its condition is what the call has captured, as the hash of a bin is. */
  public boolean looksAtCaptured() {
    return aspect == Aspects.BIN
        || part != null && part.first().value().root() == Path.Root.CAPTURED
        || condition != null && condition.isOf(Path.Root.CAPTURED);
  }
}
