package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import org.junit.jupiter.api.Test;

/** Critical sections with and without unrecorded code, in logs made by hand. */
class UnseenCodeMergeTest extends MergeTestCase {
  private static final long OTHER_OBJECT = 78;

  /** What a section does: unrecorded code, an access, or nothing. */
  private enum Inside {
    UNSEEN,
    ACCESS,
    NOTHING
  }

  private LogBuilder section(LogBuilder log, Inside inside, int variable, long seq) {
    lock(log, OpCodes.ACQUIRE, seq);
    switch (inside) {
      case UNSEEN -> log.sync(OpCodes.UNSEEN, Aspects.UNSEEN, other, 0, seq + 1, 0);
      case ACCESS -> log.access(Layout.FIELD, write, OTHER_OBJECT, 1, variable);
      case NOTHING -> {}
    }
    return lock(log, OpCodes.RELEASE, seq + 2);
  }

  /*
   * The first access comes before the first section, the second one after the second section. A
   * third section has unrecorded code.
   */
  private boolean race(Inside first, Inside second) {
    LogBuilder a = LogBuilder.thread("A").access(Layout.FIELD, write, OBJECT, 1, x);
    LogBuilder b = section(LogBuilder.thread("B"), second, y, 4);
    RaceAnalysis analysis = RaceAnalysis.with("wcp").start();
    trace(
            section(a, first, x, 1),
            b.access(Layout.FIELD, write, OBJECT, 2, x),
            section(LogBuilder.thread("C"), Inside.UNSEEN, 0, 7))
        .replay(analysis);
    return !analysis.finish().races().isEmpty();
  }

  @Test
  void sectionsWithoutUnrecordedCode_areExchanged_underALockThatAnotherOneHasItUnder() {
    assertThat(race(Inside.ACCESS, Inside.ACCESS)).isTrue();
    assertThat(race(Inside.ACCESS, Inside.NOTHING)).isTrue();
    assertThat(race(Inside.NOTHING, Inside.ACCESS)).isTrue();
  }

  @Test
  void sectionsWithUnrecordedCode_areExchangedWithEmptyOnesOnly() {
    assertThat(race(Inside.UNSEEN, Inside.ACCESS)).isFalse();
    assertThat(race(Inside.ACCESS, Inside.UNSEEN)).isFalse();
    assertThat(race(Inside.UNSEEN, Inside.UNSEEN)).isFalse();
    assertThat(race(Inside.UNSEEN, Inside.NOTHING)).isTrue();
    assertThat(race(Inside.NOTHING, Inside.UNSEEN)).isTrue();
  }

  /* The first section has begun before the recording. */
  private boolean raceOfSectionFromBefore(boolean isUnseen) {
    LogBuilder a = LogBuilder.thread("A").access(Layout.FIELD, write, OBJECT, 1, x);
    if (isUnseen) {
      a.sync(OpCodes.UNSEEN, Aspects.UNSEEN, 0, 0, 1, 0);
    }
    lock(a, OpCodes.RELEASE, 2);
    LogBuilder b = section(LogBuilder.thread("B"), Inside.ACCESS, y, 4);
    RaceAnalysis analysis = RaceAnalysis.with("wcp").start();
    trace(a, b.access(Layout.FIELD, write, OBJECT, 2, x)).replay(analysis);
    return !analysis.finish().races().isEmpty();
  }

  @Test
  void sectionFromBeforeTheRecording_isExchanged_unlessItHasUnrecordedCode() {
    assertThat(raceOfSectionFromBefore(false)).isTrue();
    assertThat(raceOfSectionFromBefore(true)).isFalse();
  }

  @Test
  void aLockThatUnrecordedCodeAcquires_saysNothingOfTheLocksAroundIt() {
    LogBuilder log = lock(LogBuilder.thread("A"), OpCodes.ACQUIRE, 1);
    log.sync(OpCodes.ACQUIRE, Aspects.MONITOR, other, OTHER_OBJECT, 2, 0)
        .sync(OpCodes.UNSEEN, Aspects.MONITOR, other, OTHER_OBJECT, 3, 0)
        .sync(OpCodes.RELEASE, Aspects.MONITOR, other, OTHER_OBJECT, 4, 0);
    assertThat(merge(lock(log, OpCodes.RELEASE, 5)))
        .extracting(event -> event.substring(0, event.indexOf(')') + 1))
        .containsExactly(
            "A|acq(object 77 monitor)",
            "A|acq(object 78 monitor)",
            "A|sr(unrecorded code under object 78)",
            "A|sw(unrecorded code under object 78)",
            "A|rel(object 78 monitor)",
            "A|rel(object 77 monitor)");
  }
}
