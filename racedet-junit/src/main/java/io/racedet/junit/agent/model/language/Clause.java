package io.racedet.junit.agent.model.language;

import java.util.List;

/**
 * One effect of a modelled method.
 *
 * @param aspect number of the aspect
 * @param object what it is recorded about, null for a capture
 * @param part the part of the object, or null
 * @param condition when it applies, null for always
 * @param exceptions simple names of exceptions that count as normal ends
 */
public record Clause(
    InsertionPoint place,
    Verb verb,
    int aspect,
    Path object,
    Path part,
    Condition condition,
    List<String> exceptions) {
  public Clause {
    exceptions = List.copyOf(exceptions);
  }
}
