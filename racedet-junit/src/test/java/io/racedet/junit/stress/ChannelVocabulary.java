package io.racedet.junit.stress;

import static io.racedet.event.Op.READ;
import static io.racedet.event.Op.RECEIVE;
import static io.racedet.event.Op.SEND;
import static io.racedet.event.Op.WRITE;

/** Lines about collections that hand elements over, and lines that must leave no event. */
final class ChannelVocabulary {
  /** Who takes an element is ordered after those who have looked at it under the lock. */
  private static final String LOOKED = " looked@";

  private final Draft draft;

  ChannelVocabulary(Draft draft) {
    this.draft = draft;
  }

  void line() {
    switch (draft.pick(6)) {
      case 0 -> put(draft.oneOf("linked", "bounded"));
      case 1 -> poll(draft.oneOf("linked", "bounded"));
      case 2 -> putMapping();
      case 3 -> getMapping();
      case 4 -> text();
      default -> silence();
    }
  }

  private void put(String queue) {
    if (queue.equals("linked")) {
      draft.add(
          "linked.offer(j.token(#));",
          (value, success, other, events) -> events.add(SEND, "linked@" + value));
    } else {
      draft.add(
          "j.offered(#, bounded.offer(j.peekToken()));",
          (value, success, other, events) -> {
            if (success) {
              events.add(RECEIVE, "bounded" + Expected.REMOVED);
              events.add(SEND, "bounded@" + value).add(SEND, "bounded added");
            } else {
              events.add(RECEIVE, "bounded added");
            }
          });
    }
  }

  private void poll(String queue) {
    String removed = queue + Expected.REMOVED;
    String line = "j.seen(#, " + queue + ".poll());";
    if (queue.equals("linked")) {
      draft.add(
          line,
          (value, success, other, events) -> {
            events.attempts(value == 0 ? removed : queue + '@' + value);
            if (value != 0) {
              events.add(SEND, removed).add(RECEIVE, removed);
            }
          });
    } else {
      draft.add(
          line,
          (value, success, other, events) -> {
            if (value == 0) {
              events.add(RECEIVE, removed);
            } else {
              events.add(SEND, removed).needs(queue + '@' + value, 1).add(RECEIVE, removed);
              events.add(RECEIVE, queue + LOOKED + value);
            }
          });
    }
  }

  private void putMapping() {
    int key = draft.pick(3);
    draft.add(
        "j.swapped(#, map.put(" + key + ", j.peekToken()));",
        (value, success, other, events) -> {
          events.puts("map" + key, value);
          if (other != 0) {
            events.add(RECEIVE, "map" + LOOKED + other);
          }
          events.gets("map" + key, other);
          if (other == 0) {
            events.add(SEND, "map counted");
          }
        });
  }

  private void getMapping() {
    int key = draft.pick(3);
    String call = draft.oneOf("get", "remove");
    draft.add(
        "j.seen(#, map." + call + '(' + key + "));",
        (value, success, other, events) -> {
          if (call.equals("remove") && value != 0) {
            events.add(SEND, "map" + key).add(SEND, Expected.CONTENTS);
            events.add(RECEIVE, "map" + key).add(SEND, "map counted");
          }
          events.gets("map" + key, value);
          if (call.equals("remove") && value != 0) {
            events.add(RECEIVE, "map" + LOOKED + value);
          }
        });
  }

  private void text() {
    draft.add(
        "if (new StringBuilder(\"a\").append(j.fresh(#)).length() < 2) { throw new"
            + " AssertionError(); }",
        (value, success, other, events) -> {
          String text = "text" + value;
          events.add(READ, text).add(WRITE, text).add(READ, text);
        });
  }

  private void silence() {
    draft.add(
        draft.oneOf(
            "Thread.yield();",
            "Thread.onSpinWait();",
            "java.util.concurrent.locks.LockSupport.parkNanos(1);",
            "if (String.valueOf(j.hint()).isEmpty()) { throw new AssertionError(); }",
            "if (java.util.List.of(1, 2).contains(3)) { throw new AssertionError(); }"));
  }
}
