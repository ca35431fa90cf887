package io.racedet.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of locksets, compared with sets of locks. */
class LocksetsTest {
  private static final int STEPS = 4_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40})
  void locksets_areSets(int locks) {
    Random random = new Random(locks);
    Locksets numbers = new Locksets();
    Map<Integer, Set<Integer>> sets = new HashMap<>();
    Map<Set<Integer>, Integer> number = new HashMap<>();
    sets.put(Locksets.EMPTY, Set.of());
    number.put(Set.of(), Locksets.EMPTY);
    List<Integer> all = new ArrayList<>(sets.keySet());
    for (int i = 0; i < STEPS; i++) {
      int a = all.get(random.nextInt(all.size()));
      int b = all.get(random.nextInt(all.size()));
      Set<Integer> expected = new TreeSet<>(sets.get(a));
      int result;
      if (random.nextBoolean() && all.size() < 600) {
        int lock = random.nextInt(locks);
        expected.add(lock);
        result = numbers.with(a, lock);
      } else {
        expected.retainAll(sets.get(b));
        result = numbers.meet(a, b);
      }
      if (number.putIfAbsent(expected, result) == null) {
        assertThat(sets.put(result, expected)).isNull();
        all.add(result);
      }
      assertThat(number.get(expected)).isEqualTo(result);
      assertThat(numbers.meet(a, Locksets.ALL)).isEqualTo(a);
      assertThat(numbers.meet(Locksets.ALL, a)).isEqualTo(a);
    }
  }

  /** A lock beyond those of the other set, wherever the table of marked locks ends. */
  @ParameterizedTest
  @ValueSource(ints = {3, 61, 62, 63, 64, 65, 95, 96, 97})
  void meet_ofALockWithSmallerOnes_isEmpty(int lock) {
    Locksets numbers = new Locksets();
    int one = numbers.with(Locksets.EMPTY, lock);
    int two = numbers.with(numbers.with(Locksets.EMPTY, 1), 2);
    assertThat(numbers.meet(one, two)).isEqualTo(Locksets.EMPTY);
    assertThat(numbers.meet(numbers.with(two, lock), one)).isEqualTo(one);
  }

  /** Sets of locks held one inside another, asked for in any order, deeper than any buffer. */
  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 100})
  void heldLocksets_areTheLocksOfTheKind(int depth) {
    Random random = new Random(depth);
    LockContexts contexts = new LockContexts();
    Locksets locksets = new Locksets();
    HeldLocksets held = new HeldLocksets(contexts, locksets);
    List<Integer> chain = new ArrayList<>(List.of(contexts.root(0)));
    for (int lock = 0; lock < depth; lock++) {
      chain.add(contexts.child(chain.get(lock), lock, random.nextBoolean()));
    }
    for (int i = 0; i < 4 * depth; i++) {
      int context = chain.get(i == 0 ? depth : random.nextInt(depth + 1));
      for (Op op : List.of(Op.READ, Op.WRITE, Op.ATOMIC_READ, Op.ATOMIC_WRITE)) {
        assertThat(held.at(op, context)).isEqualTo(expected(op, context, contexts, locksets));
      }
      assertThat(held.atPlain(true, context)).isEqualTo(held.at(Op.WRITE, context));
      assertThat(held.atPlain(false, context)).isEqualTo(held.at(Op.READ, context));
    }
    held.learn();
    for (int context : chain) {
      assertThat(held.learnt(true, context)).isEqualTo(held.at(Op.WRITE, context));
      assertThat(held.learnt(false, context)).isEqualTo(held.at(Op.READ, context));
    }
  }

  private static int expected(Op op, int context, LockContexts contexts, Locksets locksets) {
    boolean isWrite = op == Op.WRITE || op == Op.ATOMIC_WRITE;
    boolean isAtomic = op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE;
    int set = isAtomic ? locksets.with(Locksets.EMPTY, -1) : Locksets.EMPTY;
    for (int at = context; !contexts.holdsNothing(at); at = contexts.parent(at)) {
      if (!(isWrite && contexts.isShared(at))) {
        set = locksets.with(set, contexts.lock(at));
      }
    }
    return set;
  }
}
