package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import io.racedet.junit.UnseenSignal;
import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.report.FoundRace;
import io.racedet.race.Grade;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a recording is replayed, which is most of the overhead of a repetition. */
class ReplaysTest {
  private final Scope scope = Scope.of(ReplaysTest.class, List.of(), List.of());

  @TempDir private Path output;

  private String marker;

  private RacedetAgent agent;
  private KeptTrace kept;
  private int shared;
  private boolean seenByFirst;
  private boolean seenBySecond;

  @BeforeEach
  void cover() throws Exception {
    marker = output.resolve("marker").toString();
    agent = RacedetAgent.install();
    agent.cover(scope);
    kept = new KeptTrace(output);
  }

  private RecordedTrace record(Runnable one, Runnable other) throws InterruptedException {
    RecordingOptions how = new RecordingOptions(Schedule.NONE, 1, 100_000, agent.classesOf(scope));
    Recording recording = Recording.start(agent.sites(), how);
    Thread first = new Thread(one);
    Thread second = new Thread(other);
    first.start();
    second.start();
    first.join();
    second.join();
    return recording.stop();
  }

  private Observation analysis(RecordedTrace trace) {
    Observation seen = new Analysis(List.of("fasttrack"), kept, true, ClassFiles.NONE).of(trace);
    assertThat(trace.sites().isEmpty()).isFalse();
    return seen;
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

  @Test
  void raceWhoseTraceIsKept_takesTwoReplays() throws Exception {
    kept.want("kept", found -> !found.key().first().isEmpty());
    try (RecordedTrace trace = record(() -> shared = 1, () -> shared = 2)) {
      Observation seen = analysis(trace);
      assertThat(seen.races()).isNotEmpty();
      assertThat(seen.races().get(0).reported().first().stack()).isNotEmpty();
      assertThat(seen.races().get(0).reported().timeline().steps()).isNotEmpty();
      assertThat(kept.files()).containsExactly("traces/kept.rdt");
      assertThat(output.resolve("traces/kept.rdt")).isNotEmptyFile();
      assertThat(trace.replays()).isEqualTo(2);
    }
  }

  @Test
  void raceWhoseTraceIsNotKept_takesTwoReplays() throws Exception {
    try (RecordedTrace trace = record(() -> shared = 1, () -> shared = 2)) {
      assertThat(analysis(trace).races()).isNotEmpty();
      assertThat(kept.files()).isEmpty();
      assertThat(trace.replays()).isEqualTo(2);
    }
  }

  /** Proved while the details are collected. */
  @Test
  void raceOfALongTrace_takesTwoReplays() throws Exception {
    Object lock = new Object();
    Runnable first =
        () -> {
          shared = 1;
          synchronized (lock) {
            seenByFirst = true;
          }
          signal(); // not in the section: unrecorded code may keep the order of sections
        };
    Runnable second =
        () -> {
          await();
          synchronized (lock) {
            seenBySecond = true;
          }
          shared = 2;
        };
    try (RecordedTrace trace = record(first, second)) {
      Observation seen =
          new Analysis(List.of("pwr-ee-l"), kept, false, ClassFiles.NONE, 0).of(trace);
      assertThat(seen.races()).hasSize(1);
      FoundRace race = seen.races().get(0);
      assertThat(race.race().grade()).isEqualTo(Grade.WITNESSED);
      assertThat(race.reported().first().stack()).isNotEmpty();
      assertThat(race.reported().timeline().steps()).isNotEmpty();
      assertThat(trace.replays()).isEqualTo(2);
    }
  }

  @Test
  void noRace_takesOneReplay() throws Exception {
    Object lock = new Object();
    Runnable locked =
        () -> {
          synchronized (lock) {
            shared++;
          }
        };
    try (RecordedTrace trace = record(locked, locked)) {
      assertThat(analysis(trace).races()).isEmpty();
      assertThat(trace.accesses()).isEqualTo(4);
      assertThat(trace.replays()).isEqualTo(1);
    }
  }
}
