package io.racedet.junit.truth.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The families of calls, by name. */
public final class Families {
  private static final Map<String, Function<Draft, Family>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("pools", Pools::new);
    ALL.put("endings", Pools::endings);
    ALL.put("threads", Threads::new);
    ALL.put("shared", SharedCollections::new);
    ALL.put("timers", Timers::new);
    ALL.put("tasks", Tasks::new);
    ALL.put("stages", Stages::new);
    ALL.put("forkjoins", ForkJoins::new);
    ALL.put("signals", Signals::new);
    ALL.put("queues", Queues::new);
    ALL.put("maps", Maps::new);
    ALL.put("locks", Locks::new);
    ALL.put("stamps", Stamps::new);
    ALL.put("atomics", Atomics::new);
    ALL.put("deques", Deques::new);
    ALL.put("views", Views::new);
    ALL.put("tiers", Tiers::new);
    ALL.put("completions", Completions::new);
    ALL.put("streams", Streams::new);
    ALL.put("publishers", Publishers::new);
  }

  private Families() {}

  /** The names of all. */
  public static Set<String> names() {
    return ALL.keySet();
  }

  static Family create(String name, Draft draft) {
    return ALL.get(name).apply(draft);
  }
}
