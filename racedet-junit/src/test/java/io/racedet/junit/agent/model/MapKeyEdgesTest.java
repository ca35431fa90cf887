package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The hash code of a key writes, within a call that changes or only looks for a mapping: alone in
 * its bin, in a chain or in a tree.
 */
class MapKeyEdgesTest extends EdgesTestCase {
  private static final int TREE = 12;
  private static final int ROOM = 256;
  private static final List<Integer> BINS = List.of(0, 1, TREE);
  private static final Runnable NOTHING = () -> {};

  /** All keys have the same hash, and those of the calls are equal. */
  private record Key(int id, Runnable hashing, Runnable comparing) implements Comparable<Key> {
    static Key hashing(Runnable code) {
      return new Key(0, code, NOTHING);
    }

    static Key comparing(Runnable code) {
      return new Key(0, NOTHING, code);
    }

    static Key plain(int id) {
      return new Key(id, NOTHING, NOTHING);
    }

    @Override
    public int hashCode() {
      hashing.run();
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      comparing.run();
      return other instanceof Key key && key.id == id;
    }

    @Override
    public int compareTo(Key other) {
      return Integer.compare(id, other.id);
    }
  }

  /** Calls a map, which had a size before; whether that has done or seen what it is for. */
  private interface Calling {
    boolean call(ConcurrentHashMap<Key, String> map, Key key, int before);
  }

  private record Call(String name, Calling calling) {
    void make(ConcurrentHashMap<Key, String> map, Key key, int before) {
      check(calling.call(map, key, before));
    }
  }

  /** A call with a function in which code runs. */
  private interface InFunction {
    void call(ConcurrentHashMap<Key, String> map, Key key, Runnable code);
  }

  private static final List<Call> ADDING =
      List.of(
          new Call("put", (m, k, n) -> m.put(k, "v") == null),
          new Call("putIfAbsent", (m, k, n) -> m.putIfAbsent(k, "v") == null),
          new Call("merge", (m, k, n) -> m.merge(k, "v", String::concat).equals("v")),
          new Call("compute", (m, k, n) -> m.compute(k, (key, v) -> "v").equals("v")),
          new Call("computeIfAbsent", (m, k, n) -> m.computeIfAbsent(k, key -> "v").equals("v")));

  private static final List<Call> REPLACING =
      List.of(
          new Call("put", (m, k, n) -> m.put(k, "v").equals("u")),
          new Call("replace", (m, k, n) -> m.replace(k, "v").equals("u")),
          new Call("replace of a value", (m, k, n) -> m.replace(k, "u", "v")),
          new Call("merge", (m, k, n) -> m.merge(k, "v", (old, v) -> v).equals("v")),
          new Call("compute", (m, k, n) -> m.compute(k, (key, v) -> "v").equals("v")),
          new Call(
              "computeIfPresent", (m, k, n) -> m.computeIfPresent(k, (key, v) -> "v") != null));

  private static final List<Call> REMOVING =
      List.of(
          new Call("remove", (m, k, n) -> m.remove(k) != null),
          new Call("remove of a mapping", (m, k, n) -> m.remove(k, "u")),
          new Call("merge of null", (m, k, n) -> m.merge(k, "v", (old, v) -> null) == null),
          new Call("compute of null", (m, k, n) -> m.compute(k, (key, v) -> null) == null),
          new Call(
              "computeIfPresent of null",
              (m, k, n) -> m.computeIfPresent(k, (key, v) -> null) == null),
          new Call("clear", (m, k, n) -> clears(m, k)));

  private static boolean clears(ConcurrentHashMap<Key, String> map, Key key) {
    boolean had = map.containsKey(key);
    map.clear();
    return had;
  }

  private static final Call SIZE = new Call("size", (m, k, n) -> m.size() != n);

  private static final List<Call> SEEING =
      List.of(
          new Call("get", (m, k, n) -> "v".equals(m.get(k))),
          new Call("values", (m, k, n) -> has(m, "v")));

  private static final List<Call> MISSING =
      List.of(
          new Call("get", (m, k, n) -> m.get(k) == null),
          new Call("values", (m, k, n) -> !has(m, "u")),
          SIZE);

  private static boolean has(ConcurrentHashMap<Key, String> map, String value) {
    boolean found = false;
    for (String each : map.values()) {
      found |= each.equals(value);
    }
    return found;
  }

  private static ConcurrentHashMap<Key, String> bin(int others, boolean hasKey) {
    ConcurrentHashMap<Key, String> map = new ConcurrentHashMap<>(ROOM);
    for (int i = 1; i <= others; i++) {
      map.put(Key.plain(i), "other");
    }
    if (hasKey) {
      map.put(Key.plain(0), "u");
    }
    return map;
  }

