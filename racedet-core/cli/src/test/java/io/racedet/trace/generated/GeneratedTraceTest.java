package io.racedet.trace.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.racedet.RaceReport;
import io.racedet.TraceAnalysis;
import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.trace.TraceReader;
import io.racedet.trace.Traces;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedTraceTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 0, 0, 1, 0",
    "1, 0, 1, 1, 0, 1, 0",
    "1, 0, 1, 100, 0, 1, 0",
    "1, 1, 1, 100, 90, 1, 0",
    "8, 0, 1, 100, 0, 1, 1000000",
    "8, 1, 2, 1000, 50, 7, 1000000",
    "8, 3, 5, 10, 10, 7, 0",
    "100, 10, 1000, 50, 10, 100, 0",
    "100, 10, 1000, 100000, 10, 100, 100",
    "2, 1, 10, 100000, 90, 1000, 0",
  })
  void anyWorkload_isWellFormedAndAsLongAsAskedFor(
      int threads, int locks, int variables, long events, int sync, int locations, int racy)
      throws IOException {
    Workload workload = new Workload(threads, locks, variables, events, sync, locations, racy, 5);
    assertThat(lines(workload)).hasSize((int) events);
    assertThat(analyze(workload).dropped()).isZero();
  }

  @Test
  void nothingRacy_noRace() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      assertThat(analyze(new Workload(8, 20, 500, 50_000, 12, 100, 0, seed)).races()).isEmpty();
    }
  }

  @Test
  void racy_races() throws IOException {
    RaceReport report = analyze(new Workload(8, 20, 500, 50_000, 12, 100, 1000, 1));
    assertThat(report.races()).isNotEmpty();
  }

  @Test
  void sharesAreAsAskedFor() throws IOException {
    List<String> lines = lines(new Workload(8, 100, 10_000, 200_000, 10, 2000, 0, 1));
    Map<String, Integer> ops = new HashMap<>();
    Map<String, Set<String>> threadsOf = new HashMap<>();
    Set<String> locations = new HashSet<>();
    for (String line : lines) {
      String[] parts = line.split("[|()]+");
      ops.merge(parts[1], 1, Integer::sum);
      locations.add(parts[3]);
      if (parts[1].equals("r") || parts[1].equals("w")) {
        threadsOf.computeIfAbsent(parts[2], unseen -> new HashSet<>()).add(parts[0]);
      }
    }
    assertThat(ops.get("acq") + ops.get("rel")).isCloseTo(20_000, within(200));
    assertThat(ops).containsEntry("fork", 7).containsEntry("join", 7);
    assertThat(threadsOf.size()).isBetween(6_000, 10_000);
    assertThat(threadsOf.values().stream().filter(threads -> threads.size() > 1).count())
        .isBetween(2_000L, 5_000L);
    assertThat(locations.size()).isBetween(1_500, 2_000);
  }

  @Test
  void sameWorkload_sameTrace() throws IOException {
    Workload one = new Workload(8, 20, 500, 20_000, 12, 100, 50, 7);
    Workload other = new Workload(8, 20, 500, 20_000, 12, 100, 50, 8);
    assertThat(lines(one)).isEqualTo(lines(one)).isNotEqualTo(lines(other));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 0, 1, 0, threads: 0 (expected: 1..1048576)",
    "1, -1, 1, 1, 0, 1, 0, locks: -1 (expected: 0..268435456)",
    "1, 1, 0, 1, 0, 1, 0, variables: 0 (expected: 1..268435456)",
    "1, 1, 1, -1, 0, 1, 0, events: -1 (expected: 0..1099511627775)",
    "1, 1, 1, 1, 91, 1, 0, syncPercent: 91 (expected: 0..90)",
    "1, 0, 1, 1, 1, 1, 0, syncPercent: 1 (expected: 0..0)",
    "1, 1, 1, 1, 0, 0, 0, locations: 0 (expected: 1..268435456)",
    "1, 1, 1, 1, 0, 1, 1000001, racyPerMillion: 1000001 (expected: 0..1000000)",
  })
  void numberOutOfRange_isRefused(
      int threads,
      int locks,
      int variables,
      long events,
      int sync,
      int locations,
      int racy,
      String message) {
    assertThatThrownBy(
            () -> new Workload(threads, locks, variables, events, sync, locations, racy, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void traceOfAnyLength_isReadInBlocks_whosePositionsAreThoseOfItsEvents() throws IOException {
    for (int events : new int[] {0, 1, 4095, 4096, 4097, 10_000}) {
      try (TraceReader trace = new GeneratedTrace(workload(events))) {
        assertThat(trace.source()).isEqualTo("generated trace");
        assertPositions(trace, events);
      }
    }
  }

  /** Asserts that all blocks but the last are full, and that the events are numbered from 1. */
  static void assertPositions(TraceReader trace, long events) throws IOException {
    EventBlock block = new EventBlock();
    long read = 0;
    for (; trace.read(block); block.clear()) {
      assertThat(block.size()).isEqualTo((int) Math.min(EventBlock.CAPACITY, events - read));
      assertThat(trace.position(0)).isEqualTo("event " + (read + 1));
      read += block.size();
      assertThat(trace.position(block.size() - 1)).isEqualTo("event " + read);
    }
    assertThat(read).isEqualTo(events);
  }

  private static Workload workload(int events) {
    return new Workload(3, 2, 10, events, 10, 5, 0, 1);
  }

  @Test
  void closedTrace_hasNoMoreEvents() throws IOException {
    TraceReader trace = new GeneratedTrace(workload(10_000));
    EventBlock block = new EventBlock();
    assertThat(trace.read(block)).isTrue();
    trace.close();
    block.clear();
    assertThat(trace.read(block)).isFalse();
    assertThat(block.size()).isZero();
  }

  @Test
  void otherIdsThanThoseOfTheTrace_haveNoNames() {
    Names names = new GeneratedTrace(workload(10)).names();
    assertThatThrownBy(() -> names.name(Op.Operand.CHANNEL, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("id: CHANNEL 3");
  }

  @Test
  void largestNumbers_areTaken() {
    assertThat(new Workload(1 << 20, 1 << 28, 1 << 28, (1L << 40) - 1, 90, 1 << 28, 1_000_000, 0))
        .isNotNull();
    assertThat(new Workload(1, 0, 1, 0, 0, 1, 0, Long.MIN_VALUE)).isNotNull();
  }

  private static RaceReport analyze(Workload workload) throws IOException {
    try (TraceReader trace = new GeneratedTrace(workload)) {
      return TraceAnalysis.with("fasttrack").build().run(trace).get(0);
    }
  }

  private static List<String> lines(Workload workload) throws IOException {
    try (TraceReader trace = new GeneratedTrace(workload)) {
      return Traces.lines(trace);
    }
  }
}
