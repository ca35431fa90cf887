package io.racedet.junit.record.detail;

import java.util.List;

/**
 * Where an object was allocated, or first accessed, or a thread started.
 *
 * @param thread the thread that did it
 * @param stack woven frames, innermost first
 * @param exact false when an object's first recorded access stands in for its allocation
 */
public record ObjectOrigin(String thread, List<StackTraceElement> stack, boolean exact) {}
