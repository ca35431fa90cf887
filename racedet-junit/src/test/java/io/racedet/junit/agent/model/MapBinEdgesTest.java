package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Calls that change, or only look for, a mapping among others of the same bin: chain or tree. */
class MapBinEdgesTest extends EdgesTestCase {
  /** So many keys of one bin make a tree of it, if the table has room enough. */
  private static final int TREE = 12;

  private static final int ROOM = 256;
  private static final String KEY = key(0);

  /**
   * A key of the bin: "Aa" and "BB" have the same hash. Strings are only values, so that comparing
   * them orders nothing.
   */
  private static String key(int number) {
    StringBuilder key = new StringBuilder();
    for (int bit = 0; bit < 4; bit++) {
      key.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return key.toString();
  }

  /** One call; whether it has done or seen what it is for. */
  private record Call(String name, Predicate<ConcurrentHashMap<String, String>> calling) {}

  private static final List<Call> ADDING =
      List.of(
          new Call("put", m -> m.put(KEY, "v") == null),
          new Call("putIfAbsent", m -> m.putIfAbsent(KEY, "v") == null),
          new Call("merge", m -> m.merge(KEY, "v", String::concat).equals("v")));

  private static final List<Call> REPLACING =
      List.of(
          new Call("put", m -> m.put(KEY, "v").equals("u")),
          new Call("replace", m -> m.replace(KEY, "u", "v")),
          new Call("merge", m -> m.merge(KEY, "v", (old, value) -> value).equals("v")));

  private static final List<Call> REMOVING =
      List.of(
          new Call("remove", m -> m.remove(KEY) != null),
          new Call("remove of a mapping", m -> m.remove(KEY, "u")));

  private static final List<Call> SEEING =
      List.of(
          new Call("get", m -> "v".equals(m.get(KEY))),
          new Call("values", m -> count(m, "v") == 1),
          new Call("containsKey", m -> m.containsKey(KEY)));

  private static final List<Call> MISSING =
      List.of(
          new Call("get", m -> m.get(KEY) == null),
          new Call("values", m -> count(m, "u") == 0),
          new Call("putIfAbsent", m -> m.putIfAbsent(KEY, "w") == null));

  private static final List<Call> IN_VAIN =
      List.of(
          new Call("putIfAbsent in vain", m -> m.putIfAbsent(KEY, "w").equals("u")),
          new Call("remove in vain", m -> !m.remove(KEY, "x")),
          new Call("replace in vain", m -> !m.replace(KEY, "x", "w")));

  private static long count(ConcurrentHashMap<String, String> map, String value) {
    long count = 0;
    for (String each : map.values()) {
      if (each.equals(value)) {
        count++;
      }
    }
    return count;
  }

  private static ConcurrentHashMap<String, String> bin(int others, boolean hasKey) {
    ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>(ROOM);
    for (int i = 0; i < others; i++) {
      map.put(key(1 + i), "other");
    }
    if (hasKey) {
      map.put(KEY, "u");
    }
    return map;
  }

  private static Arguments row(int others, boolean hasKey, Call change, Call look) {
    String name = "%s beside %d others, then %s".formatted(change.name, others, look.name);
    return edge(
        name,
        () -> {
          ConcurrentHashMap<String, String> map = bin(others, hasKey);
          handOver(
              () -> {
                check(change.calling.test(map));
                whisper("changed");
              },
              () -> {
                hear("changed");
                check(look.calling.test(map));
              });
        });
  }

  /** Another thread looks at the size all the time. */
  private static Arguments counted(boolean hasKey, Call change) {
    return edge(
        change.name + ", counted meanwhile",
        () -> {
          ConcurrentHashMap<String, String> map = bin(1, hasKey);
          int before = map.size();
          handOverMeanwhile(
              () -> check(change.calling.test(map)), () -> untilTrue(() -> map.size() != before));
        });
  }

  private static Stream<Arguments> counted() {
    return Stream.concat(
        Stream.concat(
                ADDING.stream(),
                Stream.of(
                    new Call("compute", m -> m.compute(KEY, (key, old) -> "v") != null),
                    new Call("computeIfAbsent", m -> m.computeIfAbsent(KEY, key -> "v") != null)))
            .map(call -> counted(false, call)),
        Stream.concat(
                REMOVING.stream(),
                Stream.of(
                    new Call("compute of null", m -> m.compute(KEY, (key, old) -> null) == null),
                    new Call("merge of null", m -> m.merge(KEY, "v", (old, v) -> null) == null),
                    new Call(
                        "computeIfPresent of null",
                        m -> m.computeIfPresent(KEY, (key, old) -> null) == null)))
            .map(call -> counted(true, call)));
  }

  private static Stream<Arguments> rows(boolean hasKey, List<Call> changes, List<Call> looks) {
    return Stream.of(1, TREE)
        .flatMap(
            others ->
                changes.stream()
                    .flatMap(
                        change -> looks.stream().map(look -> row(others, hasKey, change, look))));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            rows(false, ADDING, SEEING),
            rows(true, REPLACING, SEEING),
            rows(true, REMOVING, MISSING),
            counted())
        .flatMap(rows -> rows);
  }

  private static boolean throwsOut(ConcurrentHashMap<String, String> map) {
    try {
      map.merge(
          KEY,
          "v",
          (old, value) -> {
            throw new IllegalStateException("wanted");
          });
      return false;
    } catch (IllegalStateException wanted) {
      return true;
    }
  }

  static Stream<Arguments> noEdges() {
    List<Call> looks =
        List.of(
            new Call("get", m -> "u".equals(m.get(KEY))),
            new Call("values", m -> count(m, "u") == 1));
    return Stream.concat(
        IN_VAIN.stream().flatMap(call -> looks.stream().map(look -> row(1, true, call, look))),
        Stream.of(row(1, true, new Call("merge that throws", m -> throwsOut(m)), looks.get(1))));
  }
}
