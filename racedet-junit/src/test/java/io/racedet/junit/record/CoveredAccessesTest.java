package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.MonitorHooks;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which accesses of instructions in the scope a recording has, and which it leaves out. */
class CoveredAccessesTest {
  private static final int SITES = 400;
  private static final int STEPS = 20_000;

  private final CatalogBuilder catalog = new CatalogBuilder();
  private final int method = catalog.method("work");
  private final int field = catalog.field("value");
  private final int count = catalog.field(CatalogBuilder.CLASS, "count", true);
  private final List<Integer> reads = new ArrayList<>();
  private final List<Integer> writes = new ArrayList<>();
  private final Object monitor = new Object();
  private final Object[] objects = new Object[200];
  private final int[] array = new int[200];
  private Recording recording;

  CoveredAccessesTest() {
    for (int i = 0; i < SITES; i++) {
      reads.add(catalog.site(SiteKind.READ, method, i));
      writes.add(catalog.site(SiteKind.WRITE, method, i));
    }
    for (int i = 0; i < objects.length; i++) {
      objects[i] = new Object();
    }
  }

  @AfterEach
  void stop() {
    recording.stop().close();
  }

  private ScopedSites start(int known) {
    ScopedSites sites = new ScopedSites(catalog, any -> true);
    sites.begin(known);
    recording =
        Recording.start(
            catalog, new RecordingOptions(Schedule.NONE, 1, 1_000_000, any -> true).without(sites));
    return sites;
  }

  /** An event of the recording. */
  private record Event(Op op, int line) {}

  private List<Event> events() {
    List<Event> events = new ArrayList<>();
    RecordedTrace trace = recording.stop();
    EventSink sink =
        (op, thread, operand, location) ->
            events.add(new Event(op, trace.site(location).map(Site::line).orElse(-1)));
    trace.replay(sink);
    assertThat(trace.damaged()).isFalse();
    return events;
  }

  private void access(int variable, int site) {
    if (variable == 0) {
      DataHooks.after(DataHooks.staticField(count, site, null));
    } else if (variable % 2 == 0) {
      DataHooks.after(DataHooks.field(objects[variable / 2 % objects.length], field, site, null));
    } else {
      DataHooks.after(DataHooks.array(array, variable / 2 % array.length, site, null));
    }
  }

  private void sync() {
    MonitorHooks.monitorEntered(monitor, reads.get(0));
    MonitorHooks.monitorExiting(monitor, reads.get(0));
  }

  @Test
  void loop_isRecordedOnce() {
    start(2 * SITES);
    for (int i = 0; i < 1_000; i++) {
      access(2, reads.get(0));
      access(2, writes.get(0));
    }
    access(4, reads.get(1));
    assertThat(events())
        .extracting(Event::op)
        .containsExactly(Op.READ, Op.WRITE, Op.AGAIN, Op.READ);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void accessThatCoversOnesWithoutHooks_isFollowedByAgain_atOnce(int variable) {
    int read = catalog.site(SiteKind.READ, method, SITES, true);
    int write = catalog.site(SiteKind.WRITE, method, SITES, true);
    start(2 * SITES + 2);
    for (int i = 0; i < 2; i++) {
      access(variable, read);
      access(variable, read);
      access(variable, write);
      access(variable, read);
      sync();
    }
    assertThat(dataOps())
        .containsExactly(
            Op.READ, Op.AGAIN, Op.WRITE, Op.AGAIN, Op.READ, Op.AGAIN, Op.WRITE, Op.AGAIN);
  }

  @Test
  void accessThatCoversOnesWithoutHooks_andIsCoveredItself_isTheAgainOfAll() {
    int read = catalog.site(SiteKind.READ, method, SITES, true);
    start(2 * SITES + 1);
    access(2, reads.get(0));
    access(2, read);
    access(2, read);
    sync();
    assertThat(dataOps()).containsExactly(Op.READ, Op.AGAIN);
  }

  private List<Op> dataOps() {
    return events().stream()
        .map(Event::op)
        .filter(op -> op == Op.READ || op == Op.WRITE || op == Op.AGAIN)
        .toList();
  }

  @Test
  void syncRecord_endsTheSpan() {
    start(2 * SITES);
    for (int i = 0; i < 3; i++) {
      access(2, reads.get(0));
      sync();
    }
    assertThat(events()).extracting(Event::op).filteredOn(Op.READ::equals).hasSize(3);
  }

  @Test
  void unknownInstructions_areRecordedAlways_andCoverNothing() {
    start(0);
    for (int i = 0; i < 5; i++) {
      access(2, writes.get(0));
    }
    assertThat(events()).extracting(Event::op).containsOnly(Op.WRITE).hasSize(5);
  }

  @Test
  void instructions_ofWhichAnAccessIsLeftOut_areKnown() {
    ScopedSites sites = start(2 * SITES);
    access(2, writes.get(0));
    access(2, reads.get(7));
    access(4, reads.get(8));
    assertThat(sites.leftOut().stream()).containsExactly(reads.get(7));
  }

  /** Each access is recorded, or covered by one that is; and each one recorded was made. */
  @ParameterizedTest
  @CsvSource({"2, 60", "3, 10", "6, 60", "30, 300", "300, 5000"})
  void accesses_thatAreLeftOut_areCovered(int variables, int span) {
    start(2 * SITES);
    SpanLog made = new SpanLog();
    Random random = new Random(variables);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(span) == 0) {
        sync();
        made.next();
      } else {
        int variable = random.nextInt(variables);
        boolean write = random.nextInt(3) == 0;
        access(variable, (write ? writes : reads).get(i % SITES));
        made.access(name(made, variable), write, i % SITES);
      }
    }
    sync(); // what no record of the thread follows is not in the trace
    made.next();
    SpanLog recorded = SpanLog.of(recording.stop());
    recorded.assertReducedFrom(made);
    assertThat(recorded.size()).isLessThan(made.size() - STEPS / 20);
  }

  private String name(SpanLog made, int variable) {
    if (variable == 0) {
      return "count";
    }
    int number = variable / 2;
    return variable % 2 == 0
        ? made.field(objects[number % objects.length])
        : SpanLog.element(number % array.length);
  }

  @Test
  void variables_areThoseOfTheCoveringAccesses() {
    start(2 * SITES);
    RecordedTrace trace;
    for (int i = 0; i < 2; i++) {
      for (int variable : new int[] {1, 2, 3, 4}) {
        access(variable, reads.get(variable));
      }
    }
    sync();
    trace = recording.stop();
    List<String> names = new ArrayList<>();
    trace.replay(
        (op, thread, operand, location) ->
            names.add(op + " " + trace.names().name(op.operand(), operand)));
    assertThat(names.subList(4, 8))
        .isEqualTo(names.subList(0, 4).stream().map(n -> n.replace("READ", "AGAIN")).toList());
  }
}
