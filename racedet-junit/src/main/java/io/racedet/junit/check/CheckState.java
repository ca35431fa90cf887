package io.racedet.junit.check;

import io.racedet.junit.deadlocks.DeadlockConfirmation;
import io.racedet.junit.known.Known;
import io.racedet.junit.settings.Options;

/** What one run of a check works with, and what it has found so far. */
record CheckState(
    CheckSubject subject,
    Options options,
    Expectation expectation,
    Acceptance acceptance,
    Known known,
    TestRecorder recorder,
    RepetitionResults results,
    ConfirmationSearch search,
    DeadlockConfirmation deadlocks) {}
