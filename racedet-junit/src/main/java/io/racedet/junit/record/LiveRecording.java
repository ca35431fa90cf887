package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.junit.record.collected.CollectedObjects;
import io.racedet.junit.record.collected.KeptIds;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.Knowledge;
import io.racedet.junit.record.merge.LiveMerge;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.spill.SpillFile;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.BufferSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Merges and analyses a recording beside the test, when too much of it waits. As long as all data
 * accesses are of one thread, which is in no race with itself, records are only counted and kept in
 * the file; with the first access of another thread, the analysis catches up. Until the recording
 * has ended, it belongs to the thread that runs this, and then to the one that has ended it.
 */
final class LiveRecording implements Runnable, RecordSink, Records {
  private static final long PAUSE_MILLIS = 2;
  private static final long ALL = Long.MAX_VALUE;
  private static final int NO_THREAD = -1;
  private static final int FORGET_EVERY = 1 << 15; // records

  /**
   * As long as the analysis keeps no more ids, as much may wait for it as the options allow; with
   * twice as many half of it, and so on. What has been collected can be forgotten only when all
   * that waits by then has been analysed, so that more would be kept the more waits.
   */
  private static final long FEW_IDS = 1 << 16;

  /** With so many ids, or twice those of all objects that are not garbage, these are collected. */
  private static final long MANY_IDS = 1 << 20;

  private final Recorder recorder;
  private final BufferSpace space;
  private final LiveOptions options;
  private final Supplier<LiveMerge> merges;
  private LiveMerge merge; // null before it is needed: most recordings need none
  private volatile boolean stopping;
  private EventSink sink; // null before the first round
  private EventPipe pipe; // to it; null as long as records are only counted
  private EventSink locks; // receives acquires and releases; null for nobody
  private EventTranslator translator;
  private CollectedObjects collected;
  private KeptIds kept; // of the translator, once there are several threads
  private long collectAt = MANY_IDS; // kept
  private boolean isAlone = true; // whether all data accesses are of one thread
  private int first = NO_THREAD; // the slot of that thread
  private SpillFile spill;
  private long detailed = ALL; // events whose records are in the file
  private long records;
  private Throwable failure;
  private int forced;
  private final LaterNames names = new LaterNames();

  LiveRecording(
      Recorder recorder, BufferSpace space, LiveOptions options, Supplier<LiveMerge> merges) {
    this.recorder = recorder;
    this.space = space;
    this.options = options;
    this.merges = merges;
  }

  /** Merges in rounds, until the recording ends. */
  @Override
  public void run() {
    try {
      begin();
      while (!stopping) {
        boolean isWorthwhile = space.isWorthwhile();
        boolean hasMerged = (isWorthwhile || space.isEager()) && merge().round(this);
        if (!isWorthwhile || !hasMerged) {
          Thread.sleep(PAUSE_MILLIS);
        }
      }
    } catch (Throwable e) {
      fail(e);
    }
  }

  private void begin() throws IOException {
    while (!merge().look()) {
      Thread.onSpinWait();
    }
    sink = options.analysis().apply(names);
    translator = new EventTranslator(merge().known(), new NoEvents(), true, watch());
    spill = SpillFile.create(options.folder(), options.spill());
    translator.begin();
    collected = new CollectedObjects(recorder.trace(), merge());
  }

  /* Without this, what the analysis keeps would grow with all objects that there have been. */
  private void forget() {
    if (!stopping) {
      collected.search(translator.ids().variables.size(), kept.variables());
    }
    collected
        .merged()
        .ifPresent(
            objects -> {
              kept.forget(objects, pipe.drained());
              merge().forget(objects);
              space.narrow(options.memory() * FEW_IDS / Math.max(FEW_IDS, kept.size()));
              collect(kept.size());
            });
  }

