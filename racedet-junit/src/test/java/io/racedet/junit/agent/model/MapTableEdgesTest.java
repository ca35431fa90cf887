package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The table of a concurrent map changes while its keys are compared, or within a call. */
class MapTableEdgesTest extends EdgesTestCase {
  /** A key of any hash that comparisons read; one of them may wait, once. */
  private static final class Sorted implements Comparable<Sorted> {
    private final int hash;
    private int id;
    private boolean waits;

    Sorted(int hash, int id) {
      this.hash = hash;
      this.id = id;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Sorted sorted && sorted.id == id;
    }

    @Override
    public int compareTo(Sorted other) {
      if (waits) {
        waits = false;
        whisper("moved");
        hear("found");
      }
      return Integer.compare(id, other.id);
    }
  }

  private static ConcurrentMap<Sorted, String> withOneBin() {
    ConcurrentMap<Sorted, String> map = new ConcurrentHashMap<>(64);
    for (int i = 0; i < 6; i++) {
      map.put(new Sorted(1, i), "v");
    }
    return map;
  }

  /** Eight mappings of one bin become a tree: those of equal hash are compared. */
  private static Arguments treeOfOthers() {
    return Arguments.of(
        "ConcurrentHashMap: a bin becomes a tree",
        (Recorded.Program)
            () -> {
              ConcurrentMap<Sorted, String> map = withOneBin();
              inParallel(
                  () -> {
                    map.put(new Sorted(1 + 128, 7), "v");
                    map.put(new Sorted(1 + 128, 8), "v");
                    whisper("put");
                  },
                  () -> {
                    hear("put");
                    map.put(new Sorted(1 + 256, 9), "v");
                  });
            },
        false);
  }

  private static Arguments treeOfTwoOthers() {
    return Arguments.of(
        "ConcurrentHashMap: a bin with keys of two others becomes a tree",
        (Recorded.Program)
            () -> {
              ConcurrentMap<Sorted, String> map = withOneBin();
              inParallel(
                  () -> {
                    map.put(new Sorted(1 + 128, 7), "v");
                    whisper("put one");
                  },
                  () -> {
                    hear("put one");
                    map.put(new Sorted(1 + 128, 8), "v");
                    whisper("put");
                  },
                  () -> {
                    hear("put");
                    map.put(new Sorted(1 + 256, 9), "v");
                  });
            },
        false);
  }

  /* ---- a table that grows: of 64, from its end on ---- */

  /** Growing, it waits where the tree of the second bin is copied. */
  private static ConcurrentMap<Sorted, String> withTree() {
    ConcurrentMap<Sorted, String> map = new ConcurrentHashMap<>(32);
    map.put(new Sorted(1, 0), "v");
    for (int i = 1; i < 10; i++) {
      map.put(new Sorted(1, i), "v");
      map.put(new Sorted(1 + 64, 20 + i), "v");
    }
    return map;
  }

  private static void waits(Map<Sorted, String> map) {
    map.keySet().forEach(key -> key.waits = key.hash == 1 && key.id == 3);
  }

  private static Arguments growing() {
    return edge(
        "ConcurrentHashMap: get of a mapping that has moved",
        () -> {
          ConcurrentMap<Sorted, String> map = withTree();
          Map<Sorted, String> more = new HashMap<>();
          for (int i = 0; i < 40; i++) {
            more.put(new Sorted(2 + i, 40 + i), "v");
          }
          handOver(
              () -> {
                map.put(new Sorted(60, 100), "moved");
                waits(map);
                map.putAll(more);
              },
              () -> {
                hear("moved");
                check("moved".equals(map.get(new Sorted(60, 100))));
                whisper("found");
              });
        });
  }

  private static final int LIMIT = 48;

  /** Adds a mapping. */
  private interface Adding {
    void add(ConcurrentMap<Sorted, String> map, Sorted key);
  }

  /** One more mapping in its first bin, and the table grows, which only then becomes a tree. */
  private static ConcurrentMap<Sorted, String> full() {
    ConcurrentMap<Sorted, String> map = withTree();
    map.put(new Sorted(128, 50), "v");
    for (int i = 0; i < 6; i++) {
      map.put(new Sorted(256, 51 + i), "v");
    }
    for (int i = 2; map.size() < LIMIT - 1; i++) {
      map.put(new Sorted(i, 60 + i), "v");
    }
    waits(map);
    return map;
  }

  /** What another thread sees while the table grows at the end of a call that adds a mapping. */
  private static Stream<Arguments> within(String name, Adding adding) {
    return Stream.of(
        edge(
            "ConcurrentHashMap: within " + name + ", containsValue",
            () -> {
              ConcurrentMap<Sorted, String> map = full();
              handOver(
                  () -> adding.add(map, new Sorted(128, 58)),
                  () -> {
                    hear("moved");
                    check(map.containsValue("new"));
                    whisper("found");
                  });
            }),
        edge(
            "ConcurrentHashMap: within " + name + ", size",
            () -> {
              ConcurrentMap<Sorted, String> map = full();
              handOver(
                  () -> adding.add(map, new Sorted(128, 58)),
                  () -> {
                    hear("moved");
                    check(map.size() == LIMIT);
                    whisper("found");
                  });
            }),
        Arguments.of(
            "ConcurrentHashMap: within " + name + ", a bin becomes a tree",
            (Recorded.Program)
                () -> {
                  ConcurrentMap<Sorted, String> map = full();
                  inParallel(
                      () -> adding.add(map, new Sorted(128, 58)),
                      () -> {
                        hear("moved");
                        map.put(new Sorted(256, 59), "v");
                        whisper("found");
                      });
                },
            false));
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            Stream.of(treeOfOthers(), treeOfTwoOthers(), growing()),
            within("put", (m, k) -> m.put(k, "new")),
            within("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "new")),
            within("compute", (m, k) -> m.compute(k, (key, v) -> "new")),
            within("merge", (m, k) -> m.merge(k, "new", String::concat)))
        .flatMap(all -> all);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "ConcurrentHashMap: within put, the size before",
            () -> {
              ConcurrentMap<Sorted, String> map = full();
              handOver(
                  () -> {
                    hear("counted");
                    map.put(new Sorted(2, 50), "new");
                  },
                  () -> {
                    check(map.size() == LIMIT - 1);
                    whisper("counted");
                    hear("moved");
                    whisper("found");
                  });
            }));
  }
}
