package io.racedet.compressed.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.HappensBeforeRules.Place;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import io.racedet.race.RaceKind;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The kinds of accesses, compared with what the operations mean. */
class AccessKindTest {
  private static final List<Op> OPS =
      List.of(Op.READ, Op.WRITE, Op.ATOMIC_READ, Op.ATOMIC_WRITE); // by kind

  private static boolean writes(int kind) {
    return OPS.get(kind) == Op.WRITE || OPS.get(kind) == Op.ATOMIC_WRITE;
  }

  private static boolean isAtomic(int kind) {
    return OPS.get(kind) == Op.ATOMIC_READ || OPS.get(kind) == Op.ATOMIC_WRITE;
  }

  /** By the definition: at least one writes, and at least one is plain. */
  private static boolean conflict(int a, int b) {
    return (writes(a) || writes(b)) && !(isAtomic(a) && isAtomic(b));
  }

  @Test
  void kinds_areThoseOfTheEvents() {
    for (int kind = 0; kind < AccessKind.COUNT; kind++) {
      assertThat(AccessKind.of(EventBlock.word(OPS.get(kind), 3, 5))).isEqualTo(kind);
      assertThat(AccessKind.isWrite(kind)).isEqualTo(writes(kind));
      assertThat(AccessKind.isAtomic(kind)).isEqualTo(isAtomic(kind));
    }
  }

  @Test
  void pairsOfKinds_conflictAndCoverByTheDefinition() {
    for (int a = 0; a < AccessKind.COUNT; a++) {
      for (int b = 0; b < AccessKind.COUNT; b++) {
        int first = a;
        int second = b;
        assertThat(AccessKind.conflict(a, b)).isEqualTo(conflict(a, b));
        boolean covered =
            IntStream.range(0, AccessKind.COUNT)
                .allMatch(c -> !conflict(c, first) || conflict(c, second));
        assertThat(AccessKind.isCovered(a, b)).as("%s by %s", a, b).isEqualTo(covered);
      }
    }
  }

  @Test
  void setsOfKinds_haveReadsAndWrites() {
    for (int kinds = 0; kinds < 1 << AccessKind.COUNT; kinds++) {
      int set = kinds;
      IntStream elements = IntStream.range(0, AccessKind.COUNT).filter(k -> (set >> k & 1) != 0);
      List<Integer> all = elements.boxed().toList();
      assertThat(AccessKind.haveWrites(kinds)).isEqualTo(all.stream().anyMatch(k -> writes(k)));
      assertThat(AccessKind.haveReads(kinds)).isEqualTo(all.stream().anyMatch(k -> !writes(k)));
    }
  }

  @Test
  void races_areNamedAfterWhatIsWritten() {
    assertThat(AccessKind.race(AccessKind.WRITE, AccessKind.ATOMIC_WRITE))
        .isEqualTo(RaceKind.WRITE_WRITE);
    assertThat(AccessKind.race(AccessKind.ATOMIC_WRITE, AccessKind.READ))
        .isEqualTo(RaceKind.WRITE_READ);
    assertThat(AccessKind.race(AccessKind.ATOMIC_READ, AccessKind.WRITE))
        .isEqualTo(RaceKind.READ_WRITE);
  }

  @Test
  void onlyRowOfASet_isFoundInAnyWord() {
    long[] sets = {-1, 0, 1L << 63, 0, 4, 0, 0, 3, 0, 1, 1, -1};

    assertThat(ChunkOrder.single(sets, 1, 2)).isEqualTo(127);
    assertThat(ChunkOrder.single(sets, 3, 3)).isEqualTo(66);
    assertThat(ChunkOrder.single(sets, 4, 1)).isEqualTo(2);
    assertThat(ChunkOrder.single(sets, 5, 3)).as("two in a word").isEqualTo(DenseIds.NONE);
    assertThat(ChunkOrder.single(sets, 8, 3)).as("two words").isEqualTo(DenseIds.NONE);
    assertThat(ChunkOrder.single(sets, 5, 2)).as("none").isEqualTo(DenseIds.NONE);
  }

  @Test
  void symbols_areDifferent_andHaveTheirIds() {
    List<Integer> symbols =
        IntStream.range(0, 10)
            .boxed()
            .flatMap(
                id ->
                    IntStream.of(
                            Symbol.thread(id),
                            Symbol.of(Place.EXCLUSIVE, id),
                            Symbol.of(Place.SHARED, id),
                            Symbol.of(Place.SYNC, id),
                            Symbol.of(Place.CHANNEL, id),
                            Symbol.of(Place.NOTIFY, id))
                        .boxed()
                        .peek(symbol -> assertThat(Symbol.id(symbol)).isEqualTo(id)))
            .toList();

    assertThat(symbols).doesNotHaveDuplicates();
    assertThat(symbols.stream().filter(Symbol::isThread)).hasSize(10).contains(Symbol.thread(7));
    assertThat(symbols.stream().filter(Symbol::isExclusive))
        .hasSize(10)
        .contains(Symbol.of(Place.EXCLUSIVE, 7));
  }
}
