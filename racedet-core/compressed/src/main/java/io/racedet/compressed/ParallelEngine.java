package io.racedet.compressed;

import io.racedet.compressed.grammar.AllocatedVariables;
import io.racedet.compressed.stretch.Beginning;
import io.racedet.compressed.stretch.Stretch;
import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Cuts a trace into stretches as it arrives, summarises several in parallel, and appends the
 * summaries in order. A stretch with the first race of a variable is processed again for that
 * variable, event by event, and so is one whose summary would cost more than its events. With one
 * worker everything runs on the calling thread.
 */
final class ParallelEngine<S> implements Engine {
  /** Length of a stretch: long enough that summaries are much shorter even with many variables. */
  static final int STRETCH = 1 << 19;

  private static final int AHEAD = 1; // queued stretches for each worker

  /** A stretch and its pending summary. */
  private record Pending<S>(EventChunk events, ForkJoinTask<S> summary) {}

  private final StretchAnalysis<S> analysis;
  private final int workers;
  private final int length;
  private final ForkJoinPool pool; // null for one worker
  private final Queue<Stretch<S>> idle = new ConcurrentLinkedQueue<>();
  private final Deque<Pending<S>> pending = new ArrayDeque<>();
  private final Deque<EventChunk> empty = new ArrayDeque<>();
  private final FoundRaces found = FoundRaces.all();
  private final EngineSetup setup;
  private final Beginning<S> whole;
  private final WakeChannels wakes;
  private EventChunk chunk;

  ParallelEngine(StretchAnalysis<S> analysis, EngineSetup setup, int workers, int length) {
    if (workers < 1) {
      throw new IllegalArgumentException("workers: " + workers + " (expected: at least 1)");
    }
    this.analysis = analysis;
    this.setup = setup;
    this.workers = workers;
    this.length = length;
    pool = workers == 1 ? null : new ForkJoinPool(workers);
    whole = analysis.first().apply(found, AllocatedVariables.RENAMED);
    wakes = new WakeChannels(setup.contexts());
    chunk = new EventChunk(length);
  }

  @Override
  public void consume(EventBlock block) {
    int from = 0;
    while (from < block.size()) {
      int size = chunk.size();
      from = chunk.take(block, from);
      wakes.take(chunk, size);
      if (chunk.isFull() || wakes.areMany()) {
        submit();
      }
    }
  }

  @Override
  public void finish() {
    if (!chunk.isEmpty()) {
      submit();
    }
    while (!pending.isEmpty()) {
      append();
    }
    if (pool != null) {
      pool.shutdown();
    }
    found.reportTo(setup.races());
  }

  private void submit() {
    EventChunk full = chunk;
    wakes.end(full);
    chunk = empty.isEmpty() ? new EventChunk(length) : empty.remove();
    chunk.begin(full.last());
    ForkJoinTask<S> summary = ForkJoinTask.adapt(() -> summary(full));
    pending.add(new Pending<>(full, summary));
    if (pool == null) {
      summary.invoke();
    } else {
      pool.execute(summary);
    }
    if (pool == null || pending.size() > AHEAD * workers) {
      append();
    }
  }

  /** The summary of a stretch; null if it would cost more than its events. */
  private S summary(EventChunk events) {
    Stretch<S> free = idle.poll();
    Stretch<S> stretch = free != null ? free : analysis.inner().apply(AllocatedVariables.RENAMED);
    stretch.clear();
    S summary = events.feed(stretch) ? stretch.summary() : null;
    idle.add(stretch);
    return summary;
  }

  /**
   * Appends the summary of the first queued stretch, and processes its events for variables that
   * race.
   */
  private void append() {
    Pending<S> first = pending.remove();
    S summary = first.summary().join();
    if (summary == null) {
      first.events().feed(whole);
    } else if (whole.racesIn(summary)) {
      first.events().feed(whole, whole.appendRaceless(summary));
    } else {
      whole.append(summary);
    }
    empty.add(first.events());
  }
}
