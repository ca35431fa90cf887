package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.race.Witness;
import io.racedet.race.Witness.Run;
import io.racedet.race.Witness.Step;
import io.racedet.witness.EventHistory;
import io.racedet.witness.Reordering;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which events of a reordering are shown, and which of them as one step. */
class WitnessScheduleTest {
  private static final int MAX_STEPS = 50;
  private static final long SEED = 20261129;

  /** A race of the first access of x and the last event. */
  private static Witness witness(String events, long... sequence) {
    RecordedTrace trace = RecordedTrace.of(events);
    return new WitnessSchedule(trace.history(), trace.names)
        .witness(
            Reordering.of(trace.history(), sequence), trace.pair(first(trace), trace.names.size()));
  }

  private static int first(RecordedTrace trace) {
    int index = 1;
    int x = trace.names.event(trace.names.size()).operand();
    while (!trace.names.event(index).isAccess() || trace.names.event(index).operand() != x) {
      index++;
    }
    return index;
  }

  @Test
  void nothingBeforeTheAccesses_noSteps() {
    assertThat(witness("T1|w(x)  T2|w(x)").schedule()).isEmpty();
    assertThat(witness("T1|w(x)  T2|w(x)").asRecorded()).isZero();
  }

  @Test
  void allAsRecorded_noStepIsShown() {
    Witness witness = witness("T1|w(a)  T1|acq(l)  T1|w(x)  T2|w(x)", 1, 2);
    assertThat(witness.indices()).containsExactly(1, 2);
    assertThat(witness.asRecorded()).isEqualTo(2);
    assertThat(witness.schedule()).isEmpty();
    assertThat(witness.shown()).isZero();
  }

  @Test
  void stepsBehindTheRecordedBeginning_haveThreadOperationAndLocation() {
    Witness witness =
        witness("T1|w(a)|A:1  T1|acq(l)|A:2  T1|w(x)|A:3  T2|w(b)  T2|w(x)|B:1", 1, 4, 2);
    assertThat(witness.asRecorded()).isEqualTo(1);
    assertThat(witness.schedule())
        .containsExactly(new Step(4, "T2", "w(b)", ""), new Step(2, "T1", "acq(l)", "A:2"));
    assertThat(witness.shown()).isEqualTo(2);
  }

  /** More than two accesses by one thread to other variables are one step. */
  @ParameterizedTest
  @CsvSource({
    "'T2|r(a)  T2|w(b)', 2",
    "'T2|r(a)  T2|w(b)  T2|r(a)', 1",
    "'T2|r(a)  T2|aw(b)  T2|r(a)  T2|w(a)', 1",
    "'T2|r(a)  T2|w(b)  T2|acq(l)  T2|w(a)  T2|w(b)', 5",
    "'T2|r(a)  T2|w(b)  T2|w(b)  T2|acq(l)  T2|w(a)  T2|w(b)', 4",
    "'T2|r(a)  T2|w(b)  T2|acq(l)  T2|w(a)  T2|w(b)  T2|w(c)', 4",
    "'T2|r(a)  T2|w(b)  T2|r(x)  T2|w(a)  T2|w(b)', 5",
    "'T2|r(a)  T2|w(b)  T3|w(a)  T3|w(b)', 4",
    "'T2|r(a)  T2|w(b)  T3|w(a)  T3|w(b)  T3|w(a)', 3",
    "'T2|r(a)  T2|w(b)  T2|w(c)  T3|w(a)  T3|w(b)  T3|w(a)', 2",
    "'T2|acq(l)  T2|rel(l)  T2|acq(l)', 3",
    "'T2|snd(a)  T2|snd(b)  T2|snd(c)', 3",
    "'T2|r(x)  T2|r(x)  T2|r(x)', 3",
  })
  void accessesToOtherVariables_areOneStep(String meanwhile, int steps) {
    int size = meanwhile.split("  ").length;
    long[] sequence = LongStream.rangeClosed(2, size + 1).toArray();
    Witness witness = witness("T1|w(x)  " + meanwhile + "  T2|w(x)", sequence);
    assertThat(witness.schedule()).hasSize(steps);
    assertThat(witness.shown()).isEqualTo(size);
  }

  @Test
  void oneStepOfSeveralAccesses_namesTheFirstAndTheLast_andHowManyThereAre() {
    assertThat(witness("T1|w(x)  T2|r(a)  T2|w(b)|B:1  T2|w(c)  T2|w(x)", 2, 3, 4).schedule())
        .containsExactly(new Step(2, "T2", "to #4: 3 accesses", ""));
  }

  @ParameterizedTest
  @CsvSource({"49, 49", "50, 50", "51, 50", "200, 50"})
  void manySteps_onlyTheLastOnesAreShown(int size, int shown) {
    String events = "T1|w(x)  " + "T2|snd(c)  ".repeat(size) + "T2|w(x)";
    Witness witness = witness(events, LongStream.rangeClosed(2, size + 1).toArray());
    assertThat(witness.shown()).isEqualTo(shown);
    assertThat(witness.schedule()).hasSize(Math.min(size, MAX_STEPS));
    assertThat(witness.schedule().get(shown - 1).index()).isEqualTo(size + 1L);
    assertThat(witness.size()).isEqualTo(size);
  }

  /** A trace whose events have these indices: the others are re-entrant acquires and releases. */
  private static EventHistory history(long... indices) {
    LockContexts contexts = new LockContexts();
    EventBlock block = new EventBlock();
    for (long index : indices) {
      block.add(Op.WRITE, 0, 0, index, contexts.root(0), 0);
    }
    EventHistory history = new EventHistory(contexts);
    history.consume(block);
    return history;
  }

  private static Witness witness(EventHistory history, long... sequence) {
    return new WitnessSchedule(history, Names.IDS)
        .witness(Reordering.of(history, sequence), new long[0]);
  }

  @Test
  void indicesLeftOutInTheTrace_areNotInTheWitness() {
    long[] trace = {3, 4, 7, 8, 9, 20, 22, 23};
    Witness witness = witness(history(trace), 3, 4, 7, 8, 9, 20, 22);
    assertThat(witness.asRecorded()).isEqualTo(7);
    assertThat(witness.indices()).containsExactly(3, 4, 7, 8, 9, 20, 22);
    assertThat(witness.runs())
        .containsExactly(new Run(3, 4), new Run(7, 9), new Run(20, 20), new Run(22, 22));
  }

  @Test
  void anyIndices_areTheRunsOfThoseOfTheReordering() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = 0; i < 200; i++) {
      int share = 2 + random.nextInt(20);
      long[] trace =
          LongStream.rangeClosed(1, 50)
              .filter(index -> random.nextInt(share) < share - 1)
              .toArray();
      int recorded = random.nextInt(trace.length + 1);
      int skipped = Math.min(trace.length, recorded + random.nextInt(3));
      long[] sequence =
          LongStream.concat(
                  Arrays.stream(trace, 0, recorded), Arrays.stream(trace, skipped, trace.length))
              .toArray();
      Witness witness = witness(history(trace), sequence);
      assertThat(witness.indices()).as("seed " + SEED).containsExactly(sequence);
      assertThat(witness.size()).as("seed " + SEED).isEqualTo(sequence.length);
      assertThat(witness.runs()).as("seed " + SEED).isEqualTo(runs(sequence));
    }
  }

  private static List<Run> runs(long... sequence) {
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < sequence.length; i++) {
      if (i == sequence.length - 1 || sequence[i + 1] != sequence[i] + 1) {
        runs.add(new Run(sequence[from], sequence[i]));
        from = i + 1;
      }
    }
    return runs;
  }
}
