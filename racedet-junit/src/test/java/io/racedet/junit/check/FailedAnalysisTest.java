package io.racedet.junit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.NotCheckedError;
import io.racedet.junit.Schedule;
import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.naming.SourceNames;
import io.racedet.junit.record.LiveOptions;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.StartedThreads;
import io.racedet.junit.report.FoundRace;
import io.racedet.junit.threads.HangText;
import io.racedet.report.ReportedAccess;
import io.racedet.runtime.ModelledCalls;
import io.racedet.runtime.log.OpCodes;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was found in a recording that is analysed beside the test counts, whatever fails after that:
 * the analysis, or the file from which details are read.
 */
@Timeout(300)
class FailedAnalysisTest {
  /** More records than are in memory before they are written to the file. */
  private static final int MANY = 100_000;

  private static final int MIXED = 10;
  private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

  /** Fails after so many acquires of locks. */
  private static final class Failing implements EventSink {
    private int left;

    Failing(int after) {
      left = after;
    }

    @Override
    public void event(Op op, int thread, int operand, int location) {
      if (op == Op.ACQUIRE && left-- == 0) {
        throw new IllegalStateException("a defect");
      }
    }
  }

  /** As if of a library. */
  private static final class Unrecorded {}

  private final Scope scope = Scope.of(FailedAnalysisTest.class, List.of(), List.of());
  private final Object lock = new Object();
  private RacedetAgent agent;
  private Analysis analysis;
  private int shared;
  private int guarded;
  @TempDir private Path output;

  @BeforeEach
  void cover() throws Exception {
    agent = RacedetAgent.install();
    agent.cover(scope);
    analysis = new Analysis(List.of("fasttrack"), new KeptTrace(output), false, ClassFiles.NONE);
  }

  private Recording start(EventSink ofLocks) {
    return start(ofLocks, 1 << 30);
  }

  private Recording start(EventSink ofLocks, long mostBytes) {
    return Recording.start(
        agent.sites(),
        new RecordingOptions(Schedule.NONE, 1, Long.MAX_VALUE, agent.classesOf(scope)),
        new LiveOptions(1 << 20, 0, mostBytes, spill(), analysis::begin, isTry -> ofLocks),
        new StartedThreads());
  }

  private Path spill() {
    return output.resolve("spill");
  }

  private void race() throws InterruptedException {
    Thread first = new Thread(() -> shared = 1);
    Thread second = new Thread(() -> shared = 2);
    first.start();
    second.start();
    first.join();
    second.join();
  }

  private void useLock(int times) {
    for (int i = 0; i < times; i++) {
      synchronized (lock) {
        guarded++;
      }
    }
  }

  private void truncateFile() throws IOException {
    try (Stream<Path> files = Files.list(spill())) {
      for (Path file : files.toList()) {
        FileChannel.open(file, StandardOpenOption.WRITE).truncate(0).close();
      }
    }
  }

  private static FoundRace onlyRace(Observation seen) {
    assertThat(seen.races()).hasSize(1);
    FoundRace race = seen.races().get(0);
    assertThat(race.reported().variable().name()).isEqualTo("FailedAnalysisTest.shared");
    assertThat(race.reported().first().position().site().location())
        .startsWith("FailedAnalysisTest.java:");
    return race;
  }

  private static List<ReportedAccess> accesses(FoundRace race) {
    return List.of(race.reported().first(), race.reported().second());
  }

  @Test
  void analysisThatFailsAfterARace_raceIsReportedWithItsStacks() throws Exception {
    Recording recording = start(new Failing(0));
    race();
    useLock(1);
    try (RecordedTrace trace = recording.stop()) {
      Observation seen = analysis.of(trace);
      assertThat(accesses(onlyRace(seen)))
          .allSatisfy(access -> assertThat(access.position().stack()).isNotEmpty())
          .allSatisfy(access -> assertThat(access.position().started()).isNotEmpty());
      assertThat(seen.races().get(0).reported().timeline().steps()).isNotEmpty();
      assertThat(seen.truncated()).isTrue();
      assertThat(seen.errors())
          .containsExactly(
              "the analysis beside the test has failed: java.lang.IllegalStateException: a defect");
    }
  }

