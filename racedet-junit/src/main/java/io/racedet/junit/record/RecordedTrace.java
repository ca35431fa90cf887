package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.detail.DetailPass;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.merge.TraceTally;
import io.racedet.junit.record.merge.Whole;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.race.AccessIds;
import io.racedet.report.ReportedVariable;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * One recorded execution as a well-formed trace. Every replay sends the same events with the same
 * ids. Not thread-safe.
 *
 * <p>When it is closed, its memory is reused by later recordings; it must not be used afterwards.
 */
public final class RecordedTrace implements AutoCloseable {
  private final ReplaySource source;
  private final RawTrace raw;
  private final SiteCatalog catalog;
  private final Optional<LiveRecording> live; // empty unless it was analysed beside the test
  private final boolean hasIds; // whether the analysis has determined them
  private final boolean hasTally;
  private final boolean isEmpty;
  private final long detailed; // the events whose records are kept
  private TraceTally tally;
  private final LaterNames laterNames;
  private TraceIds ids;
  private int forced;
  private int replays;

  /* Of all events. */
  RecordedTrace(RawTrace raw, SiteCatalog catalog, Predicate<String> scope, IntSet leftover) {
    this(raw, catalog, scope, leftover, false);
  }

  /* The slots are those of threads that an earlier repetition of the test has started. */
  RecordedTrace(
      RawTrace raw,
      SiteCatalog catalog,
      Predicate<String> scope,
      IntSet leftover,
      boolean leavesOut) {
    source =
        new ReplaySource(
            raw,
            catalog,
            new Records.Merged(() -> new Whole(raw, catalog, scope, leftover, leavesOut)));
    this.raw = raw;
    this.catalog = catalog;
    live = Optional.empty();
    hasIds = false;
    hasTally = false;
    detailed = Long.MAX_VALUE;
    laterNames = new LaterNames();
    isEmpty = raw.isEmpty();
    tally = isEmpty ? new TraceTally() : null;
  }

  /* Of a recording that was analysed beside the test. */
  RecordedTrace(RawTrace raw, SiteCatalog catalog, LiveRecording live) {
    source = new ReplaySource(raw, catalog, live);
    this.raw = raw;
    this.catalog = catalog;
    this.live = Optional.of(live);
    hasIds = !live.isAlone();
    hasTally = live.translator() != null;
    detailed = live.detailed();
    laterNames = live.names();
    isEmpty = false;
    forced = live.forced();
    if (hasTally) {
      ids = live.translator().ids();
      tally = live.translator().tally();
      name(ids);
    }
  }

  /** The sink that has received all events beside the test; empty if no event was sent yet. */
  public Optional<EventSink> analysedBy() {
    return live.map(LiveRecording::sink);
  }

  /** Why the analysis beside the test has ended before the recording; empty if it has not. */
  public Optional<Throwable> failure() {
    return live.map(LiveRecording::failure);
  }

  /** Why the file of records has not all of them, although it is not too large; mostly empty. */
  public Optional<IOException> unwritten() {
    return live.flatMap(LiveRecording::unwritten);
  }

  /** Whether nothing was recorded, and there is no event. */
  public boolean isEmpty() {
    return isEmpty;
  }

  /** About how many events can be in a race: none if one thread makes all data accesses. */
  public long comparable() {
    return isEmpty ? 0 : source.records.known().comparable();
  }

  /** How many events a replay sends: fewer than there are if the file of records is too large. */
  public long replayedEvents() {
    return Math.min(detailed, events());
  }

  /** Sends all events in order, as many as {@link #replayedEvents}. */
  public void replay(EventSink sink) {
    replay(source.translator(sink, null));
  }

  /**
   * Sends all events in order, and besides acquires and releases alone to another sink or null,
   * also those of locks with stamps, which are no events.
   */
  public void replay(EventSink sink, EventSink ofLocks) {
    replay(source.translator(sink, ofLocks));
  }

  /** Whether acquires at a location are tries, which do not wait; for the sink of locks alone. */
  public boolean isTry(int location) {
    return ids.isTry(location);
  }

  /** The sink that has received acquires and releases beside the test; empty if there is none. */
  public Optional<EventSink> watchedBy() {
    return live.map(LiveRecording::locks);
  }

  /** Prepares replays for deadlocks. */
  public LockReplay locks() {
    return new LockReplay(source);
  }

  private void replay(EventTranslator translator) {
    if (!hasIds) {
      ids = translator.ids();
      name(ids);
    }
    forced = run(translator, translator);
    tally = hasTally ? tally : translator.tally();
  }

  /**
   * Sends the events up to the end of the last part, which is not behind {@link #replayedEvents}.
   */
  public void replay(TraceParts parts) {
    EventTranslator translator = source.translator(parts, null);
    run(translator, at -> translator.record(at) && !parts.isOver());
  }

  private int run(EventTranslator translator, RecordSink sink) {
    replays++;
    laterNames.begin(source.names(translator.ids()));
    try {
      return source.run(translator, sink);
    } finally {
      laterNames.end(translator.tally().events());
    }
  }

  /**
   * Writes all events to a trace file, replacing an existing one. Different variables may have the
   * same name; the formats {@code rdt} and {@code slp} distinguish them, the text format does not.
   *
   * @param file the file; its extension determines the format
   * @throws IllegalArgumentException if the extension is not that of a format, or a name cannot be
   *     written
   * @throws IOException if the file cannot be written
   */
  public void save(Path file) throws IOException {
    TraceOutput.write(file, names(), this::replay);
  }

