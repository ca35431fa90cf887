package io.racedet.samples.racy;

import io.racedet.samples.TwoThreads;
import java.util.HashMap;
import java.util.Map;

/** Two threads look for a session and open one if there is none, in a plain HashMap. */
public final class R08_CheckThenActOnHashMap implements TwoThreads {
  private final Map<String, Session> byName = new HashMap<>();

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
    if (!byName.containsKey("shared")) { // race: HashMap contents
      byName.put("shared", mine); // race: HashMap contents; race, sometimes: HashMap.Node contents
    }
    // If both put, the second one replaces the value in the node of the first.
    Session won = byName.get("shared"); // race, sometimes: HashMap contents, HashMap.Node contents
    if (won == null) {
      return "nobody"; // two concurrent puts may even lose both entries
    }
    return won.owner; // race, sometimes: Session.owner
  }

  private static final class Session {
    private String owner;
  }
}