  @Test
  void analysisThatFailsBeforeARace_testIsNotChecked() throws Exception {
    Recording recording = start(new Failing(0));
    useLock(1);
    race();
    try (RecordedTrace trace = recording.stop()) {
      assertThatThrownBy(() -> analysis.of(trace))
          .isInstanceOf(NotCheckedError.class)
          .hasMessageContaining("a defect")
          .hasCauseInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void analysisAndFileThatFailAfterARace_raceIsReportedWithoutItsStacks() throws Exception {
    Recording recording = start(new Failing(MANY));
    race();
    useLock(MANY + 1);
    try (RecordedTrace trace = recording.stop()) {
      truncateFile();
      Observation seen = analysis.of(trace);
      assertThat(accesses(onlyRace(seen)))
          .allSatisfy(access -> assertThat(access.position().stack()).isEmpty());
      assertThat(seen.errors())
          .hasSize(2)
          .anySatisfy(error -> assertThat(error).endsWith("a defect"))
          .anySatisfy(error -> assertThat(error).contains("without their details", "cannot be"));
    }
  }

  @Test
  void fileThatCannotBeReadAfterARace_raceIsReportedWithoutItsStacks() throws Exception {
    Recording recording = start(null);
    race();
    useLock(MANY);
    try (RecordedTrace trace = recording.stop()) {
      truncateFile();
      Observation seen = analysis.of(trace);
      assertThat(accesses(onlyRace(seen)))
          .allSatisfy(access -> assertThat(access.position().stack()).isEmpty());
      assertThat(seen.errors())
          .singleElement()
          .asString()
          .startsWith(
              "races are reported without their details: the file of a long recording cannot be"
                  + " written or read: java.io.UncheckedIOException: java.io.EOFException: ");
    }
  }

  @Test
  void fileThatCannotBeRead_callsOfLibrariesAreNotLookedFor() throws Exception {
    Recording recording = start(null);
    ModelledCalls.beginUnseen();
    ModelledCalls.unseenCalled(OpCodes.WRITE, this, 0);
    ModelledCalls.endForeign();
    useLock(MANY);
    try (RecordedTrace trace = recording.stop()) {
      truncateFile();
      assertThat(trace.locks().hasLibraryCalls()).isTrue();
      UnorderedLibraryCalls calls = new UnorderedLibraryCalls();
      calls.add(trace.locks(), 1);
      assertThat(calls.warnings())
          .singleElement()
          .asString()
          .contains("not looked for any more: the file of a long recording cannot be read: EOF");
    }
  }

  /** What is atomic by itself is an access of the program, and not one of these calls. */
  @Test
  void callsOfLibraries_besideAtomicAccesses_areNotMixedUpWithThem() throws Exception {
    String name = FailedAnalysisTest.class.getName();
    int site = agent.sites().find(each -> each.method().className().equals(name))[0];
    int[] numbers = new int[MIXED];
    Recording recording = start(null);
    Thread other = new Thread(() -> addToEach(numbers));
    other.start();
    for (int i = 0; i < MIXED; i++) {
      Unrecorded receiver = new Unrecorded();
      ModelledCalls.beginUnseen();
      ModelledCalls.unseenCalled(OpCodes.WRITE, receiver, site);
      ModelledCalls.endForeign();
    }
    other.join();
    try (RecordedTrace trace = recording.stop()) {
      assertThat(trace.locks().hasLibraryCalls()).isTrue();
      UnorderedLibraryCalls calls = new UnorderedLibraryCalls();
      calls.add(trace.locks(), 1);
      assertThat(calls.warnings()).isEmpty();
    }
  }

  private static void addToEach(int[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      INTS.getAndAdd(numbers, i, 1);
    }
  }

  @Test
  void fileThatCannotBeRead_hangIsSaidWithoutWhatTheRecordingKnows() throws Exception {
    Recording recording = start(null);
    race();
    useLock(MANY);
    try (RecordedTrace trace = recording.stop()) {
      truncateFile();
      HangExplanation explanation =
          new HangExplanation(trace.locks(), new SourceNames(ClassFiles.NONE));
      assertThat(explanation.of(HangText.of("does not end\n"), Map.of(1L, "A.java:1")))
          .startsWith(
              "does not end\nthe recording, which may tell more, cannot be read: EOFException: ");
    }
  }

  @Test
  void copyOfAFileThatCannotBeRead_isAWarning() {
    KeptTrace kept = new KeptTrace(output);
    kept.save(
        file -> {
          throw new UncheckedIOException(new EOFException("the file of records ends"));
        });
    assertThat(kept.files()).isEmpty();
    assertThat(kept.warnings())
        .containsExactly(
            "the trace of the failing repetition is not kept: EOFException: the file of records"
                + " ends");
  }

  @Test
  void traceThatCannotBeWritten_isAWarningWithTheReasonAndTheFile() {
    KeptTrace kept = new KeptTrace(output);
    kept.want("racy", found -> true);
    kept.save(
        file -> {
          throw new IOException("No space left on device");
        });
    assertThat(kept.warnings())
        .containsExactly(
            "the trace of the failing repetition is not kept: traces/racy.rdt: IOException: No space"
                + " left on device");
  }

  @Test
  void traceThatIsNotWhole_isAWarningWithTheReason() {
    KeptTrace full = new KeptTrace(output);
    full.omitUnwritten(5, 6400336, Optional.of(new IOException("No space left on device")));
    assertThat(full.warnings())
        .containsExactly(
            "the trace of the failing repetition is not kept: the file of its records takes no more"
                + " than 5 of 6400336 events (IOException: No space left on device)");
  }

  @Test
  void traceBeyondTheLargestFile_isAWarningThatNamesTheSetting() throws Exception {
    KeptTrace kept = new KeptTrace(output);
    kept.want("racy", found -> true);
    analysis = new Analysis(List.of("fasttrack"), kept, false, ClassFiles.NONE);
    Recording recording = start(null, 1 << 10);
    race();
    useLock(MANY);
    try (RecordedTrace trace = recording.stop()) {
      assertThat(analysis.of(trace).races()).hasSize(1);
      assertThat(trace.replayedEvents()).isLessThan(trace.events());
    }
    assertThat(kept.files()).isEmpty();
    assertThat(kept.warnings())
        .singleElement()
        .asString()
        .startsWith(
            "the trace of the failing repetition is not kept: the file of its records takes")
        .endsWith(" events (see spill)");
  }
}
