package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import io.racedet.runtime.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Accesses of many elements are one record, unless something else is recorded in between. */
class RangeRecordsTest {
  private static final int SITE = 1;
  private static final int LATE = 10;

  private final int[] array = new int[8];
  private final int[] other = new int[8];

  /** The ranges that a thread records, each as the first element and the end. */
  private static List<String> ranges(Runnable accesses) {
    Recorder recorder = Recorder.start(new Plan(Schedule.NONE, 1, 10_000));
    ThreadBuffer self = Registry.session.buffer();
    accesses.run();
    List<String> ranges = new ArrayList<>();
    RawTrace trace = recorder.stop();
    assertThat(self.first == null || self.first.next == null).isTrue();
    int length = 0;
    for (int at = 0; at < self.pos; at += length) {
      int kind = Layout.kind(self.words[at]);
      length = Layout.words(kind);
      if (kind == Layout.SYNC && Layout.aspect(self.words[at + 1]) == Aspects.RANGE) {
        long operand = self.words[at + 2];
        ranges.add((operand >>> Integer.SIZE) + " to " + (int) operand);
      }
    }
    trace.close();
    return ranges;
  }

  private static void read(Object object, int from, int to) {
    ArrayCopies.elements(OpCodes.READ, object, from, to, SITE);
  }

  @Test
  void oneElementAfterTheOther_isOneRange() {
    assertThat(
            ranges(
                () -> {
                  for (int i = 2; i < 6; i++) {
                    read(array, i, i + 1);
                  }
                }))
        .containsExactly("2 to 6");
    assertThat(
            ranges(
                () -> {
                  for (int i = 5; i >= 2; i--) {
                    read(array, i, i + 1);
                  }
                }))
        .containsExactly("2 to 6");
  }

  @Test
  void elementsWithAGap_areSeveralRanges() {
    assertThat(
            ranges(
                () -> {
                  read(array, 0, 2);
                  read(array, 3, 4);
                  read(array, 3, 5);
                }))
        .containsExactly("0 to 2", "3 to 4", "3 to 5");
  }

  @Test
  void otherArrayOpOrSite_isAnotherRange() {
    assertThat(
            ranges(
                () -> {
                  read(array, 0, 1);
                  read(other, 1, 2);
                  ArrayCopies.elements(OpCodes.WRITE, other, 2, 3, SITE);
                  ArrayCopies.elements(OpCodes.WRITE, other, 3, 4, SITE + 1);
                }))
        .containsExactly("0 to 1", "1 to 2", "2 to 3", "3 to 4");
  }

  @Test
  void recordsInBetween_endARange() {
    assertThat(
            ranges(
                () -> {
                  read(array, 0, 1);
                  DataHooks.after(DataHooks.array(other, 0, SITE, null));
                  read(array, 1, 2);
                  Registry.session.sync(
                      Registry.session.buffer(), OpCodes.SEND, Aspects.CHANNEL, other, 0, SITE);
                  read(array, 2, 3);
                }))
        .containsExactly("0 to 1", "1 to 2", "2 to 3");
  }

  @Test
  void aRecordAfterJoinedElements_leavesThemInTheirRange() {
    assertThat(
            ranges(
                () -> {
                  read(array, 0, 1);
                  read(array, 1, 3);
                  DataHooks.after(DataHooks.array(other, 0, SITE, null));
                  read(array, 4, 6);
                  read(array, 3, 4);
                  read(other, 0, 1);
                  read(other, 1, 2);
                }))
        .containsExactly("0 to 3", "3 to 6", "0 to 2");
  }

