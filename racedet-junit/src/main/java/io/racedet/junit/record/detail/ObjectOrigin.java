package io.racedet.junit.record.detail;

import io.racedet.report.Frame;
import java.util.List;

/**
 * Where an object was allocated, or first accessed.
 *
 * @param exact false when an object's first recorded access stands in for its allocation
 */
public record ObjectOrigin(String thread, List<Frame> stack, boolean exact) {
  /** A text such as {@code object allocated at com.acme.Bank.open(Bank.java:5) by "main"}. */
  public String text() {
    String frame = stack.isEmpty() ? "an unknown location" : stack.get(0).text();
    return (exact ? "object allocated at " : "object first accessed at ")
        + frame
        + " by \""
        + thread
        + '"';
  }
}
