package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.HashMap;
import java.util.Map;

/** Two threads look for a session and open one if there is none, in a plain HashMap. */
public final class R08_CheckThenActOnHashMap implements TwoThreads {
  private final Map<String, Session> sessions = new HashMap<>();

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
    mine.owner = owner; // race, sometimes: Session.owner
    if (!sessions.containsKey("shared")) { // race: HashMap contents
      sessions.put("shared", mine); // race: HashMap contents
    }
    Session winner = sessions.get("shared"); // race, sometimes: HashMap contents
    if (winner == null) {
      return "nobody"; // two concurrent puts may even lose both entries
    }
    return winner.owner; // race, sometimes: Session.owner
  }

  private static final class Session {
    private String owner;
  }
}
