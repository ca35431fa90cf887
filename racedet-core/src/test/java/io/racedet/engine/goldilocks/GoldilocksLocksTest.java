package io.racedet.engine.goldilocks;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import io.racedet.race.AccessContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pairs of contexts that locks protect from each other, compared with their locksets. */
class GoldilocksLocksTest {
  private static final int CONTEXTS = 1_000;
  private static final int LOCKS = 12;
  private static final int PAIRS = 100_000;

  private final LockContexts contexts = new LockContexts();
  private final List<Map<Integer, Boolean>> locksets = new ArrayList<>(); // whether shared, by lock

  @Test
  void protect_manyPairs_asByTheirLocksets() {
    Random random = new Random(15);
    addContexts(random);
    GoldilocksLocks locks = new GoldilocksLocks(contexts);
    int[] answers = new int[2];
    for (int i = 0; i < PAIRS; i++) {
      int few = i % 2 == 0 ? CONTEXTS : 10; // some are asked for again at once
      int a = random.nextInt(few);
      int b = random.nextInt(few);
      boolean protect = protect(locksets.get(a), locksets.get(b));
      assertThat(locks.protect(AccessContext.of(a, i), AccessContext.of(b, i + 1)))
          .as("%d %d", a, b)
          .isEqualTo(protect);
      answers[protect ? 1 : 0]++;
    }
    assertThat(answers[0]).isGreaterThan(PAIRS / 10);
    assertThat(answers[1]).isGreaterThan(PAIRS / 10);
  }

  private void addContexts(Random random) {
    for (int context = 0; context < CONTEXTS; context++) {
      if (context % 50 == 0) {
        assertThat(contexts.root(context)).isEqualTo(context);
        locksets.add(Map.of());
      } else {
        addChild(random, context);
      }
    }
  }

  private void addChild(Random random, int context) {
    int child;
    Map<Integer, Boolean> lockset;
    do {
      int parent = random.nextInt(context);
      int lock = random.nextInt(LOCKS);
      boolean shared = random.nextInt(3) == 0;
      child = locksets.get(parent).containsKey(lock) ? 0 : contexts.child(parent, lock, shared);
      lockset = new HashMap<>(locksets.get(parent));
      lockset.put(lock, shared);
    } while (child != context);
    locksets.add(lockset);
  }

  private static boolean protect(Map<Integer, Boolean> a, Map<Integer, Boolean> b) {
    return a.keySet().stream()
        .anyMatch(lock -> b.containsKey(lock) && !(a.get(lock) && b.get(lock)));
  }
}
