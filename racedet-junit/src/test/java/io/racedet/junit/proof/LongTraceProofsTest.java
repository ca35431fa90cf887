package io.racedet.junit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.UnseenSignal;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recording in which one thread writes a variable under a lock and then without it, after many
 * events another one, and takes the lock once more; then the other thread takes the lock, and
 * writes the variables. So the writes are ordered as recorded, but the second thread could be
 * first.
 */
class LongTraceProofsTest {
  private static final List<String> ENGINES = List.of("pwr-ee-l");
  private static final int SECTIONS = 300; // between the two races
  private static final LongTraceProofs.Bounds WIDE = new LongTraceProofs.Bounds(100_000, 10, 8);

  @TempDir private Path folder;

  private String marker;

  private final Object lock = new Object();
  private final Object idle = new Object();
  private int near;
  private int far;
  private int count;
  private boolean seenByFirst;
  private RecordedTrace trace;
  private List<RaceWithIds> found;

  @BeforeEach
  void record() throws Exception {
    marker = folder.resolve("marker").toString();
    Scope scope = Scope.of(LongTraceProofsTest.class, List.of(), List.of());
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(scope);
    RecordingOptions how = new RecordingOptions(Schedule.NONE, 1, 100_000, agent.classesOf(scope));
    Recording recording = Recording.start(agent.sites(), how);
    Thread first = new Thread(this::first);
    Thread second = new Thread(this::second);
    first.start();
    second.start();
    first.join();
    second.join();
    trace = recording.stop();
    RaceAnalysis analysis =
        RaceAnalysis.with(ENGINES.toArray(String[]::new)).names(trace.names()).start();
    trace.replay(analysis);
    found = withIds(analysis.finish(), analysis.ids());
  }

  private static List<RaceWithIds> withIds(RaceReport report, List<RaceIds> ids) {
    List<RaceWithIds> races = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      races.add(new RaceWithIds(report.races().get(i), ids.get(i)));
    }
    return races;
  }

  @AfterEach
  void close() {
    trace.close();
  }

  private void first() {
    synchronized (lock) {
      writeFar(1);
    }
    writeFar(2);
    for (int i = 0; i < SECTIONS; i++) {
      synchronized (idle) {
        count++;
      }
    }
    near = 1;
    synchronized (lock) {
      seenByFirst = true;
    }
    signal(); // not in the section: unrecorded code may keep the order of sections
  }

  private void second() {
    await();
    synchronized (lock) {
      writeFarToo(3);
    }
    near = 2;
    writeFarToo(4);
  }

  private void writeFar(int value) {
    far = value;
  }

  private void writeFarToo(int value) {
    far = value;
  }

  private void signal() {
    UnseenSignal.raise(new File(marker));
  }

  private void await() {
    File file = new File(marker); // so that a wait has no events, however long it is
    while (!UnseenSignal.isRaised(file)) {
      Thread.yield();
    }
  }

  private RaceWithIds on(String field) {
    return found.stream()
        .filter(race -> race.race().variable().endsWith(field))
        .findFirst()
        .orElseThrow();
  }

  private List<RaceWithIds> prove(LongTraceProofs.Bounds bounds, RaceWithIds... races) {
    LongTraceProofs proofs =
        new LongTraceProofs(trace, ENGINES, 1_000_000, 100_000_000, List.of(races), bounds);
    trace.replay(proofs.first());
    assertThat(proofs.isOver()).isTrue();
    return proofs.finish();
  }

  @Test
  void recording_hasTwoPredictedRaces() {
    assertThat(found).hasSize(2);
    assertThat(found).allMatch(race -> race.race().grade() == Grade.PREDICTED);
    assertThat(distance(on("near"))).isLessThan(SECTIONS);
    assertThat(distance(on("far"))).isGreaterThan(SECTIONS);
  }

  private static long distance(RaceWithIds race) {
    return race.ids().second().index() - race.ids().first().index();
  }

  @Test
  void races_areProvedInOneReplay() {
    int before = trace.replays();
    List<RaceWithIds> proved = prove(WIDE, on("near"), on("far"));
    assertThat(trace.replays()).isEqualTo(before + 1);
    assertThat(proved)
        .extracting(RaceWithIds::ids)
        .containsExactly(on("near").ids(), on("far").ids());
    for (RaceWithIds race : proved) {
      assertThat(race.race().grade()).isEqualTo(Grade.WITNESSED);
      assertThat(race.race().witness().size()).isPositive();
      assertThat(race.race().engine()).isEqualTo(ENGINES.get(0));
    }
  }

  @Test
  void raceWhoseAccessesAreFarApart_isNotProved_andSaysWhy() {
    LongTraceProofs.Bounds narrow = new LongTraceProofs.Bounds(SECTIONS, 10, 8);
    List<RaceWithIds> proved = prove(narrow, on("far"), on("near"));
    assertThat(proved.get(0).race().grade()).isEqualTo(Grade.PREDICTED);
    assertThat(proved.get(0).race().remark())
        .isEqualTo(
            "no witness was found: its accesses are too far apart, or too late, in a long trace");
    assertThat(proved.get(1).race().grade()).isEqualTo(Grade.WITNESSED);
  }

  /** The part of one race ends among the events of that of the other. */
  @Test
  void partsThatOverlap_takeAReplayEach() {
    long distance = distance(on("far"));
    int before = trace.replays();
    List<RaceWithIds> proved =
        prove(new LongTraceProofs.Bounds(distance, 10, 8), on("near"), on("far"));
    assertThat(trace.replays()).isEqualTo(before + 2);
    assertThat(proved).allMatch(race -> race.race().grade() == Grade.WITNESSED);
  }

  @Test
  void raceOfOnePartTooMany_isNotProved_andSaysWhy() {
    long distance = distance(on("far"));
    List<RaceWithIds> proved =
        prove(new LongTraceProofs.Bounds(distance, 10, 1), on("near"), on("far"));
    assertThat(proved.get(0).race().remark())
        .isEqualTo("no witness was found: other races were tried first");
    assertThat(proved.get(1).race().grade()).isEqualTo(Grade.WITNESSED);
  }

  /** Two accesses under one lock cannot race; those without it can, at the same locations. */
  @Test
  void pairThatCannotRace_isReplacedByOneThatCan_inAnotherReplay() {
    RaceWithIds race = on("far");
    RaceIds locked = new RaceIds(earliest(race.ids().first()), earliest(race.ids().second()));
    RaceWithIds protectedPair = new RaceWithIds(counted(race.race(), 7), locked);
    int before = trace.replays();
    RaceWithIds proved = prove(WIDE, protectedPair).get(0);
    assertThat(trace.replays()).isEqualTo(before + 2);
    assertThat(proved.race().grade()).isEqualTo(Grade.WITNESSED);
    assertThat(proved.ids()).isNotEqualTo(locked);
    assertThat(proved.race().count()).isEqualTo(7);
  }

  private static Race counted(Race race, long count) {
    return new Race(
        race.engine(),
        race.variable(),
        race.kind(),
        race.first(),
        race.second(),
        count,
        Proof.of(race.grade(), ""));
  }

  private AccessIds earliest(AccessIds like) {
    AccessIds[] earliest = new AccessIds[1];
    long[] index = new long[1];
    EventSink search =
        (op, thread, operand, location) -> {
          index[0]++;
          boolean isLike = thread == like.thread() && location == like.location();
          if (isLike && op == Op.WRITE && earliest[0] == null) {
            earliest[0] = new AccessIds(index[0], thread, operand, location);
          }
        };
    trace.replay(search);
    return earliest[0];
  }
}
