package io.racedet.junit.record.detail;

import java.util.Optional;

/**
 * A lock that a thread holds.
 *
 * @param lock its name
 * @param shared whether in read mode
 * @param acquired where its outermost acquire stands; empty when it was held before the recording
 */
public record LockHold(String lock, boolean shared, Optional<StackTraceElement> acquired) {}
