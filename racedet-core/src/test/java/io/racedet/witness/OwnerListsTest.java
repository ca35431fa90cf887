package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Items by owner, thread and kind, compared with a list that is scanned. */
class OwnerListsTest {
  private static final long SEED = 20261126;
  private static final int OWNERS = 5;
  private static final int THREADS = 4;
  private static final int MAX_ITEMS = 80;

  /** An entry of the list: items have ascending numbers, and ascending ranks in their thread. */
  private record Entry(int owner, int thread, int kind, int item, int rank) {}

  private final List<Entry> entries = new ArrayList<>();
  private int last; // the largest number or rank in use

  @Test
  void lists_random_areThoseOfAScan() {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < 30; i++) {
      entries.clear();
      add(seeds.split(), seeds.nextInt(MAX_ITEMS));
      OwnerLists.Builder builder = new OwnerLists.Builder();
      entries.forEach(e -> builder.add(e.owner, e.thread, e.kind, e.item));
      OwnerLists lists = builder.build(OWNERS, this::rank);
      for (int owner = 0; owner < OWNERS; owner++) {
        assertGroups(lists, owner);
      }
      assertThat(lists.isEmpty(OWNERS)).isTrue();
      assertThat(lists.isEmpty(OWNERS + 1)).isTrue();
    }
  }

  private void add(SplittableRandom random, int size) {
    int[] rank = new int[THREADS];
    int item = 0;
    for (int i = 0; i < size; i++) {
      int thread = random.nextInt(THREADS);
      item += 1 + random.nextInt(2);
      rank[thread] += 1 + random.nextInt(2);
      int owner = random.nextInt(1 + random.nextInt(OWNERS)); // few or none of the last ones
      entries.add(new Entry(owner, thread, random.nextInt(2), item, rank[thread]));
    }
    last = 2 * size;
  }

  private int rank(int item) {
    return entries.stream().filter(e -> e.item == item).findFirst().orElseThrow().rank;
  }

  private Stream<Entry> of(int owner, int thread, int kind) {
    return entries.stream().filter(e -> e.owner == owner && e.thread == thread && e.kind == kind);
  }

  /** The groups come in the order of threads, then of kinds; none is empty. */
  private void assertGroups(OwnerLists lists, int owner) {
    int group = lists.groups(owner);
    for (int thread = 0; thread < THREADS; thread++) {
      for (int kind = 0; kind < 2; kind++) {
        if (of(owner, thread, kind).findAny().isPresent()) {
          assertThat(lists.thread(group)).as("seed " + SEED).isEqualTo(thread);
          assertThat(lists.kind(group)).as("seed " + SEED).isEqualTo(kind);
          assertItems(lists, group, of(owner, thread, kind).toList());
          group++;
        }
      }
    }
    assertThat(lists.groups(owner + 1)).as("seed " + SEED).isEqualTo(group);
    assertThat(lists.isEmpty(owner)).isEqualTo(group == lists.groups(owner));
  }

  private void assertItems(OwnerLists lists, int group, List<Entry> expected) {
    assertThat(lists.first(group)).as("seed " + SEED).isEqualTo(expected.get(0).item);
    for (int bound = 0; bound <= last + 1; bound++) {
      int limit = bound;
      assertThat(lists.lastUpTo(group, limit))
          .as("seed " + SEED)
          .isEqualTo(last(expected.stream().filter(e -> e.rank <= limit)));
      assertThat(lists.lastBefore(group, limit))
          .as("seed " + SEED)
          .isEqualTo(last(expected.stream().filter(e -> e.item < limit)));
    }
  }

  private static int last(Stream<Entry> entries) {
    return entries.mapToInt(Entry::item).max().orElse(EventHistory.NONE);
  }
}
