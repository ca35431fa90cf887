package io.racedet.part;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.SplitFiles;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Summaries and races as values, and what is said of those that do not fit. */
class PartValuesTest {
  private static final TestTrace TRACE =
      TestTrace.parse(
          "a|acq(l)|",
          "a|w(x)|A.java:1",
          "b|w(x)|A.java:2",
          "a|rel(l)|",
          "b|acq(l)|",
          "b|r(x)|A.java:2",
          "a|w(x)|A.java:1",
          "c|r(x)|");

  private final PartAnalysis analysis = PartAnalysis.usual();
  private byte[] file;
  private List<TraceSplit> splits;

  @BeforeEach
  void write() throws IOException {
    file = SplitFiles.of(TRACE, index -> index == 3 || index == 6);
    splits = SplitFiles.list(file);
  }

  private PartSummary summary(int split) throws IOException {
    try (TraceReader part = SplitFiles.open(file, splits.get(split))) {
      return analysis.summarise(part);
    }
  }

  private PartRaces races(PartSummary before, int split) throws IOException {
    try (TraceReader part = SplitFiles.open(file, splits.get(split))) {
      return analysis.races(before, part);
    }
  }

  @Test
  void summary_saysWhichEventsItIsOf() throws IOException {
    assertThat(PartSummary.NOTHING.events()).isZero();
    PartSummary both = summary(1).combine(summary(2));
    assertThat(both.eventsBefore()).isEqualTo(2);
    assertThat(both.events()).isEqualTo(6);
  }

  @Test
  void values_areSerialised() throws IOException, ClassNotFoundException {
    PartSummary summary = summary(1);
    assertThat(copy(summary).toBytes()).isEqualTo(summary.toBytes());
    PartRaces races = races(PartSummary.NOTHING.combine(summary(0)), 1);
    assertThat(races.report("djit").races()).hasSize(1);
    assertThat(copy(races).report("djit")).isEqualTo(races.report("djit"));
    assertThat(copy(analysis).summarise(SplitFiles.open(file, splits.get(1))).toBytes())
        .isEqualTo(summary.toBytes());
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T value) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  @Test
  void newerVersion_isRefused() throws IOException {
    byte[] summary = summary(0).toBytes();
    summary[1] = 2;
    assertThatThrownBy(() -> PartSummary.of(summary))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("summary of a part: version 2 (expected: version 1)");
    byte[] races = races(PartSummary.NOTHING, 0).toBytes();
    races[1] = 9;
    assertThatThrownBy(() -> PartRaces.of(races))
        .hasMessage("races of a part: version 9 (expected: version 1)");
  }

  @Test
  void otherBytes_areRefused() throws IOException {
    byte[] summary = summary(0).toBytes();
    assertThatThrownBy(() -> PartRaces.of(summary))
        .hasMessage("races of a part: other bytes (expected: the bytes of one)");
    assertThatThrownBy(() -> PartSummary.of(new byte[0]))
        .hasMessage("summary of a part: other bytes (expected: the bytes of one)");
    for (int at = 2; at < summary.length; at++) {
      byte[] damaged = summary.clone();
      damaged[at] ^= 1;
      assertThatThrownBy(() -> PartSummary.of(damaged))
          .hasMessage(
              "summary of a part: damaged bytes (expected: those that match their checksum)");
    }
  }

  @Test
  void partsThatDoNotFollow_areRefused() throws IOException {
    PartSummary first = summary(0);
    PartSummary last = summary(2);
    assertThatThrownBy(() -> first.combine(last))
        .hasMessage("another part: after event 5 (expected: after event 2)");
    assertThatThrownBy(() -> races(first, 2))
        .hasMessage("test.file: after event 5 (expected: after event 2)");
    assertThatThrownBy(() -> races(summary(1), 2))
        .hasMessage(
            "summary of a part: from after event 2 (expected: from the beginning of the trace)");
  }

  @Test
  void partOfAnotherTrace_isRefused() throws IOException {
    PartSummary first = summary(0);
    TestTrace other = TestTrace.parse("a|w(x)|", "a|w(x)|", "a|w(x)|");
    byte[] otherFile = SplitFiles.of(other, index -> index == 3);
    TraceReader part = SplitFiles.open(otherFile, SplitFiles.list(otherFile).get(1));
    PartSummary second = analysis.summarise(part);
    assertThatThrownBy(() -> first.combine(second))
        .hasMessage(
            "another part: after event 2, with other threads or locks"
                + " (expected: those that the events before it leave)");
  }

  @Test
  void otherEngine_isRefused() {
    assertThatThrownBy(() -> PartRaces.NOTHING.report("fasttrack"))
        .hasMessage("engine: fasttrack (expected: one that works in parts, djit or eraser)");
  }

  @Test
  void eventThatDoesNotFit_isNamed_whereverItsPartBegins() throws IOException {
    TestTrace trace =
        TestTrace.parse("a|acq(l)|", "b|fork(c)|", "b|end|", "b|acq(m)|", "c|acq(l)|");
    byte[] malformed = SplitFiles.of(trace, index -> index >= 4);
    List<TraceSplit> parts = SplitFiles.list(malformed);
    assertThat(parts).hasSize(3);
    assertThatThrownBy(() -> analysis.summarise(SplitFiles.open(malformed, parts.get(1))))
        .isInstanceOf(MalformedEventException.class)
        .hasMessage(
            "test.file: event 4: event 4: b|acq(m) is not well formed"
                + " (expected: no event of a thread after its end)");
    assertThatThrownBy(() -> analysis.summarise(SplitFiles.open(malformed, parts.get(2))))
        .hasMessageContaining("event 5: c|acq(l) is not well formed")
        .hasMessageContaining("a lock that no other thread holds");
  }

  @Test
  void damagedPart_isNamed() {
    file[(int) splits.get(1).offset() + 60] ^= 1;
    assertThatThrownBy(() -> summary(1))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith("test.file: byte ")
        .hasMessageContaining("after 2 events: ");
  }

  /** The summary of a long loop is that of a short one, but for the indices. */
  @Test
  void summary_growsWithWhatIsUsed_notWithTheEvents() throws IOException {
    TestTrace.Builder loop = new TestTrace.Builder();
    for (int i = 0; i < 4000; i++) {
      String thread = i / 5 % 2 == 0 ? "a" : "b";
      switch (i % 5) {
        case 0 -> loop.add(thread, Op.ACQUIRE, "l", "A.java:1");
        case 4 -> loop.add(thread, Op.RELEASE, "l", "A.java:5");
        default -> loop.add(thread, Op.WRITE, "x" + i % 5, "A.java:" + i % 5);
      }
    }
    byte[] whole = SplitFiles.of(loop.build(), index -> index % 1000 == 1);
    List<TraceSplit> parts = SplitFiles.list(whole);
    PartSummary one = analysis.summarise(SplitFiles.open(whole, parts.get(1)));
    PartSummary all = PartSummary.NOTHING;
    for (TraceSplit part : parts) {
      all = all.combine(analysis.summarise(SplitFiles.open(whole, part)));
    }
    assertThat(all.events()).isEqualTo(4000);
    assertThat(all.toBytes()).hasSizeLessThanOrEqualTo(one.toBytes().length + 20);
  }
}
