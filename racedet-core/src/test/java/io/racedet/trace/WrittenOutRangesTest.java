package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of binary files written out by hand: what is read of them, and what is refused. */
class WrittenOutRangesTest {
  private static final int FIRST_SITE = 32;
  private static final int RANGE = 31;
  private static final int READ = 1; // 1 + the number of the operation
  private static final int WRITE = 2;

  /** A thread, twelve variables and a location. */
  private static final Object[] NAMES = {
    1, "T", 12, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", 0, 0, 0, 0, 1, "A"
  };

  /** One write of a. */
  private static WrittenOutFile start() {
    return new WrittenOutFile('R').block(1, 1, NAMES, 0, 0, WRITE, 0, 1);
  }

  private static FileReading reading(WrittenOutFile file) {
    return new FileReading(TraceFormat.RDT, file.toBytes());
  }

  private static Object[] payload(Object[] first, Object... more) {
    List<Object> all = new ArrayList<>(Arrays.asList(first));
    all.addAll(Arrays.asList(more));
    return all.toArray();
  }

  private static Object[] times(int count, Object what) {
    return Collections.nCopies(count, what).toArray();
  }

  /** The numbers of a range: operation, first, coded stride, count and location. */
  private static Object[] range(String numbers) {
    Object[] range = {RANGE};
    for (String number : numbers.split(" ")) {
      range = payload(range, (Object) WrittenOutFile.number(Long.parseLong(number)));
    }
    return range;
  }

  @ParameterizedTest
  @CsvSource({
    "1 0 2 3 1, r(a)|A r(b)|A r(c)|A",
    "2 4 3 3 0, w(e)| w(d)| w(c)|",
    "1 1 4 3 0, r(b)| r(d)| r(f)|",
    "1 11 9 3 1, r(l)|A r(h)|A r(d)|A",
    "1 11 2147483646 1 0, r(l)|", // the stride of one access is any that can be written
    "1 0 2147483647 1 0, r(a)|"
  })
  void range_isReadAsItsAccesses(String numbers, String accesses) throws IOException {
    int count = accesses.split(" ").length;
    Object[] events = payload(payload(new Object[] {0, 0}, range(numbers)), FIRST_SITE);
    WrittenOutFile file = start().block(1, count + 1, NO_NAMES, events).trailer(count + 2);
    assertThat(reading(file).lines().stream().map(l -> l.substring(2)).collect(joining(" ")))
        .isEqualTo("w(a)|A " + accesses + " w(a)|A");
    reading(file).assertWhole();
  }

  /** Enough events follow for what would be read if the range was none, or a shorter one. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "no operation, 0 0 2 2 0",
    "an acquire, 3 0 2 2 0",
    "an atomic read, 11 0 2 2 0",
    "no stride, 1 0 0 1 0",
    "no stride downwards, 1 0 1 1 0",
    "a stride that is no number, 1 0 2147483648 1 0",
    "no access, 1 1 2 0 0",
    "more accesses than are left, 1 0 2 10 0",
    "an unknown first variable, 1 12 2 1 0",
    "an unknown last variable, 1 4 2 9 0",
    "a last variable below all, 1 0 3 2 0",
    "a last variable of 2^32, 1 0 1073741824 9 0",
    "a last variable of -2^32, 1 0 1073741825 9 0",
    "an unknown location, 1 0 2 1 2"
  })
  void rangeThatIsNone_isRefused(String what, String numbers) throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    Object[] events = payload(new Object[] {0, 0, FIRST_SITE}, range(numbers));
    file.block(1, 10, NO_NAMES, payload(events, times(9, FIRST_SITE))).trailer(11);
    String invalid = "an invalid event (expected: a site and a thread that the file has defined)";
    reading(file).assertDamaged(2, "byte " + at + ", after 2 events: " + invalid, 9);
  }

  @Test
  void rangeWithoutThread_isRefused() throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(1, 1, NO_NAMES, range("1 0 2 1 0")).trailer(2);
    String invalid = "an invalid event (expected: a site and a thread that the file has defined)";
    reading(file).assertDamaged(1, "byte " + at + ", after 1 events: " + invalid, 1);
  }

  private static TraceReader open(WrittenOutFile file) throws IOException {
    return TraceFormat.RDT.reader(new ByteArrayInputStream(file.toBytes()), "test.file", false);
  }

  /** An access is read with the first block of events, and two with the next. */
  @Test
  void rangeBeyondABlock_goesOnInTheNext() throws IOException {
    Object[] events = payload(new Object[] {0, 0}, times(EventBlock.CAPACITY - 2, FIRST_SITE));
    events = payload(payload(events, range("1 1 4 3 0")), FIRST_SITE);
    int count = EventBlock.CAPACITY + 2;
    WrittenOutFile file = start().block(1, count, NO_NAMES, events).trailer(count + 1);
    List<String> lines = reading(file).lines();
    assertThat(lines.subList(EventBlock.CAPACITY - 2, count + 1))
        .containsExactly("T|w(a)|A", "T|r(b)|", "T|r(d)|", "T|r(f)|", "T|w(a)|A");
    try (TraceReader reader = open(file)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.events()).isEqualTo(EventBlock.CAPACITY);
      block.clear();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.size()).isEqualTo(2);
      assertThat(block.eventsOf(0)).isEqualTo(2);
      assertThat(reader.position(0)).isEqualTo("event 4097");
      assertThat(reader.position(1)).isEqualTo("event 4099");
    }
  }

  @Test
  void position_isThatOfTheFirstAccess() throws IOException {
    Object[] events = payload(payload(new Object[] {0, 0}, range("1 0 2 3 0")), FIRST_SITE);
    events = payload(payload(events, range("1 5 2 2 0")), FIRST_SITE);
    try (TraceReader reader = open(start().block(1, 7, NO_NAMES, events).trailer(8))) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      int[] positions = {1, 2, 5, 6, 8};
      assertThat(block.size()).isEqualTo(positions.length);
      for (int i = 0; i < positions.length; i++) {
        assertThat(reader.position(i)).isEqualTo("event " + positions[i]);
      }
    }
  }

  @Test
  void position_isThatOfEachEntryOfAFullBlock() throws IOException {
    int last = EventBlock.CAPACITY - 1;
    Object[] events = payload(payload(new Object[] {0, 0}, range("1 0 2 1 0")), WRITE, 0, 1);
    events = payload(events, times(last - 1, FIRST_SITE));
    WrittenOutFile file = new WrittenOutFile('R').block(1, EventBlock.CAPACITY, NAMES, events);
    try (TraceReader reader = open(file)) {
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isTrue();
      assertThat(block.size()).isEqualTo(EventBlock.CAPACITY);
      assertThat(reader.position(last)).isEqualTo("event " + EventBlock.CAPACITY);
    }
  }
}
