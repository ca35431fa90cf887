package io.racedet.junit.record.detail;

import io.racedet.event.Op;
import io.racedet.junit.record.sites.Site;
import java.util.List;
import java.util.Optional;

/**
 * What a report says of one data access.
 *
 * @param index its 1-based index in the trace
 * @param slot the position of its thread among those of the recording
 * @param element the index of the element of an array; negative for other variables
 * @param thread the thread's name
 * @param op what it does
 * @param variable the variable's name
 * @param variableKey names the variable in a way that is the same in every run
 * @param declaringClass the class that declares it; empty when it is no field
 * @param accepted why races on the variable are accepted; empty when they are not
 * @param place its instruction as {@link Site#place} has it, empty when unknown
 * @param site its instruction, empty when unknown
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
    int slot,
    int element,
    String thread,
    Op op,
    String variable,
    String variableKey,
    String declaringClass,
    Optional<String> accepted,
    String place,
    Optional<Site> site,
    List<StackTraceElement> stack,
    List<LockHold> locks,
    Optional<ObjectOrigin> allocated,
    Optional<ObjectOrigin> started,
    Optional<SyncPoint> lastAcquire,
    Optional<SyncPoint> nextRelease) {}
