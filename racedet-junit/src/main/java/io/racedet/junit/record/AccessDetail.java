package io.racedet.junit.record;

import io.racedet.event.Op;
import java.util.List;
import java.util.Optional;

/**
 * What a report says of one data access.
 *
 * @param index its 1-based index in the trace
 * @param thread the thread's name
 * @param op what it does
 * @param variable the variable's name
 * @param accepted why races on the variable are accepted; empty when they are not
 * @param place its instruction as {@link Site#place} has it, empty when unknown
 * @param stack woven frames, innermost first
 * @param locks the locks held, in the order of their acquisition
 * @param allocated where the object comes from, as far as the recording knows; empty for a static
 *     field
 * @param started where the thread was started; empty when that was before the recording
 * @param lastAcquire the nearest earlier operation of the thread that could have received an order
 *     from another thread
 * @param nextRelease the nearest later one that could have given an order to another thread
 */
public record AccessDetail(
    long index,
    String thread,
    Op op,
    String variable,
    Optional<String> accepted,
    String place,
    List<StackTraceElement> stack,
    List<LockHold> locks,
    Optional<Origin> allocated,
    Optional<Origin> started,
    Optional<SyncPoint> lastAcquire,
    Optional<SyncPoint> nextRelease) {}