  /** Creates an empty buffer for the events of a later replay, to be written to a file after it. */
  public EventCopy copy() {
    return new EventCopy(names());
  }

  private void name(TraceIds known) {
    laterNames.set(source.names(known));
  }

  private TraceTally tally() {
    if (tally == null) {
      boolean isAlone = comparable() == 0;
      replay(new EventTranslator(source.records.known(), new NoEvents(), isAlone, null));
    }
    return tally;
  }

  /** How many events a replay sends. */
  public long events() {
    return tally().events();
  }

  /** How many accesses became no events, as one thread alone uses their objects. */
  public long leftOut() {
    return tally().leftOut();
  }

  /**
   * How many accesses in the scope there were, those to volatile and atomic ones included: events,
   * and those that were not recorded since one thread alone could act.
   */
  public long accesses() {
    return tally().accesses() + raw.accessesAlone();
  }

  /**
   * The thread that has acted although nothing was seen to wake it, so that accesses of another one
   * may be missing; empty if there is none.
   */
  public Optional<Thread> unexpected() {
    return Optional.ofNullable(raw.unexpected());
  }

  /** Whether one thread alone could act, up to the end. */
  public boolean isSolo() {
    return raw.isSolo();
  }

  /** Whether the recording reached its limit of events, so that its end is missing. */
  public boolean truncated() {
    return raw.truncated();
  }

  /** Whether the order of events may differ from the actual one, or some were added or left out. */
  public boolean damaged() {
    return !damage().isEmpty();
  }

  /** The kinds of damage of this trace; empty if there is none. */
  public String damage() {
    return Damage.text(raw.damaged(), tally().repairs(), forced);
  }

  /** The first deadlock of the recording that really came. */
  public Optional<ObservedDeadlock> deadlock() {
    return Optional.ofNullable(raw.deadlock())
        .map(found -> new ObservedDeadlock(found, catalog, source.threadNames, source.objectNames));
  }

  /** Whether two threads were held at the two locations of the target at the same time. */
  public boolean confirmed() {
    return raw.caught();
  }

  /** How many threads have events, threads of the virtual machine included. */
  public int threads() {
    return tally().threads();
  }

  /** How many threads have accesses in the scope. */
  public int accessingThreads() {
    return raw.slotAlone() < 0
        ? tally().accessingThreads()
        : tally().accessingThreads(raw.slotAlone());
  }

  /** The instructions that caused the events, and those that are told of. */
  public BitSet sites() {
    tally();
    BitSet sites = new BitSet();
    IntStream.range(0, isEmpty ? 0 : ids.locations())
        .flatMap(location -> IntStream.of(ids.site(location), ids.toldSite(location)))
        .filter(site -> site != Layout.NONE)
        .forEach(sites::set);
    return sites;
  }

  /** Names of the ids that a replay uses; valid during a replay, too. */
  public Names names() {
    return laterNames;
  }

  /** The variable of an id, for a report: a field with the class that declares it. */
  public ReportedVariable variable(int id) {
    TraceNames of = laterNames.of(Operand.VARIABLE, id);
    return new ReportedVariable(
        of.variableKey(id), of.name(Operand.VARIABLE, id), of.declaringClass(id));
  }

  /** Why races on a variable are accepted; empty if they are not. */
  public Optional<String> accepted(int variable) {
    return laterNames.of(Operand.VARIABLE, variable).accepted(variable);
  }

  /** The instruction at a location, if it is known. */
  public Optional<Site> site(int location) {
    return location == EventSink.NO_LOCATION ? Optional.empty() : known(ids.site(location));
  }

  /** The instruction to tell of, if it is known: the call of an accessor in place of its own. */
  public Optional<Site> toldSite(int location) {
    return location == EventSink.NO_LOCATION ? Optional.empty() : known(ids.toldSite(location));
  }

  private Optional<Site> known(int site) {
    return site == Layout.NONE ? Optional.empty() : Optional.of(catalog.site(site));
  }

  /** The hash of the instruction at a location, see {@link Site#stableHash}; also in a replay. */
  public int siteHash(int location) {
    return catalog.site(ids.site(location)).stableHash();
  }

  /** Whether the instruction at a location covers accesses of others, which have no hooks. */
  public boolean covers(int location) {
    return catalog.site(ids.site(location)).covers();
  }

  /** Whether several threads have come to a hook. */
  public boolean hasThreads() {
    return raw.threads().size() > 1;
  }

  /** The index of an element of an array. */
  public int element(int variable) {
    return laterNames.of(Operand.VARIABLE, variable).indexOf(variable);
  }

  /** The index of a thread among those of the recording. */
  public int slot(int thread) {
    return ids.slot(thread);
  }

  /**
   * Collects the details of some accesses in another replay.
   *
   * @param sink also receives the events of the replay
   * @param isEnough whether the sink needs no more events; asked after some of them
   */
  public DetailPass details(List<AccessIds> accesses, EventSink sink, BooleanSupplier isEnough) {
    tally(); // the ids are those of an earlier replay
    DetailPass pass =
        new DetailPass(
            catalog,
            source.threadNames,
            source.threads(),
            accesses,
            variable -> laterNames.of(Operand.VARIABLE, variable).object(variable),
            this::slot,
            sink,
            isEnough);
    EventTranslator translator = source.translator(pass, null);
    pass.follow(translator, source.names(translator.ids()));
    run(translator, pass);
    return pass;
  }

  /** How many replays there were; each costs about as much as the recording. */
  public int replays() {
    return replays;
  }

  @Override
  public void close() {
    source.close();
  }
}
