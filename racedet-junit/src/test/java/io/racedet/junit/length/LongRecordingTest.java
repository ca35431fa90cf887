package io.racedet.junit.length;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.junit.DeadlockFoundError;
import io.racedet.junit.FailOn;
import io.racedet.junit.ForkedJvm;
import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.Schedule;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Recordings that are many times as long as the memory for them, with a race at the end. */
@ResourceLock(Resources.GLOBAL)
class LongRecordingTest {
  private static final long MANY = 22_000_000;

  @TempDir Path folder;
  private long accesses = 200_000;
  private long accessesBehind = 1_000_000; // more than the smallest file keeps

  @Test
  void raceAtTheEnd_isFoundWithItsWitness_andTheFileIsDeleted() throws Exception {
    Race race = check(64, accesses);
    assertThat(race.grade()).isEqualTo(Grade.WITNESSED);
    assertThat(race.second().index()).isGreaterThan(accesses);
    assertThat(race.witness().size()).isPositive();
  }

  @Test
  void raceBehindTheFile_isFoundWithoutWitness() throws Exception {
    RaceFoundError found = fail(1, accessesBehind, "PREDICTED");
    Race race = found.races().get(0);
    assertThat(race.grade()).isEqualTo(Grade.PREDICTED);
    assertThat(race.remark()).startsWith("no witness was found");
  }

  @Test
  void deadlockAtTheEnd_isProved() {
    String marker = folder.resolve("marker").toString();
    DeadlockFoundError found =
        catchThrowableOfType(
            DeadlockFoundError.class,
            () -> small(64).run(() -> new LongProgram(marker, accesses).runLocks()));
    assertThat(found).hasMessageContaining("LongProgram.java");
    assertThat(found.deadlocks()).hasSize(1);
    assertThat(found.deadlocks().get(0).grade().isAtLeast(Grade.WITNESSED)).isTrue();
  }

  /** There is no proof of it, so that the report of a race says what was searched. */
  @Test
  void deadlockBehindTheFile_isALimit() {
    String marker = folder.resolve("marker").toString();
    assertThatThrownBy(
            () ->
                small(1)
                    .failOn(FailOn.PREDICTED)
                    .run(
                        () -> {
                          new LongProgram(marker, accessesBehind).runLocks();
                          new LongProgram(marker + "2", 1).run();
                        }))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("limit:     deadlocks were searched for only in the first ");
  }

  @Test
  @Tag("soak")
  void longerRecordings_giveTheSame() throws Exception {
    Path root = folder;
    accesses = 1_500_000;
    accessesBehind = 2 * accesses;
    folder = Files.createDirectory(root.resolve("race"));
    raceAtTheEnd_isFoundWithItsWitness_andTheFileIsDeleted();
    folder = Files.createDirectory(root.resolve("raceBehind"));
    raceBehindTheFile_isFoundWithoutWitness();
    folder = Files.createDirectory(root.resolve("deadlock"));
    deadlockAtTheEnd_isProved();
    folder = Files.createDirectory(root.resolve("deadlockBehind"));
    deadlockBehindTheFile_isALimit();
  }

  private RaceCheck small(long spill) {
    return RaceCheck.with()
        .repetitions(1)
        .timeLimit("1ms")
        .hangAfter("10m")
        .schedule(Schedule.NONE)
        .memory(1)
        .spill(spill)
        .output(folder.resolve("out").toString());
  }

  /** Walks are few records, so it is analysed at its end. */
  @Test
  void traceOfManyEvents_isNotKept() throws Exception {
    Path out = folder.resolve("out");
    String marker = folder.resolve("marker").toString();
    RaceCheck check =
        RaceCheck.with()
            .repetitions(1)
            .timeLimit("1ms")
            .hangAfter("10m")
            .schedule(Schedule.NONE)
            .failOn(FailOn.PREDICTED)
            .output(out.toString());
    assertThatThrownBy(() -> check.run(() -> new LongProgram(marker, MANY).runWalks()))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("LongProgram.planted");
    assertThat(out.resolve("traces")).doesNotExist();
    assertThat(Files.readString(out.resolve("races.json")))
        .contains("the trace of the failing repetition is not kept: it has 2");
  }

  /** The file is among those for temporary files then, and deleted as well. */
  @Test
  void folderThatCannotBeWritten_doesNotChangeTheOutcome() throws Exception {
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve("spill"), "not a folder");
    RaceCheck check =
        RaceCheck.with().repetitions(1).schedule(Schedule.NONE).memory(1).output(out.toString());
    assertThatThrownBy(() -> check.run(() -> new LongProgram(out + "/marker", accesses).run()))
        .isInstanceOf(RaceFoundError.class)
        .hasMessageContaining("LongProgram.planted");
  }

  private Race check(long spill, long accesses) throws Exception {
    return fail(spill, accesses, "WITNESSED").races().get(0);
  }

  private RaceFoundError fail(long spill, long accesses, String grade) throws Exception {
    Path marker = folder.resolve("marker");
    RaceCheck check = small(spill).failOn(FailOn.valueOf(grade));
    RaceFoundError found =
        catchThrowableOfType(
            RaceFoundError.class,
            () -> check.run(() -> new LongProgram(marker.toString(), accesses).run()));
    assertThat(found).hasMessageContaining("LongProgram.planted");
    try (Stream<Path> left = Files.walk(folder.resolve("out").resolve("spill"))) {
      assertThat(left.filter(Files::isRegularFile)).isEmpty();
    }
    return found;
  }

  @Test
  @Tag("soak")
  void billionAccesses_inASmallHeap_raceIsFoundWithItsWitness() throws Exception {
    ForkedJvm run =
        ForkedJvm.runFor(
            Duration.ofHours(4),
            folder,
            List.of("-Xmx512m", "-Djdk.attach.allowAttachSelf=true", "-XX:-TieredCompilation"),
            System.getProperty("java.class.path"),
            LongProgram.class.getName(),
            System.getProperty("racedet.length.accesses", "1000000000"),
            "256",
            "60",
            folder.toString());
    System.out.println(run.output());
    assertThat(run.output()).contains("race (WITNESSED) on LongProgram.planted");
  }
}
