package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sets of locks, compared with sets of the library. */
class LockBitsTest {
  private static final long SEED = 42;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final LockBits bits = new LockBits();
  private final List<Set<Integer>> expected = new ArrayList<>(); // by set

  /** Up to 64 locks fit into a word. */
  @ParameterizedTest
  @ValueSource(ints = {4, 64, 65, 300})
  void randomChanges_areThoseOfTheLibrary(int locks) {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 1000; i++) {
        change(locks);
        if (i % 20 == 0) {
          assertSets();
        }
      }
      assertSets();
      bits.clear();
      expected.clear();
      assertThat(bits.steps()).isZero();
      assertThat(bits.words()).isEqualTo(1);
      assertThat(bits.locks()).isEmpty();
      assertThat(bits.space()).isZero();
    }
  }

  private void change(int locks) {
    if (expected.isEmpty() || random.nextInt(20) == 0) {
      assertThat(bits.add()).isEqualTo(expected.size());
      expected.add(new HashSet<>());
      return;
    }
    int set = random.nextInt(expected.size());
    int other = random.nextInt(expected.size());
    int lock = random.nextInt(locks);
    switch (random.nextInt(8)) {
      case 0 -> {
        bits.remove(set, lock);
        expected.get(set).remove(lock);
      }
      case 1 -> {
        bits.copy(other, set);
        expected.set(set, new HashSet<>(expected.get(other)));
      }
      case 2 -> {
        bits.meet(set, other);
        expected.get(set).retainAll(expected.get(other));
      }
      case 3 -> join(set, other, locks);
      case 4 -> {
        if (random.nextInt(10) == 0) {
          bits.empty(set);
          expected.get(set).clear();
        }
      }
      default -> {
        bits.put(set, lock);
        expected.get(set).add(lock);
      }
    }
  }

  /** With a set of another stretch, whose locks have other bits and which has words before it. */
  private void join(int set, int other, int locks) {
    int words = random.nextInt(1, 4);
    int from = random.nextInt(3);
    long[] foreign = random.longs(from + words + 1).toArray();
    int[] foreignLocks = random.ints(words * Long.SIZE, 0, locks).toArray();
    Set<Integer> joined = new HashSet<>(expected.get(other));
    for (int bit = 0; bit < words * Long.SIZE; bit++) {
      boolean isSparse = random.nextInt(30) != 0;
      foreign[from + bit / Long.SIZE] &= isSparse ? ~(1L << bit) : -1;
      if ((foreign[from + bit / Long.SIZE] >>> bit & 1) != 0) {
        joined.add(foreignLocks[bit]);
      }
    }
    bits.join(set, other, foreign, from, words, foreignLocks);
    expected.set(set, joined);
  }

  private void assertSets() {
    int words = bits.words();
    int[] locks = bits.locks();
    assertThat(words).as("as few as a power of two can be").isEqualTo(wordsFor(locks.length));
    assertThat(bits.space()).isEqualTo((long) words * expected.size());
    long[] copied = new long[words + 2];
    for (int set = 0; set < expected.size(); set++) {
      bits.copyTo(set, copied, 1);
      Set<Integer> actual = new HashSet<>();
      for (int bit = 0; bit < words * Long.SIZE; bit++) {
        if ((copied[1 + bit / Long.SIZE] >>> bit & 1) != 0) {
          actual.add(locks[bit]);
        }
      }
      assertThat(actual).isEqualTo(expected.get(set));
      assertThat(bits.isEmpty(set)).isEqualTo(actual.isEmpty());
    }
    assertThat(copied[0] | copied[words + 1]).as("words around the set").isZero();
  }

  private static int wordsFor(int locks) {
    int words = 1;
    while (words * Long.SIZE < locks) {
      words *= 2;
    }
    return words;
  }

  /** The steps are the words that are written or read. */
  @Test
  void steps_areWordsVisited() {
    bits.add();
    bits.add();
    assertThat(bits.steps()).as("two sets of a word").isEqualTo(2);
    for (int lock = 0; lock <= Long.SIZE; lock++) {
      bits.put(0, lock);
    }
    long before = bits.steps();
    assertThat(before).as("the sets are copied once").isBetween(4L, 100L);
    bits.copy(0, 1);
    assertThat(bits.steps()).isEqualTo(before + 2);
    bits.meet(1, 0);
    assertThat(bits.steps()).isEqualTo(before + 4);
    bits.isEmpty(1);
    assertThat(bits.steps()).isEqualTo(before + 6);
    bits.join(1, 0, new long[] {0b101, 1, 0}, 0, 3, new int[192]);
    assertThat(bits.steps()).as("2 and 3 words, and 3 locks").isEqualTo(before + 14);
  }
}
