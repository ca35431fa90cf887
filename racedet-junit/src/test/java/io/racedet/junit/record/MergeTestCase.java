package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.Aspects;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.List;

/** Logs made by hand, and the trace that their records merge into. */
abstract class MergeTestCase {
  static final long OBJECT = 77;

  final CatalogBuilder catalog = new CatalogBuilder();
  final int method = catalog.method("run");
  final int read = catalog.site(SiteKind.READ, method, 1);
  final int write = catalog.site(SiteKind.WRITE, method, 2);
  final int other = catalog.site(SiteKind.OTHER, method, 3);
  final int x = catalog.field("x");
  final int y = catalog.field("y");

  RecordedTrace trace(LogBuilder... logs) {
    return new RecordedTrace(LogBuilder.trace(logs), catalog, name -> true, IntSet.of());
  }

  List<String> merge(LogBuilder... logs) {
    RecordedTrace trace = trace(logs);
    List<String> events = EventLog.of(trace);
    assertThat(trace.damaged()).isFalse();
    assertThat(trace.events()).isEqualTo(events.size());
    return events;
  }

  LogBuilder lock(LogBuilder log, int op, long seq) {
    return log.sync(op, Aspects.MONITOR, other, OBJECT, seq, 0);
  }
}
