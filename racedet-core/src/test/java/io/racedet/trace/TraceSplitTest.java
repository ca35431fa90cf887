package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.oracle.Litmus;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.split.OpenThreads;
import io.racedet.trace.split.SplitBeginning;
import io.racedet.trace.split.SplitBeginning.Hold;
import io.racedet.trace.split.SplitBeginning.Life;
import io.racedet.trace.split.SplitBeginning.ThreadState;
import io.racedet.trace.split.SplitBeginning.Wait;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in several splits: each is read by itself, and all together are the trace. */
class TraceSplitTest {
  private static final TestTrace TRACE =
      TestTrace.parse(
          "main|fork(worker)|",
          "main|w(x)|A.java:1",
          "main|acq(l)|A.java:2",
          "worker|r(x)|A.java:3",
          "main|acq(l)|A.java:4",
          "main|w(x)|A.java:1",
          "main|rel(l)|A.java:5");

  @TempDir private Path folder;

  @Provide
  Arbitrary<TestTrace> traces() {
    return RandomTraces.arbitrary(Shape.everything());
  }

  @Property(tries = 200)
  void allSplitsTogether_areTheTrace(@ForAll("traces") TestTrace trace, @ForAll long seed)
      throws IOException {
    assertSplits(trace, seed);
  }

  @Test
  void litmusTraces_areReadInSplits() throws IOException {
    for (var each : (Iterable<io.racedet.oracle.LitmusCase>) Litmus.all()::iterator) {
      assertSplits(each.trace(), each.trace().size());
    }
  }

