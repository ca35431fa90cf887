package io.racedet.report;

import io.racedet.event.Op;

/**
 * A synchronisation operation near an access.
 *
 * @param index its 1-based index in the trace
 * @param op what it does
 * @param operand name of what it is done to
 * @param at where it is in the source; {@link Frame#UNKNOWN} when the recording does not know
 */
public record SyncPoint(long index, Op op, String operand, Frame at) {}