  /* The garbage collector finds out late which of the objects that have survived for a while are
   * garbage, as long as there is room; but what is kept of each takes more than the object. */
  private void collect(long ids) {
    if (ids < collectAt) {
      collectAt = Math.min(collectAt, Math.max(MANY_IDS, 2 * ids));
    } else if (isHalfFull()) {
      System.gc();
      collectAt = 2 * ids;
    }
  }

  private static boolean isHalfFull() {
    Runtime heap = Runtime.getRuntime();
    return heap.totalMemory() - heap.freeMemory() > heap.maxMemory() / 2;
  }

  private EventSink watch() {
    locks = options.locks().apply(location -> translator.ids().isTry(location));
    return locks;
  }

  /* What cannot be analysed must not be taken for free of races: the recording ends with this. */
  private void fail(Throwable cause) {
    failure = cause;
    recorder.truncate();
  }

  @Override
  public boolean record(LogCursor at) {
    if ((++records & FORGET_EVERY - 1) == 0 && !isAlone) {
      forget();
    }
    merge().known().add(at);
    if (isAlone && at.isOfData()) {
      if (first != NO_THREAD && at.slot() != first) {
        catchUp();
      }
      first = at.slot();
    }
    boolean isFull = detailed == ALL && !spill.write(at);
    boolean goesOn = translator.record(at);
    if (isFull) {
      if (isAlone) {
        catchUp();
      }
      detailed = translator.tally().events();
    }
    return goesOn;
  }

  /* The file has all records so far. */
  private void catchUp() {
    isAlone = false;
    pipe = new EventPipe(sink, recorder::truncate);
    translator = new EventTranslator(merge().known(), pipe, false, watch());
    translator.begin();
    kept = new KeptIds(translator);
    try {
      spill.replay(translator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the analysis beside the test, if there is one, and analyses the rest. */
  boolean finish() {
    Thread drainer = space.drainer();
    if (drainer == null) {
      return false;
    }
    stopping = true;
    join(drainer);
    if (failure == null) {
      try {
        forced = merge().finish(this);
        merge().known().end();
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }
    closePipe();
    return true;
  }

  private void closePipe() {
    try {
      if (pipe != null) {
        pipe.close();
      }
    } catch (RuntimeException | Error e) {
      failure = failure == null ? e : failure;
    }
  }

  /* The end of the test must not be taken for that of the analysis, even when it is interrupted. */
  private static void join(Thread drainer) {
    boolean interrupted = false;
    while (drainer.isAlive()) {
      try {
        drainer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether all data accesses are of one thread, so that they were counted only. */
  boolean isAlone() {
    return isAlone;
  }

  /** The sink that has received the events, unless they were only counted. */
  EventSink sink() {
    return sink;
  }

  /** The sink that has received the acquires and releases, or null. */
  EventSink locks() {
    return locks;
  }

  /** Why the analysis has ended before the recording, or null. */
  Throwable failure() {
    return failure;
  }

  private LiveMerge merge() {
    if (merge == null) {
      merge = merges.get();
    }
    return merge;
  }

  @Override
  public Knowledge known() {
    return merge().known();
  }

  /** What the events of the recording were translated by; its ids are those of every replay. */
  EventTranslator translator() {
    return translator;
  }

  /** Why the file of records takes no more, although it is not too large; empty if it does. */
  Optional<IOException> unwritten() {
    return spill == null ? Optional.empty() : spill.problem();
  }

  /** How many edges the merge had to drop. */
  int forced() {
    return forced;
  }

  /** How many events have records in the file, if it has become too large. */
  long detailed() {
    return detailed;
  }

  @Override
  public boolean areAll() {
    return detailed >= translator.tally().events();
  }

  /** The names of the ids, to be set when the recording has ended. */
  LaterNames names() {
    return names;
  }

  @Override
  public int send(RecordSink to) {
    try {
      spill.replay(to);
      return forced;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (spill != null) {
      try {
        spill.close();
      } catch (IOException e) {
        // What was found counts; the folder of the file is removed when the run ends, and says so.
        return;
      }
    }
  }
}
