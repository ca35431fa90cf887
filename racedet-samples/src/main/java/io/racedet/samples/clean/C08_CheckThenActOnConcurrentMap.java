package io.racedet.samples.clean;

import io.racedet.samples.TwoThreads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Both threads may find no session and open one, and one of the two is lost: a bug, but not a data
 * race. Only an assertion on the result can find it.
 */
public final class C08_CheckThenActOnConcurrentMap implements TwoThreads {
  private final Map<String, Session> sessions = new ConcurrentHashMap<>();

  @Override
  public void first() {
    open("first");
  }

  @Override
  public void second() {
    open("second");
  }

  private String open(String owner) {
    Session mine = new Session();
    mine.owner = owner;
    if (!sessions.containsKey("shared")) {
      sessions.put("shared", mine);
    }
    return sessions.get("shared").owner; // the map publishes what was written before
  }

  private static final class Session {
    private String owner; // shared: Session.owner
  }
}
