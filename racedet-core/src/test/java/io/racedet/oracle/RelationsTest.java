package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SortedSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which relations order more than others, on litmus and random traces. */
class RelationsTest {
  private static final TraceRuns RUNS = TraceRuns.ofRelations();

  static Stream<LitmusCase> litmus() {
    return Litmus.all();
  }

  @ParameterizedTest
  @MethodSource("litmus")
  void relations_litmus_includeEachOther(LitmusCase litmus) {
    assertInclusions(litmus.trace(), new Shares());
  }

  /** The shares show that the traces distinguish the relations. */
  @Test
  void relations_randomTraces_includeEachOther() {
    Shares shares = new Shares();
    RUNS.checkSome(trace -> assertInclusions(trace, shares));
    assertShares(shares);
  }

  @Test
  @Tag("soak")
  void relations_manyRandomTraces_includeEachOther(TestReporter reporter) {
    Shares shares = new Shares();
    RUNS.checkMany(reporter, trace -> assertInclusions(trace, shares));
    assertShares(shares);
  }

  private static void assertShares(Shares shares) {
    shares.print();
    shares.assertAtLeast(40, "CP orders less than HB");
    shares.assertAtLeast(15, "CP has races that HB has not");
    shares.assertAtLeast(20, "WCP orders less than CP");
    shares.assertAtLeast(2, "WCP has races that CP has not");
    shares.assertAtLeast(8, "SDP and WCP order differently");
    shares.assertAtLeast(4, "SDP has races that WCP has not");
    shares.assertAtLeast(5, "WDP has races that SDP has not");
    shares.assertAtLeast(40, "WDP orders less than PWR");
    shares.assertAtLeast(25, "WDP has races that PWR has not");
    shares.assertAtLeast(20, "HB has races that SHB has not");
  }

  private static void assertInclusions(TestTrace trace, Shares shares) {
    HappensBefore plain = new HappensBefore(trace);
    Order happensBefore = HappensBefore.asObserved(trace).order();
    CpRelation cp = new CpRelation(trace);
    WcpRelation wcp = new WcpRelation(trace);
    assertOrdersLess(wcp.order(), cp.order(), trace);
    assertOrdersLess(cp.order(), happensBefore, trace);
    SortedSet<Pair> hard = new Relations(trace).conflicting(happensBefore::unordered);
    assertThat(plain.races()).containsAll(hard);
    if (!trace.usesSync()) {
      assertThat(plain.races()).isEqualTo(hard);
    }
    assertThat(cp.races()).containsAll(hard);
    assertThat(wcp.races()).containsAll(cp.races());
    shares.count("CP orders less than HB", !sameOrder(cp.order(), happensBefore, trace));
    shares.count("CP has races that HB has not", !hard.containsAll(cp.races()));
    shares.count("WCP orders less than CP", !sameOrder(wcp.order(), cp.order(), trace));
    shares.count("WCP has races that CP has not", !cp.races().containsAll(wcp.races()));
    assertDependentlyPrecedes(trace, wcp, shares);
    SortedSet<Pair> schedulable = LastWriteRelation.schedulable(trace).races();
    assertThat(plain.races()).containsAll(schedulable);
    shares.count("HB has races that SHB has not", !schedulable.containsAll(plain.races()));
  }

  private static void assertDependentlyPrecedes(TestTrace trace, WcpRelation wcp, Shares shares) {
    SdpRelation sdp = new SdpRelation(trace);
    WdpRelation wdp = new WdpRelation(trace);
    PwrRelation pwr = new PwrRelation(trace);
    assertOrdersLess(wdp.order(), pwr.order(), trace);
    assertThat(wdp.races()).containsAll(pwr.pairs());
    shares.count("SDP and WCP order differently", !sameOrder(sdp.order(), wcp.order(), trace));
    shares.count("SDP has races that WCP has not", !wcp.races().containsAll(sdp.races()));
    shares.count("WDP has races that SDP has not", !sdp.races().containsAll(wdp.races()));
    shares.count("WDP orders less than PWR", !sameOrder(wdp.order(), pwr.order(), trace));
    shares.count("WDP has races that PWR has not", !pwr.pairs().containsAll(wdp.races()));
  }

  private static void assertOrdersLess(Order less, Order more, TestTrace trace) {
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (less.before(e, f) && !more.before(e, f)) {
          assertThat(new Pair(e, f)).as("ordered by the weaker relation only").isNull();
        }
      }
    }
  }

  private static boolean sameOrder(Order a, Order b, TestTrace trace) {
    for (int f = 2; f <= trace.size(); f++) {
      for (int e = 1; e < f; e++) {
        if (a.before(e, f) != b.before(e, f)) {
          return false;
        }
      }
    }
    return true;
  }
}
