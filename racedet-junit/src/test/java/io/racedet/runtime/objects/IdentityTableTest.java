package io.racedet.runtime.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IdentityTableTest {
  private final IdentityTable table = new IdentityTable();
  private final List<Object> kept = new ArrayList<>();
  private final List<IdentityTable.Entry> dropped = new ArrayList<>();

  private void add(int objects) {
    for (int i = 0; i < objects; i++) {
      Object object = new Object();
      IdentityTable.Entry entry = table.entryOf(object);
      if (i % 3 == 0) {
        kept.add(object);
      } else {
        dropped.add(entry);
      }
    }
  }

  private static BitSet numbers(NumberSet of, long last) {
    BitSet numbers = new BitSet();
    for (int number = 0; number <= last + 100; number++) {
      numbers.set(number, of.contains(number));
    }
    assertThat(of.size()).isEqualTo(numbers.cardinality());
    return numbers;
  }

  @Test
  void numbers_areThoseFromOneOn_withoutThoseThatAreRemoved() {
    for (int last : new int[] {0, 1, 62, 63, 64, 65, 1000}) {
      NumberSet all = NumberSet.upTo(last);
      BitSet expected = new BitSet();
      expected.set(1, last + 1);
      assertThat(numbers(all, last)).isEqualTo(expected);
      all.remove(last);
      all.remove(last + 200);
      expected.clear(last);
      assertThat(numbers(all, last)).isEqualTo(expected);
    }
  }

  @Test
  @Timeout(300)
  void collectedObjects_areThoseOfWhichTheReferencesAreCleared() throws InterruptedException {
    add(10_000);
    while (dropped.stream().anyMatch(entry -> !entry.refersTo(null))) {
      System.gc();
      Thread.sleep(10);
    }
    add(5_000); // some of the segments drop entries, others have room
    while (dropped.stream().anyMatch(entry -> !entry.refersTo(null))) {
      System.gc();
      Thread.sleep(10);
    }
    BitSet expected = new BitSet();
    dropped.forEach(entry -> expected.set((int) entry.id));
    assertThat(numbers(table.collected(), table.taken())).isEqualTo(expected);
    assertThat(table.taken())
        .isGreaterThanOrEqualTo(expected.length() - 1)
        .isGreaterThanOrEqualTo(
            kept.stream().mapToLong(each -> table.entryOf(each).id).max().orElseThrow());
    assertThat(kept).allMatch(each -> !expected.get((int) table.entryOf(each).id));
  }

  @Test
  void numbersForObjectsToCome_areNotCollected() {
    assertThat(table.collected().size()).isZero();
    Object object = new Object();
    table.entryOf(object);
    assertThat(table.collected().size()).isZero();
    assertThat(table.taken()).isEqualTo(ObjectShapes.BLOCK);
    assertThat(table.entryOf(object).refersTo(object)).isTrue();
  }
}
