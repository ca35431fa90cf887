package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.junit.Schedule;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.log.ChunkPool;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is analysed beside a test forgets the objects that have been collected. */
@Timeout(300)
class CollectedObjectsTest {
  private static final int FIELD = 3;
  private static final int SITE = 5;
  private static final int OBJECTS = 20_000; // more than are waited for
  private static final int NAMED = 1_000; // every so many ids

  @TempDir Path folder;

  private final Forgetting sink = new Forgetting();

  /** Checks that nothing comes of what was forgotten. */
  private static final class Forgetting implements EventSink {
    private final Map<Operand, Set<Integer>> forgotten = new EnumMap<>(Operand.class);
    private final Map<Operand, Set<Integer>> used = new EnumMap<>(Operand.class);
    private final List<String> wrong = new ArrayList<>();
    private final EventHash hash = new EventHash();
    private int events;

    @Override
    public synchronized void event(Op op, int thread, int operand, int location) {
      events++;
      hash.event(op, thread, operand, location);
      if (forgotten.computeIfAbsent(op.operand(), unseen -> new HashSet<>()).contains(operand)) {
        wrong.add(op + " " + operand);
      }
      used.computeIfAbsent(op.operand(), unseen -> new HashSet<>()).add(operand);
    }

    @Override
    public synchronized void forget(Operand space, int id) {
      if (!used.getOrDefault(space, Set.of()).contains(id)) {
        wrong.add("not used: " + space + " " + id);
      }
      if (!forgotten.computeIfAbsent(space, unseen -> new HashSet<>()).add(id)) {
        wrong.add("twice: " + space + " " + id);
      }
    }

    @Override
    public boolean refersTo(Operand space, int id) {
      return id % NAMED == 0;
    }

    synchronized int forgotten(Operand space) {
      return forgotten.getOrDefault(space, Set.of()).size();
    }
  }

  private Recording start() {
    return Recording.start(
        RecorderTestCase.catalogOfSite(),
        new RecordingOptions(Schedule.NONE, 1, Long.MAX_VALUE, name -> true),
        new LiveOptions(6L * ChunkPool.FULL, 0, 1 << 30, folder, names -> sink),
        new StartedThreads());
  }

  private static void use(Object object) {
    MonitorHooks.monitorEntered(object, SITE);
    DataHooks.after(DataHooks.field(object, FIELD, SITE, null));
    MonitorHooks.monitorExiting(object, SITE);
  }

  private static void useOthers(Object shared) {
    for (int i = 0; i < OBJECTS; i++) {
      use(new Object());
    }
    use(shared);
  }

  private static void collect() throws InterruptedException {
    WeakReference<Object> reference = new WeakReference<>(new Object());
    while (!reference.refersTo(null)) {
      System.gc();
      Thread.sleep(5);
    }
  }

  @Test
  void idsOfCollectedObjects_areForgotten_andHaveNoOtherEvent() throws Exception {
    List<Object> shared = List.of(new Object(), new Object());
    Recording recording = start();
    RecorderTestCase.runAll(
        List.of(
            new Thread(() -> useOthers(shared.get(0))),
            new Thread(() -> useOthers(shared.get(1)))));
    while (sink.forgotten(Operand.VARIABLE) < OBJECTS || sink.forgotten(Operand.LOCK) < OBJECTS) {
      collect();
      RecorderTestCase.runAll(
          List.of(
              new Thread(() -> useOthers(shared.get(0))),
              new Thread(() -> useOthers(shared.get(1)))));
    }
    shared.forEach(CollectedObjectsTest::use);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      assertThat(trace.damaged()).isFalse();
      assertThat(sink.wrong).isEmpty();
      assertThat(sink.events).isEqualTo(trace.events());
      EventHash again = new EventHash();
      trace.replay(again);
      EventHash twice = new EventHash();
      trace.replay(twice);
      assertThat(again.text()).isEqualTo(twice.text()).isEqualTo(sink.hash.text());
    }
  }

  /** What forgotten ids stand for is known of those that results name, and of all in a replay. */
  @Test
  void idsOfCollectedObjects_haveNamesInAReplay_andWhereResultsNameThem() throws Exception {
    Object shared = new Object();
    Recording recording = start();
    while (sink.forgotten(Operand.VARIABLE) < OBJECTS) {
      RecorderTestCase.runAll(
          List.of(new Thread(() -> useOthers(shared)), new Thread(() -> useOthers(shared))));
      collect();
    }
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      Set<Integer> variables = sink.forgotten.get(Operand.VARIABLE);
      Set<String> named = new HashSet<>();
      variables.stream().filter(id -> id % NAMED == 0).forEach(id -> add(named, trace, id));
      trace.replay(new NoEvents());
      Set<String> all = new HashSet<>();
      variables.forEach(id -> add(all, trace, id));
      String name = trace.names().name(Operand.VARIABLE, 0);
      assertThat(named).containsExactly(name + " = " + name);
      assertThat(all).isEqualTo(named);
      assertThat(trace.names().name(Operand.LOCK, 1)).endsWith(" monitor");
    }
  }

  private static void add(Set<String> to, RecordedTrace trace, int variable) {
    String name = trace.names().name(Operand.VARIABLE, variable);
    to.add(name + " = " + trace.variable(variable).name());
  }

  /** A thread that is in a walk has appended what is not complete, and so not merged. */
  @Test
  void threadInAWalk_delaysNothingElse() throws Exception {
    Object shared = new Object();
    int[] walked = new int[1000];
    Recording recording = start();
    for (int i = 0; i < walked.length / 2; i++) {
      DataHooks.after(DataHooks.array(walked, i, SITE, null));
    }
    RecorderTestCase.runAll(List.of(new Thread(() -> useOthers(shared))));
    while (sink.forgotten(Operand.VARIABLE) < OBJECTS) {
      collect();
      RecorderTestCase.runAll(List.of(new Thread(() -> useOthers(shared))));
    }
    for (int i = walked.length / 2; i < walked.length; i++) {
      DataHooks.after(DataHooks.array(walked, i, SITE, null));
    }
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.failure()).isEmpty();
      assertThat(sink.wrong).isEmpty();
    }
  }
}
