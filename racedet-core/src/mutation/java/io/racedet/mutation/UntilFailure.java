package io.racedet.mutation;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Skips the invocations of a method after one that failed, and with {@value #MILLIS} those after
 * that time. Only used where extensions are detected, which the ordinary tests do not do.
 */
public final class UntilFailure implements ExecutionCondition, TestWatcher {
  /** System property: milliseconds after which a method begins no further invocation; 0 for all. */
  static final String MILLIS = "racedet.mutate.millis";

  private static final long NANOS = Long.getLong(MILLIS, 0) * 1_000_000;

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Run run = run(context);
    boolean late = NANOS > 0 && System.nanoTime() - run.start > NANOS;
    return run.failed.get() || late
        ? ConditionEvaluationResult.disabled("decided")
        : ConditionEvaluationResult.enabled("undecided");
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    run(context).failed.set(true);
  }

  private static Run run(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(UntilFailure.class))
        .getOrComputeIfAbsent(Run.class, unused -> new Run(), Run.class);
  }

  private static final class Run {
    private final long start = System.nanoTime();
    private final AtomicBoolean failed = new AtomicBoolean();
  }
}