  private static Arguments row(int others, boolean hasKey, Call change, Call look) {
    return edge(
        "%s beside %d others, then %s".formatted(change.name, others, look.name),
        () -> {
          ConcurrentHashMap<Key, String> map = bin(others, hasKey);
          int before = map.size();
          Cell cell = new Cell();
          inParallel(
              () -> {
                change.make(map, Key.hashing(() -> cell.data = 1), before);
                whisper("changed");
              },
              () -> {
                hear("changed");
                look.make(map, Key.plain(0), before);
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> rows(boolean hasKey, List<Call> changes, List<Call> looks) {
    return BINS.stream()
        .flatMap(
            others ->
                changes.stream()
                    .flatMap(
                        change -> looks.stream().map(look -> row(others, hasKey, change, look))));
  }

  /* ---- a change that is not counted, another one that is, and the size ---- */

  private static Arguments counted(int others, boolean hasKey, Call first, Call second) {
    return edge(
        "%s and %s beside %d others, then size".formatted(first.name, second.name, others),
        () -> {
          ConcurrentHashMap<Key, String> map = bin(others, hasKey);
          int before = map.size();
          Cell cell = new Cell();
          inParallel(
              () -> {
                first.make(map, Key.hashing(() -> cell.data = 1), before);
                whisper("first");
              },
              () -> {
                hear("first");
                second.make(map, Key.plain(0), before);
                whisper("second");
              },
              () -> {
                hear("second");
                SIZE.make(map, Key.plain(0), before);
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> counted(boolean hasKey, Call first, List<Call> seconds) {
    return BINS.stream()
        .flatMap(others -> seconds.stream().map(second -> counted(others, hasKey, first, second)));
  }

  private static final Call LEAVING_NONE =
      new Call("compute of null", (m, k, n) -> m.compute(k, (key, v) -> null) == null);

  private static final Call LEAVING_ALL =
      new Call("put of the same", (m, k, n) -> m.put(k, "u").equals("u"));

  /* ---- code that a call runs after it has found the change ---- */

  private static Arguments within(String name, int others, boolean hasKey, InFunction look) {
    Call change = hasKey ? LEAVING_ALL : LEAVING_NONE;
    return edge(
        "%s beside %d others, then within %s".formatted(change.name, others, name),
        () -> {
          ConcurrentHashMap<Key, String> map = bin(others, hasKey);
          Cell cell = new Cell();
          inParallel(
              () -> {
                change.make(map, Key.hashing(() -> cell.data = 1), 0);
                whisper("changed");
              },
              () -> {
                hear("changed");
                look.call(map, Key.plain(0), () -> cell.data++);
              });
        });
  }

  private static String value(Runnable code) {
    code.run();
    return "w";
  }

  private static Stream<Arguments> functions(int others) {
    return Stream.of(
        within(
            "computeIfAbsent",
            others,
            false,
            (m, k, code) -> m.computeIfAbsent(k, key -> value(code))),
        within("compute", others, false, (m, k, code) -> m.compute(k, (key, v) -> value(code))),
        within("compute", others, true, (m, k, code) -> m.compute(k, (key, v) -> value(code))),
        within("merge", others, true, (m, k, code) -> m.merge(k, "w", (v, w) -> value(code))),
        within(
            "computeIfPresent",
            others,
            true,
            (m, k, code) -> m.computeIfPresent(k, (key, v) -> value(code))));
  }

  private static Arguments compared(int others, String name, Calling look) {
    return within(
        "a comparison of " + name,
        others,
        true,
        (m, k, code) -> check(look.call(m, Key.comparing(code), 0)));
  }

  private static Stream<Arguments> comparisons(int others) {
    return Stream.of(
        compared(others, "get", (m, k, n) -> m.get(k) != null),
        compared(others, "put", (m, k, n) -> m.put(k, "w") != null),
        compared(others, "putIfAbsent", (m, k, n) -> m.putIfAbsent(k, "w") != null),
        compared(others, "remove", (m, k, n) -> m.remove(k) != null),
        compared(others, "replace", (m, k, n) -> m.replace(k, "w") != null),
        compared(
            others, "computeIfAbsent", (m, k, n) -> m.computeIfAbsent(k, key -> "w").equals("u")),
        compared(
            others, "computeIfPresent", (m, k, n) -> m.computeIfPresent(k, (key, v) -> v) != null),
        compared(others, "compute", (m, k, n) -> m.compute(k, (key, v) -> v) != null),
        compared(others, "merge", (m, k, n) -> m.merge(k, "w", (v, w) -> w) != null));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            rows(false, ADDING, SEEING),
            rows(false, ADDING, List.of(SIZE)),
            rows(true, REPLACING, SEEING),
            rows(true, REMOVING, MISSING),
            counted(false, LEAVING_NONE, ADDING),
            counted(true, LEAVING_ALL, REMOVING),
            BINS.stream().flatMap(MapKeyEdgesTest::functions),
            Stream.of(1, TREE).flatMap(MapKeyEdgesTest::comparisons))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    Call size = new Call("size", (m, k, n) -> m.size() == n);
    Call all = new Call("values", (m, k, n) -> has(m, "u"));
    Call none = new Call("values", (m, k, n) -> !has(m, "u"));
    List<Call> absent =
        List.of(
            new Call("remove of none", (m, k, n) -> m.remove(k) == null),
            new Call("replace of none", (m, k, n) -> m.replace(k, "v") == null),
            new Call(
                "computeIfPresent of none",
                (m, k, n) -> m.computeIfPresent(k, (key, v) -> "v") == null));
    List<Call> present =
        List.of(
            new Call("putIfAbsent in vain", (m, k, n) -> m.putIfAbsent(k, "v") != null),
            new Call("remove in vain", (m, k, n) -> !m.remove(k, "v")),
            new Call(
                "computeIfAbsent in vain",
                (m, k, n) -> m.computeIfAbsent(k, y -> "v").equals("u")));
    return Stream.of(
            rows(false, absent, List.of(size, none)),
            rows(true, present, List.of(size)),
            rows(true, present.subList(1, 3), List.of(all)),
            Stream.of(0, 1).map(others -> row(others, true, present.get(0), all)),
            rows(true, REPLACING, List.of(size)),
            rows(false, List.of(LEAVING_NONE), List.of(size)))
        .flatMap(rows -> rows);
  }
}
