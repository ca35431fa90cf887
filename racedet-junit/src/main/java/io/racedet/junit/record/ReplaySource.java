package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.MergePlan;
import io.racedet.junit.record.merge.ObjectNames;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceMerge;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawTrace;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.function.Predicate;

/**
 * The records of a recording, to be replayed, and the names of what is in them. Not thread-safe.
 */
final class ReplaySource {
  final RawTrace raw;
  final SiteCatalog catalog;
  final ThreadNames threadNames;
  final ObjectNames objectNames;
  final LiveRecording live; // null unless it was analysed beside the test
  private final Predicate<String> scope;
  private final IntSet leftover;
  private MergePlan plan;

  /**
   * @param leftover the slots of threads that an earlier repetition of the test has started
   * @param live null unless the recording was analysed beside the test
   */
  ReplaySource(
      RawTrace raw,
      SiteCatalog catalog,
      Predicate<String> scope,
      IntSet leftover,
      LiveRecording live) {
    this.raw = raw;
    this.catalog = catalog;
    this.scope = scope;
    this.leftover = leftover;
    this.live = live;
    threadNames = new ThreadNames(raw.threads());
    objectNames = new ObjectNames(raw);
    plan = live == null ? null : live.plan();
  }

  MergePlan plan() {
    if (plan == null) {
      plan = new MergePlan(raw, catalog, scope, leftover);
    }
    return plan;
  }

  int threads() {
    return raw.threads().size();
  }

  /** Makes events of records; acquires and releases alone also for another sink, or null. */
  EventTranslator translator(EventSink sink, EventSink ofLocks) {
    return new EventTranslator(plan(), catalog, sink, false, ofLocks);
  }

  TraceNames names(TraceIds ids) {
    return new TraceNames(raw, catalog, plan().classInits(), threadNames, objectNames, ids);
  }

  /**
   * Sends the records to a sink, which passes them on to a translator.
   *
   * @return how often the order had to be forced
   */
  int run(EventTranslator translator, RecordSink sink) {
    translator.begin();
    if (live != null) {
      live.replay(sink);
      return live.forced();
    }
    return TraceMerge.run(plan(), sink);
  }

  void close() {
    if (live != null) {
      live.close();
    }
    raw.close();
  }
}
