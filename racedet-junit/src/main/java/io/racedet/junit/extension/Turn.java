package io.racedet.junit.extension;

import io.racedet.junit.settings.Options;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The turn of the checks of an outer run: there is one at a time, and a recording that has begun
 * before its check only as long as nobody else needs the turn. A test that is checked because of
 * the configuration alone holds no resource lock of JUnit.
 *
 * <p>Thread-safe, by its monitor: a lock of the JDK would be recorded as one of the test.
 */
final class Turn implements ExtensionContext.Store.CloseableResource {
  private static final Namespace NAMESPACE = Namespace.create(Turn.class);

  private Thread owner; // null while nobody has the turn
  private int depth; // how often it has
  private Optional<EarlyRecording> early = Optional.empty();

  Turn() {}

  static Turn of(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Turn.class, key -> new Turn(), Turn.class);
  }

  /**
   * Begins a recording for the test that this thread is about to run, unless a check goes on.
   *
   * @throws io.racedet.junit.NotCheckedError if that is not possible
   */
  synchronized void begin(Options options, Class<?> testClass) {
    if (owner == null) {
      dropEarly();
      early = Optional.of(EarlyRecording.begin(options, testClass));
    }
  }

  /** The recording that this thread has begun for a test of a class; empty if it was dropped. */
  synchronized Optional<EarlyRecording> early(Class<?> testClass) {
    return early.filter(it -> it.isOf(testClass));
  }

  /**
   * Takes the turn, for a check that goes on with a recording that has begun, if any. A thread that
   * has it already gets it again: a worker may take over another test while its own one waits for
   * tasks, and that test is to be told that a check goes on, in place of waiting for itself.
   */
  synchronized void take(Optional<EarlyRecording> own) throws InterruptedException {
    while (owner != null && owner != Thread.currentThread()) {
      wait();
    }
    owner = Thread.currentThread();
    depth++;
    if (own.isEmpty() || early.filter(it -> it == own.get()).isEmpty()) {
      dropEarly();
    }
    early = Optional.empty();
  }

  /** Gives the turn back. */
  synchronized void release() {
    if (--depth == 0) {
      owner = null;
      notify();
    }
  }

  /** Ends the recording that has begun, if it is still there: its test is not checked. */
  synchronized void dropEarly() {
    early.ifPresent(it -> it.recorder.dropEarly());
    early = Optional.empty();
  }

  /** Ends a recording whose test was never run. */
  @Override
  public void close() {
    dropEarly();
  }
}
