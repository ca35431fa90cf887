package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.trace.block.LocatedEvents;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of events with locations, compared with a map. */
class TerminalTableTest {
  private static final long SEED = 42;

  private static final ThreadMXBean BEAN = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private record Located(long word, int location) {}

  private final Map<Located, Integer> expected = new LinkedHashMap<>();

  private static final long[] WORDS = new SplittableRandom(SEED).longs(120).toArray();

  private static Located any(SplittableRandom random) {
    return new Located(WORDS[random.nextInt(WORDS.length)], random.nextInt(-1, 40));
  }

  @Test
  void events_areNumberedInTheOrderOfTheirFirstUse() {
    SplittableRandom random = new SplittableRandom(SEED);
    TerminalTable table = new TerminalTable();
    for (int i = 0; i < 30_000; i++) {
      Located event = any(random);
      Integer known = expected.get(event);
      int number = table.of(event.word, event.location);
      assertThat(number).isEqualTo(known == null ? -1 : known);
      if (known == null && random.nextInt(3) == 0) {
        table.forgetLast();
      } else if (known == null) {
        expected.put(event, expected.size());
      }
      assertThat(table.size()).isEqualTo(expected.size());
    }
    assertThat(expected).as("so many that the table grows twice").hasSizeGreaterThan(4096);
    Grammar grammar = table.grammar(new Sequitur());
    assertThat(grammar.terminals()).isEqualTo(expected.size());
    expected.forEach(
        (event, number) -> {
          assertThat(grammar.word(number)).isEqualTo(event.word);
          assertThat(grammar.location(number)).isEqualTo(event.location);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3000})
  void fullTable_findsWhatItHas_andAddsNothing(int most) {
    SplittableRandom random = new SplittableRandom(SEED);
    LocatedEvents table = new LocatedEvents(most);
    for (int i = 0; i < 30_000; i++) {
      Located event = any(random);
      Integer known = expected.get(event);
      assertThat(table.of(event.word, event.location)).isEqualTo(known == null ? -1 : known);
      if (known == null && expected.size() < most) {
        expected.put(event, expected.size());
      }
    }
    assertThat(expected).hasSize(most);
  }

  /** A table of two words a slot doubles when more than half of its slots are in use. */
  @Test
  void table_growsWhenHalfOfItIsInUse() {
    LocatedEvents table = new LocatedEvents(Integer.MAX_VALUE);
    for (int size = 0; size < 9000; size++) {
      long before = BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
      table.of(EventBlock.word(Op.READ, 1, size), size);
      long after = BEAN.getThreadAllocatedBytes(Thread.currentThread().getId());
      boolean isFull = size == 2049 || size == 4097 || size == 8193;
      assertThat(after - before > 16 * 4096).as("at %s", size).isEqualTo(isFull);
    }
  }

  /** Each of 256 parts of the table gets about as many events as any other. */
  @Test
  void hashes_spreadEventsOverTheTable() {
    Set<Long> hashes = new HashSet<>();
    int[] parts = new int[256];
    for (int thread = 0; thread < 8; thread++) {
      for (int operand = 0; operand < 64; operand++) {
        for (int location = -1; location < 15; location++) {
          for (Op op : new Op[] {Op.READ, Op.WRITE, Op.ALLOC}) {
            long hash = LocatedEvents.hash(EventBlock.word(op, thread, operand), location);
            hashes.add(hash >>> 40);
            parts[(int) (hash >>> 56)]++;
          }
        }
      }
    }
    int events = 8 * 64 * 16 * 3;
    assertThat(hashes).as("of 24 bits").hasSizeGreaterThan(events - events / 100);
    for (int part : parts) {
      assertThat(part).isBetween(events / 256 / 2, 2 * events / 256);
    }
  }
}
