package io.racedet.report;

import io.racedet.event.Op;

/**
 * A synchronisation operation near an access.
 *
 * @param index its 1-based index in the trace
 * @param op the operation
 * @param operand name of its operand
 * @param at where it is in the source; {@link Frame#UNKNOWN} if not recorded
 */
public record SyncPoint(long index, Op op, String operand, Frame at) {}
