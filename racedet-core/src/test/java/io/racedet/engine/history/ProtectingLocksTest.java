package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The common locks of variables, beside the list of the locks of all their accesses. */
class ProtectingLocksTest {
  private static final int STEPS = 3_000;
  private static final int THREADS = 3;
  private static final int VARIABLES = 6;

  /** The locks held by a thread. */
  private record Held(int thread, Set<Integer> locks) {}

  /** The accesses to a variable since one that was ordered after all earlier ones. */
  private static final class Accesses {
    final List<Set<Integer>> locks = new ArrayList<>();
    long since;

    boolean haveCommonLock() {
      return locks.isEmpty() || !common().isEmpty();
    }

    /** The locks that all of them held; there is one. */
    Set<Integer> common() {
      Set<Integer> common = new HashSet<>(locks.get(0));
      locks.forEach(common::retainAll);
      return common;
    }

    boolean haveCommonLock(Set<Integer> with) {
      Set<Integer> common = locks.isEmpty() ? new HashSet<>(with) : common();
      common.retainAll(with);
      return !common.isEmpty();
    }

    void add(Set<Integer> access, boolean afterAll, long epoch) {
      locks.add(access);
      if (afterAll && !haveCommonLock()) {
        locks.clear();
        since = epoch;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void locks_areThoseOfAllAccesses_sinceOneThatIsOrderedAfterThem(int mostLocks) {
    Random random = new Random(mostLocks);
    LockContexts contexts = new LockContexts();
    ProtectingLocks common = new ProtectingLocks(contexts);
    List<Accesses> model = new ArrayList<>();
    int resets = 0;
    for (int v = 0; v < VARIABLES; v++) {
      model.add(new Accesses());
    }
    for (long epoch = 1; epoch <= STEPS; epoch++) {
      int variable = random.nextInt(1 + random.nextInt(VARIABLES));
      Held held = held(random, mostLocks);
      int lockset = common.plainLockset(random.nextBoolean(), context(contexts, held));
      assertThat(common.lockset(Op.WRITE, context(contexts, held))).isEqualTo(lockset);
      Accesses accesses = model.get(variable);
      assertThat(common.isCommon(variable, lockset)).isEqualTo(accesses.haveCommonLock(held.locks));
      boolean afterAll = random.nextInt(4) == 0;
      common.note(variable, lockset, afterAll, epoch);
      accesses.add(held.locks, afterAll, epoch);
      resets += accesses.since == epoch ? 1 : 0;
      for (int v = 0; v < VARIABLES; v++) {
        assertThat(common.since(v)).isEqualTo(model.get(v).since);
      }
    }
    assertThat(resets).isBetween(20, STEPS / 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8})
  void contexts_areComparedByThreadAndLocks(int mostLocks) {
    Random random = new Random(mostLocks);
    LockContexts contexts = new LockContexts();
    ProtectingLocks common = new ProtectingLocks(contexts);
    for (int i = 0; i < STEPS; i++) {
      Held a = held(random, mostLocks);
      Held b = held(random, mostLocks);
      Set<Integer> both = new HashSet<>(a.locks);
      both.retainAll(b.locks);
      int first = context(contexts, a);
      int second = context(contexts, b);
      assertThat(common.holdsNoMore(first, second))
          .isEqualTo(a.thread == b.thread && b.locks.containsAll(a.locks));
      if (a.thread != b.thread) {
        assertThat(common.protect(first, second)).isEqualTo(!both.isEmpty());
      }
    }
  }

  private static Held held(Random random, int mostLocks) {
    Set<Integer> locks = new HashSet<>();
    for (int i = random.nextInt(mostLocks + 1); i > 0; i--) {
      locks.add(random.nextInt(mostLocks + 1));
    }
    return new Held(random.nextInt(THREADS), locks);
  }

  private static int context(LockContexts contexts, Held held) {
    int context = contexts.root(held.thread);
    for (int lock : held.locks) {
      context = contexts.child(context, lock, false);
    }
    return context;
  }
}
