package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import org.junit.jupiter.api.Test;

/**
 * Locks and waits, of which some begin before the recording, in logs made by hand. Such a wait
 * begins at the begin of the trace, so that the notify that ends it is known.
 */
class LockMergeTest extends MergeTestCase {
  @Test
  void syncRecords_followTheirNumbers_alsoWithGaps() {
    LogBuilder a = lock(lock(LogBuilder.thread("A"), OpCodes.ACQUIRE, 10), OpCodes.RELEASE, 11);
    LogBuilder b = lock(lock(LogBuilder.thread("B"), OpCodes.ACQUIRE, 4), OpCodes.RELEASE, 7);
    assertThat(merge(a, b))
        .extracting(event -> event.substring(0, 5))
        .containsExactly("B|acq", "B|rel", "A|acq", "A|rel");
  }

  @Test
  void locksHeldFromTheBeginning_areAcquiredFirst() {
    LogBuilder early = LogBuilder.thread("early").access(Layout.FIELD, write, OBJECT, 1, x);
    LogBuilder holder =
        lock(
            lock(
                lock(lock(LogBuilder.thread("holder"), OpCodes.RELEASE, 1), OpCodes.RELEASE, 2),
                OpCodes.ACQUIRE,
                5),
            OpCodes.RELEASE,
            6);
    LogBuilder next = lock(lock(LogBuilder.thread("next"), OpCodes.ACQUIRE, 3), OpCodes.RELEASE, 4);
    assertThat(merge(early, holder, next))
        .startsWith("holder|acq(object 77 monitor)|", "holder|acq(object 77 monitor)|")
        .hasSize(9);
  }

  @Test
  void wait_givesUpAllLevels_andTakesThemBack() {
    LogBuilder waiter = lock(lock(LogBuilder.thread("W"), OpCodes.ACQUIRE, 1), OpCodes.ACQUIRE, 2);
    lock(lock(lock(waiter, OpCodes.RELEASE_ALL, 3), OpCodes.ACQUIRE_ALL, 7), OpCodes.WAKE, 8);
    lock(lock(waiter, OpCodes.RELEASE, 9), OpCodes.RELEASE, 10);
    LogBuilder notifier = lock(LogBuilder.thread("N"), OpCodes.ACQUIRE, 4);
    lock(lock(notifier, OpCodes.NOTIFY, 5), OpCodes.RELEASE, 6);
    assertThat(merge(waiter, notifier))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly(
            "W|acq",
            "W|acq",
            "W|rel",
            "W|rel",
            "N|acq",
            "N|notify",
            "N|rel",
            "W|acq",
            "W|acq",
            "W|wake",
            "W|rel",
            "W|rel");
  }

  @Test
  void waitInALockHeldFromTheBeginning_takesItBack() {
    LogBuilder waiter = LogBuilder.thread("W");
    lock(lock(lock(waiter, OpCodes.RELEASE_ALL, 3), OpCodes.ACQUIRE_ALL, 7), OpCodes.WAKE, 8);
    lock(waiter, OpCodes.RELEASE, 9);
    assertThat(merge(waiter))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly("W|acq", "W|rel", "W|acq", "W|wake", "W|rel");
  }

  @Test
  void waitBegunBeforeTheRecording_takesBackAsManyLevelsAsAreGivenUpLater() {
    LogBuilder notifier = lock(LogBuilder.thread("N"), OpCodes.ACQUIRE, 1);
    lock(lock(notifier, OpCodes.NOTIFY, 2), OpCodes.RELEASE, 3);
    LogBuilder waiter = LogBuilder.thread("W");
    lock(lock(waiter, OpCodes.ACQUIRE_ALL, 4), OpCodes.WAKE, 5);
    lock(lock(waiter, OpCodes.RELEASE, 6), OpCodes.RELEASE, 7);
    assertThat(merge(waiter, notifier))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly(
            "W|acq",
            "W|rel",
            "N|acq",
            "N|notify",
            "N|rel",
            "W|acq",
            "W|acq",
            "W|wake",
            "W|rel",
            "W|rel");
  }

  @Test
  void waitBegunBeforeTheRecording_thatEndsAsTheRecordingDoes_takesTheLock() {
    LogBuilder notifier = lock(LogBuilder.thread("N"), OpCodes.ACQUIRE, 1);
    lock(lock(notifier, OpCodes.NOTIFY, 2), OpCodes.RELEASE, 3);
    LogBuilder waiter = lock(LogBuilder.thread("W"), OpCodes.ACQUIRE_ALL, 4);
    assertThat(merge(waiter, notifier))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly("W|acq", "W|rel", "N|acq", "N|notify", "N|rel", "W|acq");
  }

  @Test
  void waitsBegunBeforeTheRecording_followedByAnother_giveUpWhatTheyTook() {
    LogBuilder waiter = LogBuilder.thread("W");
    lock(lock(waiter, OpCodes.ACQUIRE_ALL, 1), OpCodes.RELEASE_ALL, 2);
    LogBuilder notifier = lock(LogBuilder.thread("N"), OpCodes.ACQUIRE, 3);
    lock(notifier, OpCodes.RELEASE, 4);
    lock(lock(waiter, OpCodes.ACQUIRE_ALL, 5), OpCodes.RELEASE, 6);
    assertThat(merge(waiter, notifier))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly("W|acq", "W|rel", "W|acq", "W|rel", "N|acq", "N|rel", "W|acq", "W|rel");
  }

  @Test
  void waitThatBeganBeforeTheRecording_leavesTheLockToOthers() {
    LogBuilder waiter = LogBuilder.thread("W");
    lock(lock(waiter, OpCodes.ACQUIRE_ALL, 4), OpCodes.WAKE, 5);
    lock(lock(waiter, OpCodes.RELEASE_ALL, 6), OpCodes.ACQUIRE_ALL, 9);
    lock(lock(waiter, OpCodes.RELEASE, 10), OpCodes.RELEASE, 11);
    LogBuilder notifier = lock(LogBuilder.thread("N"), OpCodes.ACQUIRE, 1);
    lock(lock(notifier, OpCodes.NOTIFY, 2), OpCodes.RELEASE, 3);
    lock(lock(notifier, OpCodes.ACQUIRE, 7), OpCodes.RELEASE, 8);
    assertThat(merge(waiter, notifier))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly(
            "W|acq",
            "W|rel",
            "N|acq",
            "N|notify",
            "N|rel",
            "W|acq",
            "W|acq",
            "W|wake",
            "W|rel",
            "W|rel",
            "N|acq",
            "N|rel",
            "W|acq",
            "W|acq",
            "W|rel",
            "W|rel");
  }

  @Test
  void readMode_isKeptApart() {
    LogBuilder a =
        lock(lock(LogBuilder.thread("A"), OpCodes.ACQUIRE_SHARED, 1), OpCodes.RELEASE_SHARED, 4);
    LogBuilder b =
        lock(lock(LogBuilder.thread("B"), OpCodes.ACQUIRE_SHARED, 2), OpCodes.RELEASE_SHARED, 3);
    assertThat(merge(a, b))
        .extracting(event -> event.substring(0, event.indexOf('(')))
        .containsExactly("A|acqr", "B|acqr", "B|relr", "A|relr");
  }
}
