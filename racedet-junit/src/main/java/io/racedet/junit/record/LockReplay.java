package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.junit.record.detail.PendingWaits;
import io.racedet.junit.record.detail.RequestPass;
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
import java.util.List;

/**
 * A recorded execution as a trace for dead-locks: locks with stamps are locks in it. Its ids are
 * not those of {@link RecordedTrace}. Not thread-safe.
 */
public final class LockReplay {
  private final RawTrace raw;
  private final SiteCatalog catalog;
  private final MergePlan plan;
  private final ThreadNames threadNames;
  private final ObjectNames objectNames;
  private final LiveRecording live; // null unless it was analysed beside the test
  private final LaterNames names = new LaterNames();
  private TraceIds ids;

  LockReplay(
      RawTrace raw,
      SiteCatalog catalog,
      MergePlan plan,
      ThreadNames threadNames,
      ObjectNames objectNames,
      LiveRecording live) {
    this.raw = raw;
    this.catalog = catalog;
    this.plan = plan;
    this.threadNames = threadNames;
    this.objectNames = objectNames;
    this.live = live;
  }

  /**
   * Names of the ids of the last replay, also during it.
   *
   * @return the names
   */
  public Names names() {
    return names;
  }

  /** Whether acquires at a location are tries, which do not wait; of the last replay. */
  public boolean isTry(int location) {
    return ids.isTry(location);
  }

  /**
   * Sends the events in order; each replay sends the same ones.
   *
   * @param sink receives them
   * @param most about how many it receives at most, from the first one on
   * @return whether these are all
   */
  public boolean replay(EventSink sink, long most) {
    EventTranslator translator = translator(sink);
    boolean[] isCut = new boolean[1];
    run(
        translator,
        at -> {
          isCut[0] = translator.tally().events() >= most;
          return !isCut[0] && translator.record(at);
        });
    return !isCut[0] && (live == null || live.isDetailed());
  }

  /**
   * Collects the details of some requests for locks.
   *
   * @param indices the indices of their acquires
   * @return the details
   */
  public RequestPass details(long... indices) {
    RequestPass pass = new RequestPass(catalog, threadNames, raw.threads().size(), indices);
    EventTranslator translator = translator(pass);
    pass.follow(translator, namesOf(translator.ids()));
    run(translator, pass);
    return pass;
  }

  /**
   * Describes what threads wait for at the end of the recording, of a test that hangs.
   *
   * @return lines, as of {@link PendingWaits#lines}
   */
  public List<String> waits() {
    PendingWaits waits = new PendingWaits(catalog, threadNames, objectNames);
    run(translator(new NoEvents()), waits);
    return waits.lines();
  }

  private EventTranslator translator(EventSink sink) {
    EventTranslator translator = new EventTranslator(plan, catalog, sink, false, sink);
    ids = translator.ids();
    names.set(namesOf(ids));
    return translator;
  }

  private TraceNames namesOf(TraceIds known) {
    return new TraceNames(raw, catalog, plan.classInits(), threadNames, objectNames, known);
  }

  private void run(EventTranslator translator, RecordSink sink) {
    translator.begin();
    if (live != null) {
      live.replay(sink);
    } else {
      TraceMerge.run(plan, sink);
    }
  }
}
