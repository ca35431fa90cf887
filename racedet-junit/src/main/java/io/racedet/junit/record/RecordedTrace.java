package io.racedet.junit.record;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.junit.record.detail.DetailPass;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.junit.record.merge.MergePlan;
import io.racedet.junit.record.merge.ObjectNames;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.merge.TraceIds;
import io.racedet.junit.record.merge.TraceMerge;
import io.racedet.junit.record.merge.TraceNames;
import io.racedet.junit.record.merge.TraceTally;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.race.AccessIds;
import io.racedet.report.ReportedVariable;
import io.racedet.runtime.RawTrace;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * One recorded execution as a well-formed trace. Every replay sends the same events with the same
 * ids. Not thread-safe.
 *
 * <p>Its memory goes to the next recordings when it is closed; nothing may be asked of it after.
 */
public final class RecordedTrace implements AutoCloseable {
  private static final EventSink NOWHERE = (op, thread, operand, location) -> {};

  private final RawTrace raw;
  private final SiteCatalog catalog;
  private final Predicate<String> scope;
  private final ThreadNames threadNames;
  private final ObjectNames objectNames;
  private MergePlan plan;
  private TraceTally tally;
  private TraceNames names;
  private TraceIds ids;
  private int forced;
  private int replays;

  RecordedTrace(RawTrace raw, SiteCatalog catalog, Predicate<String> scope) {
    this.raw = raw;
    this.catalog = catalog;
    this.scope = scope;
    this.threadNames = new ThreadNames(raw.threads());
    this.objectNames = new ObjectNames(raw);
  }

  /**
   * Sends all events in their order.
   *
   * @param sink takes them
   */
  public void replay(EventSink sink) {
    EventTranslator translator = translator(sink);
    ids = translator.ids();
    names = names(ids);
    forced = run(translator, translator);
    tally = translator.tally();
  }

  private int run(EventTranslator translator, RecordSink sink) {
    replays++;
    translator.begin();
    return TraceMerge.run(plan(), sink);
  }

