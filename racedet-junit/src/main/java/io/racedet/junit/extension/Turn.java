package io.racedet.junit.extension;

import io.racedet.junit.settings.Options;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * The turn of the checks of an outer run: there is one at a time, and a recording that has begun
 * before its check only as long as nobody else needs the turn. A test that is checked because of
 * the configuration alone holds no resource lock of JUnit. Thread-safe.
 */
final class Turn implements ExtensionContext.Store.CloseableResource {
  private static final Namespace NAMESPACE = Namespace.create(Turn.class);

  private final ReentrantLock lock = new ReentrantLock();
  private Optional<EarlyRecording> early = Optional.empty(); // guarded by the lock

  private Turn() {}

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
  void begin(Options options, Class<?> testClass) {
    if (lock.tryLock()) {
      try {
        if (lock.getHoldCount() == 1) {
          drop();
          early = Optional.of(EarlyRecording.begin(options, testClass));
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The recording that this thread has begun for a test of a class; empty if it was dropped. */
  Optional<EarlyRecording> early(Class<?> testClass) {
    if (!lock.tryLock()) {
      return Optional.empty(); // whoever has the turn has dropped it
    }
    try {
      return early.filter(it -> it.isOf(testClass));
    } finally {
      lock.unlock();
    }
  }

  /** Takes the turn, for a check that goes on with a recording that has begun, if any. */
  void take(Optional<EarlyRecording> own) throws InterruptedException {
    lock.lockInterruptibly();
    if (own.isEmpty() || early.filter(it -> it == own.get()).isEmpty()) {
      drop();
    }
    early = Optional.empty();
  }

  /** Gives the turn back. */
  void release() {
    lock.unlock();
  }

  private void drop() {
    early.ifPresent(it -> it.recorder.dropEarly());
    early = Optional.empty();
  }

  /**
   * Ends the recording that has begun, if it is still there: its test is not checked, or not run.
   */
  @Override
  public void close() {
    if (lock.tryLock()) {
      try {
        drop();
      } finally {
        lock.unlock();
      }
    }
  }
}
