package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.run;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Programs.Cell;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What happens to a concurrent map while a call of it is in the code of its caller. */
class MapMiddleEdgesTest extends EdgesTestCase {
  /** Waits in the middle of a call, until another thread has changed the map. */
  private static void meanwhile() {
    whisper("in the middle");
    hear("changed");
  }

  /** One thread changes a map while another one is in the middle of the call that sees it. */
  private static void change(Runnable change, BooleanSupplier call) {
    handOver(
        () -> {
          hear("in the middle");
          change.run();
          whisper("changed");
        },
        () -> check(call.getAsBoolean()));
  }

  /* ---- comparisons ---- */

  /** A key at which comparisons wait, once. */
  private static final class Bound {
    private final int number;
    private final boolean isFirst;
    private boolean waits;

    Bound(int number, boolean isFirst) {
      this.number = number;
      this.isFirst = isFirst;
    }

    Bound waiting() {
      waits = true;
      return this;
    }

    private void reached() {
      if (waits) {
        waits = false;
        meanwhile();
      }
    }

    private static int number(Object key) {
      return key instanceof Bound bound ? bound.number : (Integer) key;
    }

    static int compare(Object one, Object other) {
      if (one instanceof Bound bound && bound.isFirst) {
        bound.reached();
      } else if (other instanceof Bound bound && !bound.isFirst) {
        bound.reached();
      }
      return Integer.compare(number(one), number(other));
    }
  }

  private interface Middle {
    boolean sees(ConcurrentNavigableMap<Object, String> part);
  }

  private interface Change {
    void make(Map<Object, String> map);
  }

  private static ConcurrentNavigableMap<Object, String> sorted() {
    ConcurrentNavigableMap<Object, String> map = new ConcurrentSkipListMap<>(Bound::compare);
    map.put(5, "v");
    map.put(6, "x");
    return map;
  }

  /** A call waits where it has compared a key of a part with the upper bound. */
  private static Arguments ofPart(String name, Change change, Middle call) {
    return edge(
        "part of a ConcurrentSkipListMap: " + name,
        () -> {
          ConcurrentNavigableMap<Object, String> map = sorted();
          Bound bound = new Bound(9, false);
          ConcurrentNavigableMap<Object, String> part = map.subMap(1, bound);
          change(
              () -> change.make(map),
              () -> {
                bound.waiting();
                return call.sees(part);
              });
        });
  }

  /** The wait may come too early, where there is an index: that is random. */
  private static Arguments nearest(int number) {
    return edge(
        "ConcurrentSkipListMap: put, ceilingEntry " + number,
        () -> {
          ConcurrentNavigableMap<Object, String> map = sorted();
          Bound bound = new Bound(4, true);
          change(() -> map.put(5, "w"), () -> is("w", map.ceilingEntry(bound.waiting())));
        });
  }

  /** A key is removed while others are compared with it. */
  private static Arguments removed() {
    return edge(
        "ConcurrentSkipListMap: remove, ceilingKey",
        () -> {
          ConcurrentNavigableMap<Object, String> map = sorted();
          Bound bound = new Bound(6, true);
          change(() -> map.remove(6), () -> map.ceilingKey(bound.waiting()) == null);
        });
  }

  private static Arguments replaced() {
    return edge(
        "ConcurrentSkipListMap: remove, putIfAbsent, get",
        () -> {
          ConcurrentNavigableMap<Object, String> map = sorted();
          Bound bound = new Bound(6, true).waiting();
          Cell cell = new Cell();
          inParallel(
              () -> {
                hear("in the middle");
                cell.data = 1;
                map.remove(6);
                whisper("changed");
              },
              () -> {
                check(map.putIfAbsent(bound, "new") == null);
                whisper("replaced");
              },
              () -> {
                hear("replaced");
                check("new".equals(map.get(6)));
                cell.data++;
              });
        });
  }

  private static Stream<Arguments> comparisons() {
    return Stream.of(
        ofPart("put, firstEntry", m -> m.put(5, "w"), p -> is("w", p.firstEntry())),
        ofPart("put, lastEntry", m -> m.put(6, "w"), p -> is("w", p.lastEntry())),
        ofPart("put, containsValue", m -> m.put(5, "w"), p -> p.containsValue("w")),
        ofPart("remove, containsValue", m -> m.remove(6), p -> !p.containsValue("x")),
        ofPart("remove, size", m -> m.remove(6), p -> p.size() == 1),
        removed(),
        replaced(),
        nearest(1),
        nearest(2),
        nearest(3),
        nearest(4));
  }

  private static boolean is(String value, Map.Entry<Object, String> entry) {
    return entry.getValue().equals(value);
  }

  /* ---- keys and values ---- */

  /** A key whose hash code may wait, once. */
  private static final class Key {
    private boolean waits;

