package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The oracles, compared with the verdict tables, which were computed independently. */
class OracleTest {
  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void happensBefore_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new HappensBefore(litmus.trace()).races()).isEqualTo(litmus.pairs("HB"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void pwr_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new PwrRelation(litmus.trace()).pairs()).isEqualTo(litmus.pairs("PWR"));
  }

  static Stream<LitmusCase> withoutSync() {
    return Stream.concat(Litmus.handmade().stream(), Litmus.random().stream());
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void schedulable_litmus_equalsTable(LitmusCase litmus) {
    assertThat(LastWriteRelation.schedulable(litmus.trace()).races())
        .isEqualTo(litmus.pairs("SHBp"));
  }

  /** The table has the pairs with disjoint locksets, whatever forks and joins order. */
  @ParameterizedTest
  @MethodSource("withoutSync")
  void hybrid_litmus_isWhatTheLocksetsOfTheTableLeaveUnordered(LitmusCase litmus) {
    SortedSet<Pair> races = new HybridRelation(litmus.trace()).races();
    SortedSet<Pair> disjoint = litmus.pairs("LS");
    if (litmus.trace().uses(Op.FORK, Op.JOIN)) {
      assertThat(disjoint).containsAll(races);
    } else {
      assertThat(races).isEqualTo(disjoint);
    }
  }

  /** Each relation orders more than the one before. */
  @ParameterizedTest
  @MethodSource("litmus")
  void pwrAndHybrids_litmus_includeEachOther(LitmusCase litmus) {
    SortedSet<Pair> lastWrites = LastWriteRelation.hybrid(litmus.trace()).races();
    assertThat(new HybridRelation(litmus.trace()).races()).containsAll(lastWrites);
    assertThat(lastWrites).containsAll(litmus.pairs("PWR"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void cp_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new CpRelation(litmus.trace()).races()).isEqualTo(litmus.pairs("CP"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void wcp_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new WcpRelation(litmus.trace()).races()).isEqualTo(litmus.pairs("WCP"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void sdp_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new SdpRelation(litmus.trace()).races()).isEqualTo(litmus.pairs("SDP2"));
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void wdp_litmus_equalsTable(LitmusCase litmus) {
    assertThat(new WdpRelation(litmus.trace()).races()).isEqualTo(litmus.pairs("WDP"));
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void reorderings_litmus_equalTable(LitmusCase litmus) {
    Reorderings reorderings = new Reorderings(litmus.trace());
    assertThat(reorderings.enabled()).isEqualTo(litmus.pairs("enabled"));
    if (litmus.has("strict")) {
      assertThat(reorderings.strict()).isEqualTo(litmus.pairs("strict"));
      assertThat(reorderings.deadlock()).isEqualTo(litmus.verdicts().get("deadlock").equals("yes"));
    }
  }

  @ParameterizedTest
  @MethodSource("withoutSync")
  void syncPreserving_litmus_equalsTable(LitmusCase litmus) {
    SortedSet<Pair> expected = litmus.pairs("sync_enabled");
    assertThat(new SyncPreservingRelation(litmus.trace()).races()).isEqualTo(expected);
    assertThat(Reorderings.keepingLockOrder(litmus.trace()).enabled()).isEqualTo(expected);
  }
}
