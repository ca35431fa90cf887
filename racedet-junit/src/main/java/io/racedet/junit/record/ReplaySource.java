package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.ObjectNames;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.RawTrace;

/**
 * The records of a recording, to be replayed, and the names of what is in them. Not thread-safe.
 */
final class ReplaySource {
  final RawTrace raw;
  final SiteCatalog catalog;
  final ThreadNames threadNames;
  final ObjectNames objectNames;
  final Records records;

  ReplaySource(RawTrace raw, SiteCatalog catalog, Records records) {
    this.raw = raw;
    this.catalog = catalog;
    this.records = records;
    threadNames = new ThreadNames(raw.threads());
    objectNames = new ObjectNames(raw);
  }

  int threads() {
    return raw.threads().size();
  }

  /** Makes events of records; acquires and releases alone also for another sink, or null. */
  EventTranslator translator(EventSink sink, EventSink ofLocks) {
    return new EventTranslator(records.known(), sink, false, ofLocks);
  }

  TraceNames names(TraceIds ids) {
    return new TraceNames(
        raw, catalog, records.known().classInits(), threadNames, objectNames, ids);
  }

  /**
   * Sends the records to a sink, which passes them on to a translator, and returns how often the
   * order had to be forced.
   */
  int run(EventTranslator translator, RecordSink sink) {
    translator.begin();
    return records.send(sink);
  }

  void close() {
    records.close();
    raw.close();
  }
}
