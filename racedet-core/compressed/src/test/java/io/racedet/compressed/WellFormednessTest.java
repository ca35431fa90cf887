package io.racedet.compressed;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.TraceAnalysis;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.engine.RandomRuns;
import io.racedet.event.EventBlock;
import io.racedet.event.MalformedEventException;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.oracle.TraceRuns;
import io.racedet.trace.TraceFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks by stretches, compared with the check event by event. */
class WellFormednessTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T1|acq(l);T2|acq(l)",
        "T1|acqr(l);T2|acq(l)",
        "T1|acq(l);T2|acqr(l)",
        "T1|acqr(l);T1|acq(l)",
        "T1|begin;T1|rel(l)",
        "T1|acqr(l);T1|rel(l)",
        "T1|acq(l);T1|relr(l)",
        "T1|acq(l);T2|rel(l)",
        "T2|w(x);T1|fork(T2)",
        "T1|fork(T2);T1|fork(T2)",
        "T1|begin;T1|fork(T1)",
        "T1|begin;T1|join(T1)",
        "T1|join(T2);T2|w(x)",
        "T1|join(T2);T1|fork(T2)",
        "T1|end;T1|w(x)",
        "T1|w(x);T1|begin",
        "T1|acq(l);T1|acq(l);T1|rel(l);T2|acq(l)",
        "T1|acq(l);T1|rel(l);T1|rel(l)",
      })
  void brokenRule_inAnyGrammar_isRefused(String lines) {
    TestTrace trace = TestTrace.parse(lines.replace(';', '\n'));
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 20; i++) {
      assertThat(WellFormedness.isCertain(grammar(trace.events(), random))).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "T1|wake(l);T1|acq(a);T1|acq(b);T1|rel(a);T1|rel(b);T1|join(T9);T1|acq(c)",
        "T1|acq(a);T1|acq(a);T1|acqr(a);T1|rel(a);T1|rel(a);T1|relr(a);T2|acq(a)",
        "T1|acqr(a);T2|acqr(a);T1|acqr(a);T1|relr(a);T2|relr(a);T1|relr(a);T2|acq(a)",
        "T1|begin;T1|fork(T2);T2|begin;T2|w(x);T2|end;T1|join(T2);T3|join(T2);T1|end",
      })
  void legalTrace_inAnyGrammar_isCertain(String lines) {
    TestTrace trace = TestTrace.parse(lines.replace(';', '\n'));
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < 20; i++) {
      assertThat(WellFormedness.isCertain(grammar(trace.events(), random))).isTrue();
    }
  }

  /** Random traces with an event removed, repeated, or swapped with the next one. */
  @Test
  @Tag("random")
  void changedTraces_areCertainOnlyIfAccepted() {
    SplittableRandom random = new SplittableRandom(42);
    int[] accepted = new int[2];
    int[] refused = new int[1];
    RandomRuns.checkSome(
        trace -> {
          List<TraceEvent> events = changed(trace.events(), random);
          boolean isCertain = WellFormedness.isCertain(grammar(events, random));
          if (isAccepted(trace, events)) {
            accepted[isCertain ? 1 : 0]++;
          } else {
            refused[0]++;
            assertThat(isCertain).as("%s", events).isFalse();
          }
        });
    assertThat(refused[0]).isGreaterThan(TraceRuns.SOME / 10);
    assertThat(accepted[1]).isGreaterThan(TraceRuns.SOME / 10);
    assertThat(accepted[0]).as("accepted, but not certain").isLessThan(accepted[1] / 20);
  }

  private static List<TraceEvent> changed(List<TraceEvent> events, SplittableRandom random) {
    TraceEvent[] changed = events.toArray(TraceEvent[]::new);
    int length = changed.length;
    if (length < 2) {
      return events;
    }
    int at = random.nextInt(length - 1);
    int how = random.nextInt(4);
    if (how == 0) {
      TraceEvent first = changed[at];
      changed[at] = changed[at + 1];
      changed[at + 1] = first;
    } else if (how == 1) {
      changed[at] = changed[at + 1];
    } else if (how == 2) {
      System.arraycopy(changed, at + 1, changed, at, length - at - 1);
      return List.of(Arrays.copyOf(changed, length - 1));
    }
    return List.of(changed);
  }

  private static boolean isAccepted(TestTrace names, List<TraceEvent> events) {
    String text =
        events.stream().map(e -> line(names, e)).collect(Collectors.joining("\n", "", "\n"));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (var trace = TraceFormat.STD.reader(new ByteArrayInputStream(bytes), "test.std", false)) {
      TraceAnalysis.with().build().run(trace);
      return true;
    } catch (MalformedEventException refused) {
      return false;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static String line(TestTrace names, TraceEvent e) {
    boolean none = e.op().operand() == io.racedet.event.Op.Operand.NONE;
    String operand = none ? "" : "(" + names.name(e.op().operand(), e.operand()) + ")";
    String thread = names.name(io.racedet.event.Op.Operand.THREAD, e.thread());
    return thread + "|" + e.op().mnemonic() + operand + "|";
  }

  private static Grammar grammar(List<TraceEvent> events, SplittableRandom random) {
    long[] words =
        events.stream().mapToLong(e -> EventBlock.word(e.op(), e.thread(), e.operand())).toArray();
    int[] trace = IntStream.range(0, words.length).toArray();
    return RandomGrammars.of(words, new int[words.length], trace, random);
  }
}
