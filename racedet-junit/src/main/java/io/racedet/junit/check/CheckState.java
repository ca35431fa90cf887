package io.racedet.junit.check;

import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.known.Known;
import io.racedet.junit.results.TestPart;
import io.racedet.junit.settings.Options;
import java.util.function.Consumer;

/**
 * What one run of a check works with, and what it has found so far.
 *
 * @param keeper keeps what has been found, in case that the JVM ends before the check
 */
record CheckState(
    CheckSubject subject,
    Options options,
    Expectation expectation,
    Acceptance acceptance,
    Known known,
    TestRecorder recorder,
    RepetitionResults results,
    ConfirmationSearch search,
    DeadlockConfirmation deadlocks,
    Consumer<TestPart> keeper) {}
