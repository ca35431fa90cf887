package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.runtime.memory.Aspects;
import io.racedet.runtime.memory.Layout;
import io.racedet.runtime.memory.OpCodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Critical sections with and without unrecorded code, in logs made by hand. */
class UnseenCodeMergeTest extends MergeTestCase {
  private static final long OTHER_OBJECT = 78;

  private LogBuilder unseen(LogBuilder log, long seq) {
    return log.sync(OpCodes.UNSEEN, Aspects.UNSEEN, other, 0, seq, 0);
  }

  private List<String> races(LogBuilder... logs) {
    RaceAnalysis analysis = RaceAnalysis.with("wcp").start();
    trace(logs).replay(analysis);
    return analysis.finish().races().stream().map(race -> race.variable()).toList();
  }

  /* The first access comes before the first section, the second one after the second section. */
  private LogBuilder[] sections(boolean firstUnseen, boolean secondUnseen) {
    LogBuilder first =
        lock(LogBuilder.thread("A").access(Layout.FIELD, write, OBJECT, 1, x), OpCodes.ACQUIRE, 1);
    LogBuilder second = lock(LogBuilder.thread("B"), OpCodes.ACQUIRE, 4);
    lock(firstUnseen ? unseen(first, 2) : first, OpCodes.RELEASE, 3);
    lock(secondUnseen ? unseen(second, 5) : second, OpCodes.RELEASE, 6)
        .access(Layout.FIELD, write, OBJECT, 2, x);
    LogBuilder third = unseen(lock(LogBuilder.thread("C"), OpCodes.ACQUIRE, 7), 8);
    return new LogBuilder[] {first, second, lock(third, OpCodes.RELEASE, 9)};
  }

  @Test
  void sectionsWithoutUnrecordedCode_areExchanged_underALockThatAnotherOneHasItUnder() {
    assertThat(races(sections(false, false))).hasSize(1);
  }

  @Test
  void aSectionWithUnrecordedCode_isExchangedWithNoOther() {
    assertThat(races(sections(true, false))).isEmpty();
    assertThat(races(sections(false, true))).isEmpty();
    assertThat(races(sections(true, true))).isEmpty();
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
