package io.racedet.engine.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How much the search for cycles does where there are many of them. */
class RequestCyclesTest {
  private static final int LOCATION = 7;
  private static final long MANY = 10_000_000;

  private final LockContexts contexts = new LockContexts();
  private final RequestNodes nodes = new RequestNodes(contexts);
  private final List<int[]> found = new ArrayList<>();

  private void request(int thread, int held, int wanted) {
    int holding = contexts.child(contexts.root(thread), held, false);
    int after = contexts.child(holding, wanted, false);
    nodes.add(AccessContext.of(after, LOCATION), nodes.size() + 1L);
  }

  private RequestCycles search(long steps) {
    RequestCycles cycles = new RequestCycles(nodes, contexts, steps, found::add);
    cycles.search();
    return cycles;
  }

  private static Set<List<Integer>> distinct(List<int[]> cycles) {
    Set<List<Integer>> distinct = new HashSet<>();
    cycles.forEach(cycle -> distinct.add(Arrays.stream(cycle).boxed().toList()));
    return distinct;
  }

  @Test
  void threadsThatDoTheSame_someCyclesOfEachKind() {
    for (int thread = 0; thread < 100; thread++) {
      request(thread, 0, 1);
      request(thread, 1, 2);
      request(thread, 2, 0);
    }
    assertThat(search(MANY).isCutOff()).isFalse();
    assertThat(found).hasSize(RequestCycles.MAX_THREADS);
    assertThat(distinct(found)).hasSameSizeAs(found);
    for (int[] cycle : found) {
      assertThat(Arrays.stream(cycle).map(nodes::thread).distinct()).hasSize(3);
      assertThat(Arrays.stream(cycle).map(nodes::lock).distinct()).hasSize(3);
    }
  }

  @Test
  void fewThreadsThatDoTheSame_allCycles() {
    for (int thread = 0; thread < 10; thread++) {
      request(thread, 0, 1);
      request(thread, 1, 0);
    }
    search(MANY);
    assertThat(distinct(found)).hasSize(90);
    assertThat(found).hasSize(90);
  }

  /* All pairs of many locks in both orders have too many cycles, but do not hide the other locks. */
  @Test
  void manyLocksOfOneComponent_othersAreSearchedAllTheSame() {
    int locks = 30;
    for (int held = 0; held < locks; held++) {
      for (int wanted = 0; wanted < locks; wanted++) {
        if (held != wanted) {
          request(held, held, wanted);
        }
      }
    }
    request(50, 50, 51);
    request(51, 51, 50);
    assertThat(search(100_000).isCutOff()).isTrue();
    assertThat(distinct(found)).contains(List.of(nodes.size() - 1, nodes.size() - 2));
  }

  /* The first one of two parts of equal size does not use up the steps of the other one. */
  @Test
  void twoPartsWithTooManyCycles_bothAreSearched() {
    int locks = 30;
    for (int part = 0; part < 2 * locks; part += locks) {
      for (int held = part; held < part + locks; held++) {
        for (int wanted = part; wanted < part + locks; wanted++) {
          if (held != wanted) {
            request(held, held, wanted);
          }
        }
      }
    }
    assertThat(search(100_000).isCutOff()).isTrue();
    assertThat(found.stream().map(cycle -> nodes.lock(cycle[0]) / locks).distinct())
        .containsExactlyInAnyOrder(0, 1);
  }

  /* One thread is in no cycle with itself, so no paths of its requests are followed. */
  @Test
  void oneThreadWithManyLocks_fewSteps() {
    int locks = 30;
    for (int held = 0; held < locks; held++) {
      for (int wanted = 0; wanted < locks; wanted++) {
        if (held != wanted) {
          request(0, held, wanted);
        }
      }
    }
    assertThat(search(100_000).isCutOff()).isFalse();
    assertThat(found).isEmpty();
  }

  /* Of three requests two can only be made by one thread, although there are three threads. */
  @Test
  void tooFewThreadsForAPartOfACycle_none() {
    request(0, 0, 1);
    request(0, 1, 2);
    for (int thread = 0; thread < 3; thread++) {
      request(thread, 2, 0);
    }
    search(MANY);
    assertThat(found).isEmpty();
    request(1, 1, 2);
    search(MANY);
    assertThat(distinct(found)).hasSize(1);
  }
}