    Key waiting() {
      waits = true;
      return this;
    }

    @Override
    public int hashCode() {
      if (waits) {
        waits = false;
        meanwhile();
      }
      return 1;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key;
    }
  }

  /** A value that the hash code of the map reads. */
  private static final class Value {
    private int number;

    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }

  private static Arguments hashCodeOfKey() {
    return Arguments.of(
        "ConcurrentHashMap: put, hashCode of the value",
        (Recorded.Program)
            () -> {
              ConcurrentMap<Key, Value> map = new ConcurrentHashMap<>();
              Key key = new Key();
              map.put(key, new Value());
              change(
                  () -> {
                    Value value = new Value();
                    value.number = 2;
                    map.put(new Key(), value);
                  },
                  () -> {
                    key.waiting();
                    return map.hashCode() == (1 ^ 2);
                  });
            },
        false);
  }

  /* ---- functions ---- */

  /** A call with a function in which a thread writes or reads. */
  private interface InFunction {
    void call(ConcurrentMap<Object, String> map, Runnable code);
  }

  /** One thread writes in a function, another one makes a call after it. */
  private static Arguments after(String name, InFunction writing, InFunction reading) {
    return edge(
        "ConcurrentHashMap: " + name,
        () -> {
          ConcurrentMap<Object, String> map = new ConcurrentHashMap<>(Map.of(17, "other"));
          Cell cell = new Cell();
          inParallel(
              () -> {
                writing.call(map, () -> cell.data = 1);
                whisper("called");
              },
              () -> {
                hear("called");
                reading.call(map, () -> cell.data++);
              });
        });
  }

  private static String value(Runnable code) {
    code.run();
    return "v";
  }

  private static String none(Runnable code) {
    code.run();
    return null;
  }

  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static String refuse(Runnable code) {
    code.run();
    throw new Refusal();
  }

  /** A call with a function that throws. */
  private static InFunction refusing(InFunction call) {
    return (map, code) -> {
      try {
        call.call(map, code);
      } catch (Refusal e) {
        return;
      }
      throw new IllegalStateException("the function has not been called");
    };
  }

  private static final InFunction LOOK =
      (m, code) -> {
        check(m.containsValue("v"));
        code.run();
      };

  private static final InFunction COMPUTE_IF_ABSENT =
      (m, code) -> check(m.computeIfAbsent(1, k -> value(code)).equals("v"));

  private static final InFunction REFUSE_ABSENT =
      refusing((m, code) -> m.computeIfAbsent(1, k -> refuse(code)));

  private static final InFunction REFUSE =
      refusing((m, code) -> m.compute(1, (k, v) -> refuse(code)));

  private static final InFunction REFUSE_PRESENT =
      refusing((m, code) -> m.computeIfPresent(17, (k, v) -> refuse(code)));

  private static final InFunction REFUSE_MERGE =
      refusing((m, code) -> m.merge(17, "x", (v, w) -> refuse(code)));

  private static Stream<Arguments> functions() {
    InFunction remove =
        (m, code) -> {
          code.run();
          m.put(1, "v");
          m.remove(1);
        };
    InFunction merge = (m, code) -> m.merge(17, "x", (v, w) -> value(code));
    InFunction compute = (m, code) -> m.compute(17, (k, v) -> value(code));
    InFunction ifPresent = (m, code) -> m.computeIfPresent(17, (k, v) -> value(code));
    InFunction removal = (m, code) -> m.computeIfPresent(17, (k, v) -> none(code));
    InFunction empty =
        (m, code) -> {
          check(m.isEmpty());
          code.run();
        };
    return Stream.of(
        after("remove, function of computeIfAbsent", remove, COMPUTE_IF_ABSENT),
        after("function of computeIfAbsent, look", COMPUTE_IF_ABSENT, LOOK),
        after("function of merge, look", merge, LOOK),
        after("function of compute, look", compute, LOOK),
        after("function of computeIfPresent, look", ifPresent, LOOK),
        after("function of computeIfPresent that removes, look", removal, empty),
        after("refusal of computeIfAbsent, next one", REFUSE_ABSENT, COMPUTE_IF_ABSENT),
        after("refusal of compute, next one", REFUSE, COMPUTE_IF_ABSENT),
        after("refusal of computeIfPresent, next one", REFUSE_PRESENT, ifPresent),
        after("refusal of merge, next one", REFUSE_MERGE, merge));
  }

  static Stream<Arguments> edges() {
    return Stream.of(comparisons(), Stream.of(hashCodeOfKey()), functions()).flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "ConcurrentSkipListMap: two that compare",
            () -> {
              ConcurrentMap<Object, String> map =
                  new ConcurrentSkipListMap<>(Comparator.comparing(Object::toString));
              handOver(() -> map.get("a"), () -> run(() -> map.get("b")));
            }));
  }
}
