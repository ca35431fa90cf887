package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NAMES;
import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static io.racedet.trace.WrittenOutFile.payload;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks of events written out by hand: what is read of them, and what is said of damage. */
class WrittenOutRdtTest {
  private static final int FIRST_SITE = 32;
  private static final int WRITE = 2; // 1 + the number of the operation
  private static final int BEGIN = 9;
  private static final int AGAIN = 20;
  private static final String INVALID =
      "an invalid event (expected: a site and a thread that the file has defined)";

  /** Two writes, by T1 and by T2. */
  private static WrittenOutFile start() {
    return new WrittenOutFile('R').block(1, 2, NAMES, 0, 0, WRITE, 0, 1, 0, 1, FIRST_SITE);
  }

  private static FileReading reading(WrittenOutFile file) {
    return new FileReading(TraceFormat.RDT, file.toBytes());
  }

  @Test
  void wholeFile_isReadAsItIsWrittenOut() throws IOException {
    int sites = FIRST_SITE;
    WrittenOutFile file =
        start()
            .block(1, 4, NO_NAMES, 0, 1, BEGIN, 0, 1 + 0, 0, 0, sites + 1, 0, 0, sites)
            .trailer(6);
    // A read of x, of which the two numbers behind the operation are the operand and the location.
    assertThat(reading(file).lines())
        .containsExactly(
            "T1|w(x)|A", "T2|w(x)|A", "T2|begin|", "T2|r(x)|", "T2|begin|", "T1|w(x)|A");
    reading(file).assertWhole();
  }

  @Test
  void eachSpace_hasItsOwnNames() throws IOException {
    Object[] names = {1, "t", 1, "x", 1, "l", 1, "s", 1, "c", 1, "o", 1, "here"};
    WrittenOutFile file = new WrittenOutFile('R');
    Object[] events = {0, 0};
    for (Op op : Op.values()) {
      Object[] event = op.operand() == Op.Operand.NONE ? new Object[1] : new Object[] {0, 0};
      event[0] = 1 + op.ordinal();
      events = Stream.of(events, event, new Object[] {1}).flatMap(Arrays::stream).toArray();
    }
    file.block(1, Op.COUNT, names, events).trailer(Op.COUNT);
    assertThat(reading(file).lines())
        .containsExactly(
            "t|r(x)|here t|w(x)|here t|acq(l)|here t|rel(l)|here t|acqr(l)|here t|relr(l)|here"
                .concat(" t|fork(t)|here t|join(t)|here t|begin|here t|end|here t|ar(x)|here")
                .concat(" t|aw(x)|here t|sr(s)|here t|sw(s)|here t|snd(c)|here t|rcv(c)|here")
                .concat(" t|notify(l)|here t|wake(l)|here t|alloc(o)|here t|again(x)|here")
                .split(" "));
  }

  static List<Arguments> invalidEvents() {
    return List.of(
        Arguments.of("site before any thread", new Object[] {FIRST_SITE}, 0),
        Arguments.of("written out before any thread", new Object[] {WRITE, 0, 1}, 0),
        Arguments.of("unknown thread", new Object[] {0, 2, FIRST_SITE}, 0),
        Arguments.of("site of an unknown thread", new Object[] {0, 1, FIRST_SITE, 0, 2, 32}, 1),
        Arguments.of("unknown site", new Object[] {0, 1, FIRST_SITE, FIRST_SITE + 1}, 1),
        Arguments.of("last operation, unknown operand", new Object[] {0, 1, AGAIN, 1, 0}, 0),
        Arguments.of("behind the last operation", new Object[] {0, 1, AGAIN + 1, 0, 0}, 0),
        Arguments.of("unknown variable", new Object[] {0, 1, WRITE, 1, 0}, 0),
        Arguments.of("unknown location", new Object[] {0, 1, WRITE, 0, 2}, 0),
        Arguments.of("unknown forked thread", new Object[] {0, 1, 7, 2, 0}, 0),
        Arguments.of("operand is missing", new Object[] {0, 1, FIRST_SITE, WRITE}, 1),
        Arguments.of("location is missing", new Object[] {0, 1, FIRST_SITE, WRITE, 0}, 1),
        Arguments.of("thread is missing", new Object[] {0, 1, FIRST_SITE, 0}, 1),
        Arguments.of("event is missing", new Object[] {0, 1, FIRST_SITE}, 1),
        Arguments.of("everything is missing", new Object[] {}, 0),
        Arguments.of("number is cut", new Object[] {0, 1, FIRST_SITE, new byte[] {1}}, 1),
        Arguments.of("site is cut", new Object[] {0, 1, FIRST_SITE, new byte[] {(byte) 0x81}}, 1),
        Arguments.of(
            "number has six bytes",
            new Object[] {0, 1, FIRST_SITE, new byte[] {0x1F, 8, 0, 0, 0, 0}},
            1));
  }

