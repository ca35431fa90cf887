package io.racedet.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Comparisons of contexts, against their definitions. */
class LockContextsTest {
  private static final int CONTEXTS = 300;
  private static final int LOCKS = 12;
  private static final int THREADS = 2;

  private record Hold(int lock, boolean shared) {}

  private final LockContexts contexts = new LockContexts();
  private final List<Integer> numbers = new ArrayList<>();
  private final List<List<Hold>> holds = new ArrayList<>();

  @Test
  void comparisons_ofRandomContexts_agreeWithTheirDefinitions() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < CONTEXTS; i++) {
      add(random);
    }
    for (int i = 0; i < CONTEXTS; i++) {
      for (int j = 0; j < CONTEXTS; j++) {
        int a = numbers.get(i);
        int b = numbers.get(j);
        List<Hold> ofA = holds.get(i);
        List<Hold> ofB = holds.get(j);
        assertThat(contexts.protect(a, b))
            .as("seed %d: %s protects from %s", seed, ofA, ofB)
            .isEqualTo(
                ofA.stream().anyMatch(x -> ofB.stream().anyMatch(y -> excludeEachOther(x, y))));
        assertThat(contexts.holdsNoMore(a, b))
            .as("seed %d: %s holds no more than %s", seed, ofA, ofB)
            .isEqualTo(contexts.thread(a) == contexts.thread(b) && ofB.containsAll(ofA));
      }
    }
  }

  @Test
  void childOf_aLockWithALargeId_belongsToItsContext() {
    int lock = Integer.MAX_VALUE;
    int one = contexts.child(contexts.root(0), lock, false);
    int other = contexts.child(contexts.root(1), lock, false);
    assertThat(contexts.thread(one)).isZero();
    assertThat(contexts.thread(other)).isEqualTo(1);
    assertThat(contexts.lock(other)).isEqualTo(lock);
  }

  private static boolean excludeEachOther(Hold x, Hold y) {
    return x.lock == y.lock && !(x.shared && y.shared);
  }

  /** A thread may hold a lock in both modes, but in neither of them twice. */
  private void add(Random random) {
    int context = contexts.root(random.nextInt(THREADS));
    List<Hold> held = new ArrayList<>();
    for (int i = random.nextInt(LOCKS); i > 0; i--) {
      Hold hold = new Hold(random.nextInt(LOCKS), random.nextBoolean());
      if (!held.contains(hold)) {
        held.add(hold);
        context = contexts.child(context, hold.lock, hold.shared);
      }
    }
    numbers.add(context);
    holds.add(held);
  }
}
