package io.racedet.junit.agent.scope;

import java.util.List;

/**
 * What of a scope is woven at one moment; classes that are loaded later are added.
 *
 * @param woven the classes in the scope whose data accesses are recorded, by their names
 * @param failures what could not be woven, in the scope or, for synchronisation, anywhere
 */
public record Coverage(List<String> woven, List<NotWoven> failures) {
  public Coverage {
    woven = List.copyOf(woven);
    failures = List.copyOf(failures);
  }
}