  /** The third block has three events, of which at most some are valid. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidEvents")
  void invalidEvent_endsTheTrace(String what, Object[] events, int valid) throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(1, 3, NO_NAMES, events).trailer(5);
    String fault = "byte " + at + ", after " + (2 + valid) + " events: " + INVALID;
    reading(file).assertDamaged(2 + valid, fault, 3 - valid);
  }

  @Test
  void numbers_takeUpToFiveBytes() throws IOException {
    byte[] site = {0x0F, 4, 0, 0, 0};
    byte[] begin = {0x2F, 1, 0, 0, 0};
    byte[] thread = {0x2F, 0, 0, 0, 0};
    WrittenOutFile file =
        start().block(1, 3, NO_NAMES, 0, 1, site, begin, 0, 0, thread, site).trailer(5);
    assertThat(reading(file).lines())
        .containsExactly("T1|w(x)|A", "T2|w(x)|A", "T2|w(x)|A", "T2|begin|", "T2|w(x)|A");
  }

  @Test
  void bytesBehindTheLastEvent_areCounted() throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(1, 1, NO_NAMES, 0, 1, FIRST_SITE, 0, 0, 0).trailer(3);
    String found = "3 bytes after the last event (expected: the end of the block)";
    reading(file).assertDamaged(3, "byte " + at + ", after 3 events: " + found, 1);
  }

  @Test
  void statedLength_isAskedForOnce_beforeTheFirstEvent() throws IOException {
    int[] asked = new int[1];
    byte[] file = start().trailer(2).toBytes();
    RdtReader reader =
        new RdtReader(new ByteArrayInputStream(file), "test.file", false, TraceLimits.DEFAULT);
    reader.stateLength(() -> asked[0]++);
    EventBlock block = new EventBlock();
    assertThat(reader.read(block)).isTrue();
    block.clear();
    assertThat(reader.read(block)).isFalse();
    assertThat(asked[0]).isEqualTo(1);
  }

  static List<Arguments> invalidNames() {
    byte[] none = {};
    return List.of(
        Arguments.of("no counts", none),
        Arguments.of("more names than bytes", payload(0, 7, 0, 0, 0, 0, 0)),
        Arguments.of("name longer than the block", payload(0, 1, 7, 0, 0, 0, 0, 0)),
        Arguments.of("name that is not UTF-8", payload(0, 1, 1, new byte[] {-1}, 0, 0, 0, 0, 0)),
        Arguments.of("counts are missing", payload(0, 0, 0, 0, 0, 0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidNames")
  void invalidName_endsTheTrace(String what, byte[] payload) throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.sealed(1, 1, payload).trailer(2);
    reading(file)
        .assertDamaged(
            2,
            "byte "
                + at
                + ", after 2 events: a block with an invalid name"
                + " (expected: a length and that many bytes of UTF-8)",
            1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 1", "3 1", "4 1", "-1 1", "1 0", "1 -1", "1 16385", "2 1", "2 0"})
  void blockOfNoKind_orOfACountOutOfRange_isRefused(String kindAndCount) throws IOException {
    String[] numbers = kindAndCount.split(" ");
    WrittenOutFile file = start();
    int at = file.size();
    file.sealed(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), new byte[17]);
    reading(file).assertDamaged(2, "byte " + at + ", after 2 events: " + FileReading.HEADER, 1);
  }

  @Test
  void payload_hasAtMostEightMebibytes() throws IOException {
    int most = 1 << 23;
    WrittenOutFile file = start();
    int at = file.size();
    byte[] name = payload(1 << 20, new byte[1 << 20]);
    byte[] names = payload(0, 8, name, name, name, name, name, name, name);
    // What is left is for a name with its length of three bytes, five counts, and an event.
    int left = most - names.length - 3 - 5 - 5;
    byte[] last = payload(left, new byte[left]);
    byte[] whole = payload(names, last, 0, 0, 0, 0, 0, 0, 1, WRITE, 0, 0);
    assertThat(whole).hasSize(most);
    reading(start().sealed(1, 1, whole).trailer(2, 3)).assertWhole();
    file.sealed(1, 1, Arrays.copyOf(whole, most + 1));
    reading(file).assertDamaged(2, "byte " + at + ", after 2 events: " + FileReading.HEADER, 1);
  }

  @Test
  void block_hasAtMostSixteenThousandEvents() throws IOException {
    int most = 1 << 14;
    Object[] events = new Object[2 + most];
    Arrays.fill(events, FIRST_SITE);
    events[0] = 0;
    events[1] = 1;
    WrittenOutFile file = start().block(1, most, NO_NAMES, events).trailer(2 + most);
    reading(file).assertWhole();
    assertThat(reading(file).lines()).hasSize(2 + most);
  }

  @Test
  void threadsAndEvents_mayBeInDifferentReads() throws IOException {
    int events = 3 * EventBlock.CAPACITY;
    Object[] numbers = new Object[3 * events];
    for (int i = 0; i < events; i++) {
      numbers[3 * i] = 0;
      numbers[3 * i + 1] = i % 3 & 1;
      numbers[3 * i + 2] = FIRST_SITE;
    }
    byte[] file = start().block(1, events, NO_NAMES, numbers).trailer(2 + events).toBytes();
    try (TraceReader reader =
        TraceFormat.RDT.reader(new ByteArrayInputStream(file), "test.file", false)) {
      EventBlock block = new EventBlock();
      int read = 0;
      for (; reader.read(block); block.clear()) {
        assertThat(reader.position(0)).isEqualTo("event " + (read + 1));
        assertThat(reader.position(7)).isEqualTo("event " + (read + 8));
        for (int i = 0; i < block.size(); i++, read++) {
          int thread = EventBlock.thread(block.words()[i]);
          assertThat(thread).isEqualTo(read < 2 ? read : (read - 2) % 3 & 1);
        }
      }
      assertThat(read).isEqualTo(2 + events);
    }
  }
}
