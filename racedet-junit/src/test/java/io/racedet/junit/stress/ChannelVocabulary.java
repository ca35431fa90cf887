package io.racedet.junit.stress;

import static io.racedet.event.Op.SEND;

/** Lines about collections that hand elements over, and lines that must leave no event. */
final class ChannelVocabulary {
  private final Draft draft;

  ChannelVocabulary(Draft draft) {
    this.draft = draft;
  }

  void line() {
    switch (draft.pick(5)) {
      case 0 -> put(draft.oneOf("linked.offer(j.token(#));", "bounded.offer(j.token(#));"));
      case 1 -> poll(draft.oneOf("linked", "bounded"));
      case 2 -> putMapping();
      case 3 -> getMapping();
      default -> silence();
    }
  }

  private void put(String line) {
    String queue = line.substring(0, line.indexOf('.'));
    draft.add(line, (value, success, other, events) -> events.add(SEND, queue + '@' + value));
  }

  private void poll(String queue) {
    draft.add(
        "j.seen(#, " + queue + ".poll());",
        (value, success, other, events) -> {
          if (value != 0) {
            events.needs(queue + '@' + value, 1);
          }
        });
  }

  private void putMapping() {
    int key = draft.pick(3);
    draft.add(
        "j.swapped(#, map.put(" + key + ", j.peekToken()));",
        (value, success, other, events) -> {
          events.add(SEND, "map@" + value);
          if (other != 0) {
            events.needs("map@" + other, 1);
          }
        });
  }

  private void getMapping() {
    int key = draft.pick(3);
    draft.add(
        "j.seen(#, map." + draft.oneOf("get", "remove") + '(' + key + "));",
        (value, success, other, events) -> {
          if (value != 0) {
            events.needs("map@" + value, 1);
          }
        });
  }

  private void silence() {
    draft.add(
        draft.oneOf(
            "Thread.yield();",
            "Thread.onSpinWait();",
            "java.util.concurrent.locks.LockSupport.parkNanos(1);",
            "if (String.valueOf(j.hint()).isEmpty()) { throw new AssertionError(); }",
            "if (new StringBuilder(\"a\").append(j.hint()).length() < 2) { throw new"
                + " AssertionError(); }",
            "if (java.util.List.of(1, 2).contains(3)) { throw new AssertionError(); }"));
  }
}
