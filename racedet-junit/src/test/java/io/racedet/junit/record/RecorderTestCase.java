package io.racedet.junit.record;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Plan;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.schedule.Schedule;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Calls of the hooks while a recorder runs, and what its raw trace has then. */
@Timeout(300)
abstract class RecorderTestCase {
  static final long PLENTY = 1_000_000;

  static final int FIELD = 3;
  static final int SITE = 5;

  final Object shared = new Object();
  Recorder recorder;

  Recorder start(long maxEvents) {
    recorder = Recorder.start(new Plan(Schedule.NONE, 1, maxEvents));
    return recorder;
  }

  @AfterEach
  void stop() {
    if (recorder != null) {
      recorder.stop().close();
    }
  }

  void access(Object owner) {
    DataHooks.after(DataHooks.field(owner, FIELD, SITE, null));
  }

  static int records(RawTrace trace, int slot, int kind) {
    LogCursor at = new LogCursor(trace.threads().get(slot), slot);
    int count = 0;
    while (at.next()) {
      count += at.kind() == kind ? 1 : 0;
    }
    return count;
  }

  static int slotOf(RawTrace trace, String name) {
    for (int slot = 0; slot < trace.threads().size(); slot++) {
      if (trace.threads().get(slot).name().equals(name)) {
        return slot;
      }
    }
    throw new AssertionError(name + " is not in the trace");
  }

  static void runAll(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  void accessTimes(int times) {
    for (int i = 0; i < times; i++) {
      access(shared);
    }
  }

  static CatalogBuilder catalogOfSite() {
    CatalogBuilder catalog = new CatalogBuilder();
    int method = catalog.method("work");
    for (int field = 0; field <= FIELD; field++) {
      catalog.field("field" + field);
    }
    for (int site = 0; site <= SITE; site++) {
      catalog.site(SiteKind.WRITE, method, site);
    }
    return catalog;
  }
}
