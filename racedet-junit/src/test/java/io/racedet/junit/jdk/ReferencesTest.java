package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** References, their queues, cleaners and finalizers. */
@RaceFree
class ReferencesTest extends JdkPrograms {

  @Test
  @Tag(PROMISED)
  void cleaner_cleanedByHand_seesTheUse() throws Exception {
    Cell state = new Cell();
    CountDownLatch cleaned = new CountDownLatch(1);
    Resource r =
        new Resource(
            () -> {
              state.add();
              cleaned.countDown();
            },
            state);
    r.use();
    r.cleanable.clean();
    cleaned.await();
    state.add();
  }

  @Test
  @Tag(PROMISED)
  void finalizer_runsAfterTheConstructor() throws Exception {
    CountDownLatch l = new CountDownLatch(1);
    makeFinalized(l);
    for (int i = 0; i < 100 && !l.await(5, TimeUnit.MILLISECONDS); i++) {
      System.gc();
    }
  }

  @Test
  @Tag(SMOKE)
  @Tag(PROMISED)
  void enqueuedReference_isSeenByRemove() throws Exception {
    Cell c = new Cell();
    ReferenceQueue<Object> q = new ReferenceQueue<>();
    WeakReference<Object> r = new WeakReference<>(c, q);
    Thread t =
        start(
            () -> {
              c.add();
              r.enqueue();
            });
    q.remove();
    c.add();
    t.join();
  }

  @Test
  @Tag(PROMISED)
  void enqueuedReference_isSeenByPoll() throws Exception {
    Cell c = new Cell();
    ReferenceQueue<Object> q = new ReferenceQueue<>();
    WeakReference<Object> r = new WeakReference<>(c, q);
    Thread t =
        start(
            () -> {
              c.add();
              r.enqueue();
            });
    while (q.poll() == null) {
      Thread.onSpinWait();
    }
    c.add();
    t.join();
  }

  private static final Cleaner CLEANER = Cleaner.create();

  /** Cleaned at most once. */
  private static final class Resource {
    final Cell state;
    final Cleaner.Cleanable cleanable;

    Resource(Runnable clean, Cell state) {
      this.state = state;
      cleanable = CLEANER.register(this, clean);
    }

    void use() {
      try {
        state.add();
      } finally {
        Reference.reachabilityFence(this);
      }
    }
  }

  /** Counts once more when it is collected. */
  private static final class Finalized {
    final CountDownLatch end;
    int value = 5;

    Finalized(CountDownLatch end) {
      this.end = end;
    }

    @SuppressWarnings({"deprecation", "removal"})
    @Override
    protected void finalize() {
      value++;
      end.countDown();
    }
  }

  private static void makeFinalized(CountDownLatch l) {
    new Finalized(l);
  }
}
