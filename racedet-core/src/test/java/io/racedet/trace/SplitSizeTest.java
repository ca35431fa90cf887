package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.generated.GeneratedTrace;
import io.racedet.trace.generated.Workload;
import io.racedet.trace.split.SplitRule;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How much larger files are by their splits. Files of the usual size are for soak; the others are
 * shorter, and most of them with shorter periods.
 */
class SplitSizeTest {
  private static final int EVENTS = 8_000_000;
  private static final int GENERATED_PART = 32;
  private static final int ALLOCATING_PART = 8;

  /** Counts bytes, and the blocks with which splits begin. */
  private static final class Size extends OutputStream {
    private long bytes;
    private int splits;

    @Override
    public void write(int b) {
      bytes++;
    }

    @Override
    public void write(byte[] b, int from, int length) {
      bytes += length;
      splits += b[from] == BlockFormat.SPLIT ? 1 : 0;
    }
  }

  static Stream<Workload> workloads() {
    return workloads(EVENTS);
  }

  static Stream<Workload> shortWorkloads() {
    return workloads(EVENTS / GENERATED_PART);
  }

  private static Stream<Workload> workloads(int events) {
    return Stream.of(
        fewNames(events),
        new Workload(64, 200, 5000, events, 40, 2000, 100, 2),
        new Workload(2000, 50, 20_000, events, 10, 500, 0, 3),
        new Workload(16, 100, 300_000, events, 5, 5000, 1, 4),
        new Workload(4, 10_000, 2_000_000, events, 30, 20_000, 1, 5));
  }

  private static Workload fewNames(int events) {
    return new Workload(8, 16, 1000, events, 20, 200, 10, 1);
  }

  @ParameterizedTest
  @MethodSource("workloads")
  @Tag("soak")
  void splitsOfGeneratedTraces_addAtMostTwoPercent(Workload workload) throws IOException {
    checkGenerated(SplitRule.USUAL, workload);
  }

  @ParameterizedTest
  @MethodSource("shortWorkloads")
  void splitsOfShortGeneratedTraces_addAtMostTwoPercent(Workload workload) throws IOException {
    checkGenerated(shortened(GENERATED_PART), workload);
  }

  private static SplitRule shortened(int part) {
    return new SplitRule(SplitRule.USUAL.period() / part, SplitRule.USUAL.most());
  }

  private static void checkGenerated(SplitRule rule, Workload workload) throws IOException {
    Size with = generated(rule, workload);
    Size without = generated(SplitFiles.NOWHERE, workload);
    assertThat(with.bytes).isLessThanOrEqualTo(without.bytes + without.bytes / 50);
    assertThat(without.splits).isZero();
  }

  @Test
  @Tag("soak")
  void traceOfFewNames_hasASplitEveryFewMegabytes() throws IOException {
    checkFewNames(EVENTS);
  }

  @Test
  void shortTraceOfFewNames_hasASplitEveryFewMegabytes() throws IOException {
    checkFewNames(EVENTS / 2);
  }

  private static void checkFewNames(int events) throws IOException {
    Size size = generated(SplitRule.USUAL, fewNames(events));
    assertThat(size.splits)
        .isEqualTo((int) (size.bytes / (2 * SplitRule.USUAL.period())))
        .isPositive();
  }

  private static Size generated(SplitRule rule, Workload workload) throws IOException {
    Size out = new Size();
    try (TraceReader trace = new GeneratedTrace(workload);
        TraceWriter writer = SplitFiles.writer(out, trace.names(), rule)) {
      Traces.copy(trace, writer);
    }
    return out;
  }

  @Test
  @Tag("soak")
  void splitsOfATraceThatAllocates_addAtMostTwoPercent() throws IOException {
    checkAllocating(SplitRule.USUAL, EVENTS);
  }

  @Test
  void splitsOfAShortTraceThatAllocates_addAtMostTwoPercent() throws IOException {
    checkAllocating(shortened(ALLOCATING_PART), EVENTS / ALLOCATING_PART);
  }

  private static void checkAllocating(SplitRule rule, int events) throws IOException {
    Size with = allocating(rule, events);
    Size without = allocating(SplitFiles.NOWHERE, events);
    assertThat(with.bytes).isLessThanOrEqualTo(without.bytes + without.bytes / 50);
    assertThat(with.splits).isPositive();
  }

  /** A program that makes objects and uses the last few of them: most names never return. */
  private static Size allocating(SplitRule rule, int events) throws IOException {
    Names names =
        (space, id) ->
            space == Operand.VARIABLE ? "Node@" + id / 4 + ".f" + id % 4 : space + "" + id;
    SplittableRandom random = new SplittableRandom(42);
    Size out = new Size();
    EventBlock block = new EventBlock();
    try (TraceWriter writer = SplitFiles.writer(out, names, rule)) {
      for (int i = 0; i < events; i++) {
        int object = Math.max(0, i / 40 - random.nextInt(1000));
        block.append(
            EventBlock.word(
                random.nextInt(3) == 0 ? Op.WRITE : Op.READ,
                random.nextInt(8),
                4 * object + random.nextInt(4)),
            random.nextInt(300));
        if (block.isFull()) {
          writer.write(block);
          block.clear();
        }
      }
      writer.write(block);
    }
    return out;
  }
}
