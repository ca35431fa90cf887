package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Linked lists of accesses, compared with those of the library. */
class AccessNodesTest {
  private static final int LISTS = 5;
  private static final int NONE = AccessNodes.NONE;

  private record Access(int who, long time, long detail) {}

  private final SplittableRandom random = new SplittableRandom(42);
  private final AccessNodes nodes = new AccessNodes();
  private final int[] lists = IntStream.range(0, LISTS).map(i -> NONE).toArray();
  private final List<LinkedList<Access>> expected = new ArrayList<>();

  @Test
  void randomChanges_areThoseOfTheLibrary() {
    int[] most = {0, 0};
    for (int i = 0; i < LISTS; i++) {
      expected.add(new LinkedList<>());
    }
    for (int i = 0; i < 2000; i++) {
      change(random.nextInt(LISTS));
      int total = expected.stream().mapToInt(List::size).sum();
      most[0] = Math.max(most[0], total);
      assertThat(nodes.size()).as("free nodes are used first").isEqualTo(most[0]);
      for (int list = 0; list < LISTS; list++) {
        assertList(list);
      }
      if (i == 1000) {
        clear();
        most[1] = most[0];
        most[0] = 0;
      }
    }
    assertThat(Math.min(most[0], most[1])).as("more than fit at first").isGreaterThan(16);
  }

  private void clear() {
    nodes.clear();
    for (int list = 0; list < LISTS; list++) {
      lists[list] = NONE;
      expected.get(list).clear();
    }
  }

  private void change(int list) {
    LinkedList<Access> accesses = expected.get(list);
    Access access = new Access(random.nextInt(), random.nextLong(), random.nextLong());
    int at = accesses.isEmpty() ? 0 : random.nextInt(accesses.size());
    int how = accesses.isEmpty() ? 3 : random.nextInt(6);
    switch (how) {
      case 0 -> {
        lists[list] =
            nodes.remove(lists[list], at == 0 ? NONE : node(list, at - 1), node(list, at));
        accesses.remove(at);
      }
      case 1 -> {
        nodes.set(node(list, at), access.who, access.time, access.detail);
        accesses.set(at, access);
      }
      case 2 -> {
        if (random.nextInt(6) == 0) {
          lists[list] = nodes.drop(lists[list]);
          accesses.clear();
          assertThat(lists[list]).isEqualTo(NONE);
        }
      }
      default -> {
        lists[list] = nodes.add(lists[list], access.who, access.time, access.detail);
        accesses.addFirst(access);
      }
    }
  }

  private int node(int list, int at) {
    int node = lists[list];
    for (int i = 0; i < at; i++) {
      node = nodes.next(node);
    }
    return node;
  }

  private void assertList(int list) {
    List<Access> actual = new ArrayList<>();
    for (int node = lists[list]; node != NONE; node = nodes.next(node)) {
      actual.add(new Access(nodes.who(node), nodes.time(node), nodes.detail(node)));
    }
    assertThat(actual).isEqualTo(expected.get(list));
    int length = actual.size();
    assertThat(nodes.length(lists[list])).isEqualTo(length);
    int[] who = new int[length + 2];
    long[] time = new long[length + 2];
    long[] detail = new long[length + 2];
    nodes.copy(lists[list], length + 1, who, time, detail);
    for (int i = 0; i < length; i++) { // the front of the list comes last
      assertThat(new Access(who[length - i], time[length - i], detail[length - i]))
          .isEqualTo(actual.get(i));
    }
    assertThat(who[0] | who[length + 1]).isZero();
  }

  @Test
  void emptyList_isDroppedAsItIs() {
    assertThat(nodes.drop(NONE)).isEqualTo(NONE);
    assertThat(nodes.add(NONE, 1, 2, 3)).isZero();
    assertThat(nodes.drop(NONE)).isEqualTo(NONE);
    assertThat(nodes.add(NONE, 1, 2, 3)).as("the first one is not free").isEqualTo(1);
  }
}
