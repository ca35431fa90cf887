package io.racedet.junit.truth.program;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Calls of a concurrent map, with callbacks; each value is stored by one call only. */
final class Maps implements Family {
  private final int map;
  private final boolean hashed;
  private int stored = 3;

  Maps(Draft draft) {
    hashed = draft.below(3) > 0;
    map = draft.object(hashed ? "ConcurrentHashMap" : "ConcurrentSkipListMap", this::create);
  }

  private ConcurrentMap<Item, Item> create() {
    return hashed ? new ConcurrentHashMap<>() : new ConcurrentSkipListMap<>();
  }

  @Override
  public Action next(Draft draft) {
    int key = draft.below(2);
    int value = stored++ % 16;
    String text = "(" + key + ", " + value + ")";
    return switch (draft.below(16)) {
      case 0, 1 -> call("put" + text, (m, w) -> m.put(w.items[key], w.items[value]));
      case 2 -> call("putIfAbsent" + text, (m, w) -> m.putIfAbsent(w.items[key], w.items[value]));
      case 3, 4 -> call("get(" + key + ")", (m, w) -> m.get(w.items[key]));
      case 5 -> call("containsKey(" + key + ")", (m, w) -> m.containsKey(w.items[key]));
      case 6, 7 -> call("remove(" + key + ")", (m, w) -> m.remove(w.items[key]));
      case 8 -> call("remove" + text, (m, w) -> m.remove(w.items[key], w.items[3 + draft(value)]));
      case 9 -> call("replace" + text, (m, w) -> m.replace(w.items[key], w.items[value]));
      case 10 -> compute(draft, key, value);
      case 11 -> computeIfAbsent(draft, key, value);
      case 12 -> computeIfPresent(draft, key, value);
      case 13 -> merge(draft, key, value);
      case 14 -> bulk(draft);
      default -> views(draft, key);
    };
  }

  private static int draft(int value) {
    return value % 3;
  }

  private Action compute(Draft draft, int key, int value) {
    int step = draft.step("inside compute of key " + key);
    boolean removes = draft.below(3) == 0;
    return call(
        "compute(" + key + ", " + step + (removes ? " to null)" : ")"),
        (m, w) ->
            m.compute(
                w.items[key],
                (k, v) -> {
                  touch(w, step, v);
                  return removes ? null : w.items[value];
                }));
  }

  private static void touch(World world, int step, Item seen) {
    Strand strand = new Strand(world);
    strand.learn(step, World.outcome(seen));
    strand.touch(step);
  }

  private Action computeIfAbsent(Draft draft, int key, int value) {
    int step = draft.step("inside computeIfAbsent of key " + key);
    boolean absent = draft.below(3) == 0;
    return call(
        "computeIfAbsent(" + key + ", " + step + (absent ? " to null)" : ")"),
        (m, w) ->
            m.computeIfAbsent(
                w.items[key],
                k -> {
                  touch(w, step, null);
                  return absent ? null : w.items[value];
                }));
  }

  private Action computeIfPresent(Draft draft, int key, int value) {
    int step = draft.step("inside computeIfPresent of key " + key);
    boolean removes = draft.below(2) == 0;
    return call(
        "computeIfPresent(" + key + ", " + step + (removes ? " to null)" : ")"),
        (m, w) ->
            m.computeIfPresent(
                w.items[key],
                (k, v) -> {
                  touch(w, step, v);
                  return removes ? null : w.items[value];
                }));
  }

  private Action merge(Draft draft, int key, int value) {
    int step = draft.step("inside merge of key " + key);
    boolean fails = draft.below(3) == 0;
    return call(
        "merge(" + key + ", " + step + (fails ? " throws)" : ")"),
        (m, w) ->
            m.merge(
                w.items[key],
                w.items[value],
                (old, v) -> {
                  touch(w, step, old);
                  if (fails) {
                    throw new IllegalStateException();
                  }
                  return v;
                }));
  }

  private Action bulk(Draft draft) {
    int step = draft.step("inside bulk operation");
    return switch (draft.below(hashed ? 5 : 3)) {
      case 0 ->
          call(
              "forEach(" + step + ")",
              (m, w) -> {
                m.forEach((k, v) -> touch(w, step, v));
                return null;
              });
      case 1 ->
          call(
              "replaceAll(" + step + ")",
              (m, w) -> {
                m.replaceAll(
                    (k, v) -> {
                      touch(w, step, v);
                      return v;
                    });
                return null;
              });
      case 2 ->
          call(
              "clear",
              (m, w) -> {
                m.clear();
                return null;
              });
      case 3 ->
          call("search", (m, w) -> ((ConcurrentHashMap<Item, Item>) m).search(1, (k, v) -> v));
      default ->
          call(
              "reduceValues",
              (m, w) -> ((ConcurrentHashMap<Item, Item>) m).reduceValues(1, (v, u) -> v));
    };
  }

  private Action views(Draft draft, int key) {
    return switch (draft.below(6)) {
      case 0 -> new Action("size", s -> s.world.<ConcurrentMap<Item, Item>>get(map).size());
      case 1 -> call("isEmpty", (m, w) -> m.isEmpty());
      case 2 -> call("keySet.remove(" + key + ")", (m, w) -> m.keySet().remove(w.items[key]));
      case 3 -> call("values.first", (m, w) -> first(m.values()));
      case 4 -> call("keySet.first", (m, w) -> first(m.keySet()));
      default -> call("containsValue(4)", (m, w) -> m.containsValue(w.items[4]));
    };
  }

  private static Object first(Iterable<Item> items) {
    for (Item item : items) {
      return item;
    }
    return null;
  }

  /** A call of the map. */
  private interface Of {
    Object map(ConcurrentMap<Item, Item> map, World world) throws Exception;
  }

  private Action call(String text, Of call) {
    return new Action(text, s -> World.outcome(call.map(s.world.get(map), s.world)));
  }
}
