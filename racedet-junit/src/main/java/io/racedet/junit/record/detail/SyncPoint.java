package io.racedet.junit.record.detail;

import io.racedet.event.Op;
import java.util.Optional;

/**
 * A synchronisation operation near an access.
 *
 * @param index its 1-based index in the trace
 * @param op what it does
 * @param operand the name of what it is done to
 * @param at where it stands; empty when the recording does not know
 */
public record SyncPoint(long index, Op op, String operand, Optional<StackTraceElement> at) {}
