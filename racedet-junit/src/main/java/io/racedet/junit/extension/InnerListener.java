package io.racedet.junit.extension;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** Observes one inner run. Called by the thread that runs it. */
final class InnerListener implements TestExecutionListener {
  private final InnerRepetition repetition;
  private final ClassLoader contextLoader;
  private final List<Map<String, String>> entries = new ArrayList<>();
  private boolean finished;
  private Throwable failure;

  /**
   * @param contextLoader the context class loader that the test expects
   */
  InnerListener(InnerRepetition repetition, ClassLoader contextLoader) {
    this.repetition = repetition;
    this.contextLoader = contextLoader;
  }

  @Override
  public void executionStarted(TestIdentifier identifier) {
    if (identifier.getParentId().isEmpty()) {
      // The engine has detected its extensions; what runs from here on belongs to the test.
      Thread.currentThread().setContextClassLoader(contextLoader);
    }
  }

  @Override
  public void executionSkipped(TestIdentifier identifier, String reason) {
    finished = true;
    fail(
        new TestAbortedException(
            identifier.getDisplayName() + " was skipped inside a repetition: " + reason));
  }

  @Override
  public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
    if (identifier.isTest()) {
      repetition.end();
      finished = true;
    }
    result.getThrowable().ifPresent(this::fail);
  }

  @Override
  public void reportingEntryPublished(TestIdentifier identifier, ReportEntry entry) {
    entries.add(entry.getKeyValuePairs());
  }

  private void fail(Throwable throwable) {
    if (failure == null) {
      failure = throwable;
    } else if (failure != throwable) {
      failure.addSuppressed(throwable);
    }
  }

  /** Returns what the test published, in order. */
  List<Map<String, String>> entries() {
    return entries;
  }

  boolean hasFinished() {
    return finished;
  }

  /** Returns why the run failed or was aborted; later failures are suppressed in it. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }
}