  /** The chunk of a recording that is over belongs to the next one. */
  @Test
  void elementsThatAreFoundAfterTheRecording_areWrittenNowhere() throws InterruptedException {
    int[] large = new int[1 << 20];
    AtomicInteger walked = new AtomicInteger();
    Recorder recorder = Recorder.start(new Plan(Schedule.NONE, 1, 10_000));
    Session session = Registry.session;
    ThreadBuffer self = session.buffer();
    Thread stopper = new Thread(() -> stopAfter(1_000, walked, recorder));
    stopper.start();
    int i = 0;
    while (stopper.isAlive()) {
      if (i < large.length - LATE) {
        session.range(self, OpCodes.READ, Aspects.RANGE, large, i, i + 1, SITE);
        i = walked.incrementAndGet();
      }
    }
    stopper.join();
    assertThat(Registry.session).isNull();
    long[] before = self.words.clone();
    for (int more = 0; more < LATE; more++) {
      session.range(self, OpCodes.READ, Aspects.RANGE, large, i + more, i + more + 1, SITE);
    }
    session.range(self, OpCodes.READ, Aspects.RANGE, other, 0, 1, SITE);
    assertThat(self.words).isEqualTo(before);
    assertThat((int) before[self.pos - 1]).isBetween(1_000, large.length);
  }

  private static void stopAfter(int elements, AtomicInteger walked, Recorder recorder) {
    while (walked.get() < elements) {
      Thread.onSpinWait();
    }
    recorder.stop();
  }

  @Test
  void noElements_areNoRange() {
    assertThat(
            ranges(
                () -> {
                  read(array, 0, -1);
                  read(array, 4, 3);
                  read(array, 8, Integer.MAX_VALUE);
                  read(array, 6, Integer.MAX_VALUE);
                }))
        .containsExactly("6 to 8");
  }

  @Test
  void copyOfACollection_writesUpToTheFirstNull() {
    Object[] target = {"a", "b", null, "old"};
    Object[] full = {"a", "b"};
    assertThat(
            ranges(
                () -> {
                  ArrayCopies.copiedInto(target, target, SITE);
                  ArrayCopies.copiedInto(full, full, SITE);
                  ArrayCopies.copiedInto(target, full, SITE);
                }))
        .containsExactly("0 to 3", "0 to 2");
  }

  /** The ranges of a copy from 1 to 2: first what is read, then what is written. */
  private static List<String> copied(Object from, Object to, int length) {
    return ranges(
        () -> {
          try {
            ArrayCopies.copy(from, 1, to, 2, length, SITE);
          } catch (ArrayStoreException | IndexOutOfBoundsException expected) {
            // what was recorded before is the matter
          }
        });
  }

  @Test
  void copyThatThrows_hasAccessedWhatIsBefore() {
    Object[] mixed = {"a", "b", "c", 4, "e"};
    assertThat(copied(mixed, new String[6], 4)).containsExactly("1 to 4", "2 to 4");
    assertThat(copied(mixed, new Integer[6], 4)).containsExactly("1 to 2");
    assertThat(copied(mixed, new Object[6], 4)).containsExactly("1 to 5", "2 to 6");
    assertThat(copied(new String[] {"a", "b"}, new Object[6], 1))
        .containsExactly("1 to 2", "2 to 3");
    assertThat(copied(new Object[] {"a", null, "c", 4}, new String[6], 3))
        .containsExactly("1 to 4", "2 to 4");
  }

  @Test
  void copyBetweenArraysOfOtherTypes_accessesNothing() {
    assertThat(copied(new int[4], new long[6], 2)).isEmpty();
    assertThat(copied(new int[4], new Object[6], 2)).isEmpty();
    assertThat(copied(new Object[4], new int[6], 2)).isEmpty();
    assertThat(copied(new int[4], new int[3], 2)).isEmpty();
    assertThat(copied(new int[4], new int[6], 2)).containsExactly("1 to 3", "2 to 4");
  }

  @Test
  void rows_areReadToo_andAnArrayInItselfHasAnEnd() {
    Object[] itself = new Object[1];
    itself[0] = itself;
    assertThat(ranges(() -> ArrayCopies.rows(new int[][] {{1}, {2, 3}, null}, SITE)))
        .containsExactly("0 to 3", "0 to 1", "0 to 2");
    assertThat(ranges(() -> ArrayCopies.rows(itself, SITE))).isNotEmpty();
  }
}