  /**
   * Writes all events to a trace file, in place of one there may be. As {@code .slp} they become a
   * grammar while they come: the trace as a whole is never made. Different variables may have one
   * name, which the formats {@code rdt} and {@code slp} keep apart and text does not.
   *
   * @param file the file; its extension says which format
   * @throws IllegalArgumentException when the extension is that of no format, or a name cannot be
   *     written
   * @throws IOException when the file cannot be written
   */
  public void save(Path file) throws IOException {
    try (TraceWriter writer = TraceFile.create(file, null, names())) {
      TraceOutput output = new TraceOutput(writer);
      replay(output);
      output.writeBlock();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Keeps the events of a replay that is to come, to be written to a file after it.
   *
   * @return takes the events
   */
  public EventCopy copy() {
    return new EventCopy(Math.toIntExact(events()), names());
  }

  private EventTranslator translator(EventSink sink) {
    return new EventTranslator(plan(), catalog, scope, sink);
  }

  private TraceNames names(TraceIds ids) {
    return new TraceNames(raw, catalog, plan().classInits(), threadNames, objectNames, ids);
  }

  private MergePlan plan() {
    if (plan == null) {
      plan = new MergePlan(raw, catalog);
    }
    return plan;
  }

  private TraceTally tally() {
    if (tally == null) {
      replay(NOWHERE);
    }
    return tally;
  }

  /**
   * How many events a replay sends.
   *
   * @return the number
   */
  public long events() {
    return tally().events();
  }

  /**
   * How many of the events are accesses in the scope, those to volatile and atomic variables
   * included.
   *
   * @return the number
   */
  public long accesses() {
    return tally().accesses();
  }

  /**
   * Whether the recording was full before it was stopped.
   *
   * @return true when the end of the execution is missing
   */
  public boolean truncated() {
    return raw.truncated();
  }

  /**
   * Whether the order of some events may differ from what has happened, or some were added or left
   * out to keep the trace well-formed.
   *
   * @return false for what every ordinary test gives
   */
  public boolean damaged() {
    return !damage().isEmpty();
  }

  /**
   * Says what {@link #damaged} means in this trace.
   *
   * @return what has become of which events; empty when it is not damaged
   */
  public String damage() {
    List<String> found = new ArrayList<>();
    if (raw.damaged()) {
      found.add("a thread did not go on for seconds in the middle of an access");
    }
    if (tally().repairs() > 0) {
      found.add(tally().repairs() + " lock operations did not fit those before them");
    }
    if (forced > 0) {
      found.add(forced + " times no event could come next");
    }
    return String.join("; ", found);
  }

  /**
   * Whether two threads were at the two places of the target at the same time, about to access the
   * same variable.
   *
   * @return false without a target
   */
  public boolean caught() {
    return raw.caught();
  }

  /**
   * How many threads have an event.
   *
   * @return the number, threads of the virtual machine included
   */
  public int threads() {
    return tally().threads();
  }

  /**
   * How many threads have such an access.
   *
   * @return the number
   */
  public int accessingThreads() {
    return tally().accessingThreads();
  }

  /**
   * The variables that more than one thread accesses.
   *
   * @return their names
   */
  public Set<String> variablesSharedByTwoThreads() {
    TraceTally counted = tally();
    Set<String> shared = new TreeSet<>();
    for (int variable = 0; variable < counted.variables(); variable++) {
      if (counted.isShared(variable)) {
        shared.add(names.name(Operand.VARIABLE, variable));
      }
    }
    return shared;
  }

  /**
   * The instructions that the events come from.
   *
   * @return the ids of their sites
   */
  public BitSet sites() {
    tally();
    BitSet sites = new BitSet();
    for (int location = 0; location < ids.locations(); location++) {
      sites.set(ids.site(location));
    }
    return sites;
  }

  /**
   * Names of the ids that a replay uses; also while it is under way.
   *
   * @return the names
   */
  public Names names() {
    return new Names() {
      @Override
      public String name(Operand space, int id) {
        return names.name(space, id);
      }

      @Override
      public String location(int location) {
        return names.location(location);
      }
    };
  }

  /**
   * The variable of an id, as a report has it.
   *
   * @param id an id of a variable, as a replay has sent it
   * @return its class is the one that declares it, empty when it is no field
   */
  public ReportedVariable variable(int id) {
    return new ReportedVariable(
        names.variableKey(id), names.name(Operand.VARIABLE, id), names.declaringClass(id));
  }

  /**
   * Why races on a variable are accepted.
   *
   * @param variable its id, as a replay has sent it
   * @return empty when they are not
   */
  public Optional<String> accepted(int variable) {
    return names.accepted(variable);
  }

  /**
   * The instruction at a location.
   *
   * @param location its id, as a replay has sent it
   * @return empty when the location is not known
   */
  public Optional<Site> site(int location) {
    return location == EventSink.NO_LOCATION
        ? Optional.empty()
        : Optional.of(catalog.site(ids.site(location)));
  }

  /**
   * The index of an element of an array.
   *
   * @param variable its id, as a replay has sent it
   * @return negative for other variables
   */
  public int element(int variable) {
    return names.indexOf(variable);
  }

  /**
   * The index of a thread among those of the recording.
   *
   * @param thread its id, as a replay has sent it
   * @return its slot
   */
  public int slot(int thread) {
    return ids.slot(thread);
  }

  /**
   * What a report says of some accesses; takes a replay.
   *
   * @param accesses their ids, as a replay has sent them
   * @param sink gets the events of the replay, too
   * @return what was seen of these accesses
   */
  public DetailPass details(List<AccessIds> accesses, EventSink sink) {
    tally(); // without a replay before, the ids mean nothing
    DetailPass pass = new DetailPass(catalog, threadNames, plan().threads(), accesses, ids, sink);
    EventTranslator translator = translator(pass);
    pass.follow(translator, names(translator.ids()));
    run(translator, pass);
    return pass;
  }

  /**
   * How often the events have been sent, each time at about the cost of recording them.
   *
   * @return the number
   */
  public int replays() {
    return replays;
  }

  @Override
  public void close() {
    raw.close();
  }
}