  private static void assertSplits(TestTrace trace, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] file = SplitFiles.of(trace, index -> random.nextInt(3) == 0);
    List<String> original = Traces.lines(reader(Traces.bytes(trace, TraceFormat.RDT)));
    assertThat(Traces.lines(reader(file))).isEqualTo(original);
    assertThat(SplitFiles.lines(file, false)).isEqualTo(original);
    assertThat(SplitFiles.lines(file, true)).isEqualTo(original);
    assertOneNumbering(file);
    assertBeginnings(trace, file);
  }

  private static TraceReader reader(byte[] file) throws IOException {
    return TraceFormat.RDT.reader(new ByteArrayInputStream(file), "test.file", false);
  }

  /** The ids of the splits are those of the whole file. */
  private static void assertOneNumbering(byte[] file) throws IOException {
    EventBlock whole = new EventBlock();
    reader(file).read(whole);
    int at = 0;
    for (TraceSplit split : SplitFiles.list(file)) {
      assertThat(split.eventsBefore()).isEqualTo(at);
      EventBlock part = new EventBlock();
      try (TraceReader reader = SplitFiles.open(file, split)) {
        reader.read(part);
        if (part.size() > 0) {
          assertThat(reader.position(0)).isEqualTo("event " + (at + 1));
        }
      }
      for (int i = 0; i < part.size(); i++, at++) {
        assertThat(part.words()[i]).isEqualTo(whole.words()[at]);
        assertThat(part.locations()[i]).isEqualTo(whole.locations()[at]);
      }
    }
    assertThat(at).isEqualTo(whole.size());
  }

  /** What is open at the beginning of each split follows from the events before it. */
  private static void assertBeginnings(TestTrace trace, byte[] file) throws IOException {
    EventBlock whole = new EventBlock();
    reader(file).read(whole);
    for (TraceSplit split : SplitFiles.list(file)) {
      Map<Integer, Map<Integer, Integer>> held = new TreeMap<>();
      for (int i = 0; i < split.eventsBefore(); i++) {
        long word = whole.words()[i];
        int change =
            switch (EventBlock.op(word)) {
              case ACQUIRE, ACQUIRE_SHARED -> 1;
              case RELEASE, RELEASE_SHARED -> -1;
              default -> 0;
            };
        if (change != 0) {
          held.computeIfAbsent(EventBlock.thread(word), unseen -> new TreeMap<>())
              .merge(EventBlock.operand(word), change, Integer::sum);
        }
      }
      held.values().forEach(locks -> locks.values().removeIf(count -> count == 0));
      held.values().removeIf(Map::isEmpty);
      Map<Integer, Map<Integer, Integer>> stated = new TreeMap<>();
      try (TraceReader reader = SplitFiles.open(file, split)) {
        for (ThreadState t : reader.beginning().threads()) {
          for (Hold hold : t.holds()) {
            stated
                .computeIfAbsent(t.thread(), unseen -> new TreeMap<>())
                .merge(hold.lock(), hold.count(), Integer::sum);
            assertThat(reader.names().name(Operand.LOCK, hold.lock())).isNotEmpty();
          }
        }
      }
      assertThat(stated).as("%s before %s", trace, split).isEqualTo(held);
    }
  }

  @Test
  void beginning_hasThreadsLocksAndWaits() throws IOException {
    TestTrace trace =
        TestTrace.parse(
            "a|fork(b)|",
            "a|acq(l)|",
            "a|acq(l)|",
            "a|acqr(m)|",
            "b|acq(n)|",
            "b|rel(n)|",
            "b|acq(n)|",
            "b|end|",
            "a|join(b)|",
            "a|fork(c)|",
            "a|w(x)|");
    byte[] file = SplitFiles.of(trace, index -> index == 11);
    List<TraceSplit> splits = SplitFiles.list(file);
    assertThat(splits).hasSize(2);
    try (TraceReader first = SplitFiles.open(file, splits.get(0));
        TraceReader second = SplitFiles.open(file, splits.get(1))) {
      assertThat(first.beginning()).isEqualTo(SplitBeginning.NOTHING);
      assertThat(second.beginning().threads())
          .containsExactly(
              new ThreadState(
                  0,
                  Life.RUNNING,
                  false,
                  List.of(new Hold(0, false, 2), new Hold(1, true, 1)),
                  Wait.NONE),
              new ThreadState(
                  1, Life.JOINED, true, List.of(new Hold(2, false, 1)), new Wait(2, 6, 2, 6, 7)),
              new ThreadState(2, Life.FORKED, true, List.of(), Wait.NONE));
      assertThat(new OpenThreads(second.beginning()).state()).isEqualTo(second.beginning());
    }
  }

  @Test
  void split_isAValue() throws IOException, ClassNotFoundException {
    TraceSplit split = SplitFiles.list(SplitFiles.of(TRACE, index -> index == 4)).get(1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(split);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject()).isEqualTo(split);
    }
    assertThat(split.number()).isEqualTo(1);
    assertThat(split.eventsBefore()).isEqualTo(3);
    assertThat(split.events()).isEqualTo(4);
    assertThat(split.isFirst()).isFalse();
    assertThat(split.isWhole()).isFalse();
    assertThat(TraceSplit.WHOLE.isFirst()).isTrue();
    assertThat(TraceSplit.WHOLE.isWhole()).isTrue();
    assertThat(new TraceSplit(0, 0, 0, 0, 0).isWhole()).isFalse();
  }

  @Test
  void splits_areJoinedWithThoseThatFollow() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index == 4 || index == 6);
    List<TraceSplit> splits = SplitFiles.list(file);
    TraceSplit second = splits.get(1);
    TraceSplit third = splits.get(2);
    TraceSplit joined = second.upTo(third);
    long length = second.length() + third.length();
    assertThat(joined).isEqualTo(new TraceSplit(1, second.offset(), length, 3, 4));
    assertThat(second.upTo(second)).isEqualTo(second);
    try (TraceReader reader = SplitFiles.open(file, joined)) {
      assertThat(Traces.lines(reader)).isEqualTo(SplitFiles.lines(file, false).subList(3, 7));
    }
    assertThatThrownBy(() -> third.upTo(second))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("last split: 1 (expected: at least 2)");
  }

  @Test
  void streamThatCannotBeRead_isClosed() {
    boolean[] closed = new boolean[1];
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("broken");
          }

          @Override
          public void close() {
            closed[0] = true;
          }
        };
    assertThatThrownBy(() -> TraceSplit.WHOLE.open(broken, "test.file", false, TraceLimits.DEFAULT))
        .hasMessage("broken");
    assertThat(closed[0]).isTrue();
  }

  @Test
  void filesWithoutIndex_areOneSplit() throws IOException {
    for (TraceFormat format : TraceFormat.all()) {
      Path file = folder.resolve("trace." + format.formatName());
      Files.write(file, Traces.bytes(TRACE, format));
      assertThat(TraceSplit.list(file, false)).containsExactly(TraceSplit.WHOLE);
      try (TraceReader reader = TraceSplit.WHOLE.open(file, false);
          InputStream in = Files.newInputStream(file);
          TraceReader ofStream = TraceSplit.WHOLE.open(in, "stream", false, TraceLimits.DEFAULT)) {
        assertThat(reader.beginning()).isEqualTo(SplitBeginning.NOTHING);
        assertThat(Traces.lines(reader)).hasSize(TRACE.size());
        assertThat(Traces.lines(ofStream)).hasSize(TRACE.size());
      }
    }
  }

  @Test
  void compressedFile_isOneSplit() throws IOException {
    Path file = folder.resolve("trace.rdt.gz");
    byte[] split = SplitFiles.of(TRACE, index -> index % 2 == 0);
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(split);
    }
    assertThat(TraceSplit.list(file, false)).containsExactly(TraceSplit.WHOLE);
    try (TraceReader reader = TraceSplit.WHOLE.open(file, false)) {
      assertThat(Traces.lines(reader)).isEqualTo(SplitFiles.lines(split, false));
    }
    Files.write(file, split); // the name says whether it is compressed
    assertThat(TraceSplit.list(file, false)).containsExactly(TraceSplit.WHOLE);
  }

  @Test
  void localFile_isReadInSplits() throws IOException {
    Path file = folder.resolve("trace.rdt");
    Files.write(file, SplitFiles.of(TRACE, index -> index == 4));
    List<TraceSplit> splits = TraceSplit.list(file, false);
    assertThat(splits).hasSize(2);
    try (TraceReader reader = splits.get(1).open(file, false)) {
      assertThat(Traces.lines(reader))
          .containsExactly(
              "worker|r(x)|A.java:3",
              "main|acq(l)|A.java:4",
              "main|w(x)|A.java:1",
              "main|rel(l)|A.java:5");
    }
  }

  /** {@code before-splits.rdt} was written by racedet before it wrote splits. */
  @Test
  void fileFromBeforeSplits_isReadAsOne_andAShortOneIsStillWrittenLikeThat() throws IOException {
    byte[] old;
    byte[] text;
    try (InputStream in = TraceSplitTest.class.getResourceAsStream("/rdt/before-splits.rdt");
        InputStream std = TraceSplitTest.class.getResourceAsStream("/rdt/before-splits.std")) {
      old = in.readAllBytes();
      text = std.readAllBytes();
    }
    assertThat(SplitFiles.list(old)).containsExactly(TraceSplit.WHOLE);
    String lines = new String(text, StandardCharsets.UTF_8);
    assertThat(SplitFiles.lines(old, false)).isEqualTo(lines.lines().toList());
    assertThat(Traces.convert(text, TraceFormat.RDT)).isEqualTo(old);
  }

  @Test
  void everyFlippedBitOfTheIndex_isNoticedOrMakesOneSplit() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index % 2 == 0);
    int index = indexOf(file);
    List<String> original = SplitFiles.lines(file, false);
    for (int bit = index * Byte.SIZE; bit < file.length * Byte.SIZE; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try {
        assertThat(SplitFiles.list(flipped)).containsExactly(TraceSplit.WHOLE);
      } catch (TraceFormatException e) {
        assertThat(e).hasMessageStartingWith("test.file: byte ").hasMessageContaining("expected: ");
      }
      assertThat(SplitFiles.lines(flipped, true)).as("bit %d", bit).isEqualTo(original);
    }
  }

  private static int indexOf(byte[] file) {
    int at = BlockFormat.HEADER;
    while (file[at] != BlockFormat.INDEX) {
      at += BlockFormat.PAYLOAD + (file[at + 1] & 0xFF | (file[at + 2] & 0xFF) << Byte.SIZE);
    }
    return at;
  }

  @Test
  void damagedIndex_isNamed() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index % 2 == 0);
    int index = indexOf(file);
    file[index + BlockFormat.PAYLOAD]++;
    assertThatThrownBy(() -> SplitFiles.list(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(
            "test.file: byte "
                + index
                + ": a damaged index of splits (expected: one that matches its checksum)");
  }

  @Test
  void newerVersion_isNamed() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index == 4);
    file[BlockFormat.MAGIC_LENGTH] = 9;
    assertThatThrownBy(() -> SplitFiles.list(file))
        .hasMessage("test.file: byte 0: version 9 of the format (expected: version 1)");
  }

  @Test
  void truncatedFile_isRefused_andLenientlyReadInTheSplitsThatAreThere() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> true);
    List<String> original = SplitFiles.lines(file, false);
    int read = 0;
    for (int length = BlockFormat.HEADER; length < file.length; length++) {
      byte[] cut = Arrays.copyOf(file, length);
      assertThatThrownBy(() -> SplitFiles.list(cut))
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("no end of the file (expected: a trailer)");
      List<String> lines = SplitFiles.lines(cut, true);
      assertThat(lines).isEqualTo(original.subList(0, lines.size()));
      assertThat(lines.size()).isGreaterThanOrEqualTo(read);
      read = lines.size();
    }
    assertThat(read).isEqualTo(original.size());
  }

  @Test
  void damagedBlock_endsItsSplitOnly() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index == 4 || index == 6);
    List<TraceSplit> splits = SplitFiles.list(file);
    file[(int) splits.get(2).offset() - 1]++;
    assertThat(splits).hasSize(3);
    try (TraceReader damaged = SplitFiles.open(file, splits.get(1))) {
      assertThatThrownBy(() -> Traces.lines(damaged))
          .hasMessageStartingWith("test.file: byte ")
          .hasMessageEndingWith(
              ", after 3 events: a damaged block (expected: one that matches its checksum)");
    }
    try (TraceReader damaged = SplitFiles.open(file, splits.get(1), true)) {
      assertThat(Traces.lines(damaged)).isEmpty();
      assertThat(damaged.dropped()).isEqualTo(2);
    }
    try (TraceReader whole = SplitFiles.open(file, splits.get(2))) {
      assertThat(Traces.lines(whole)).hasSize(2);
    }
  }

  @Test
  void splitOfAnotherLength_isRefused() throws IOException {
    byte[] file = SplitFiles.of(TRACE, index -> index == 4);
    TraceSplit split = SplitFiles.list(file).get(1);
    TraceSplit more = new TraceSplit(1, split.offset(), split.length(), 3, split.events() + 1);
    try (TraceReader reader = SplitFiles.open(file, more)) {
      assertThatThrownBy(() -> Traces.lines(reader))
          .hasMessageContaining(
              "after 7 events: the end of the split (expected: one with 5 events, as the index");
    }
    TraceSplit other = new TraceSplit(1, split.offset(), split.length(), 2, split.events());
    try (TraceReader reader = SplitFiles.open(file, other)) {
      assertThatThrownBy(() -> Traces.lines(reader))
          .hasMessageContaining("a split that does not continue the one before it");
    }
  }

  @Test
  void ranges_keepTheirNamesInEachSplit() throws IOException {
    Names names = (space, id) -> space == Operand.VARIABLE ? "a[" + id + ']' : "T" + id;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = SplitFiles.writer(out, names)) {
      for (int i = 0; i < 3; i++) {
        EventBlock block = new EventBlock();
        block.appendRange(
            EventBlock.word(Op.READ, i, 4), io.racedet.event.Walk.of(i == 1 ? -1 : 1, 5), -1);
        writer.write(block);
        writer.flush();
      }
    }
    byte[] file = out.toByteArray();
    assertThat(SplitFiles.list(file)).hasSize(3);
    assertThat(SplitFiles.lines(file, false)).isEqualTo(Traces.lines(reader(file)));
  }
}
