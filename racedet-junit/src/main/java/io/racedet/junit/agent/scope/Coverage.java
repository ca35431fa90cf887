package io.racedet.junit.agent.scope;

import java.util.List;

/**
 * What of a scope is woven at one moment; classes that are loaded later are added.
 *
 * @param woven how many classes in the scope have their data accesses recorded
 * @param failures what could not be woven, in the scope or, for synchronisation, anywhere
 */
public record Coverage(int woven, List<NotWoven> failures) {
  public Coverage {
    failures = List.copyOf(failures);
  }
}
