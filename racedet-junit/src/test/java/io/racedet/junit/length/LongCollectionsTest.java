package io.racedet.junit.length;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.junit.RaceCheck;
import io.racedet.junit.RaceFoundError;
import io.racedet.junit.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * Recordings that are analysed beside the test, of reads of all elements of a collection, of which
 * the number is not recorded.
 */
@ResourceLock(Resources.GLOBAL)
@Timeout(300)
class LongCollectionsTest {
  private static final int ROUNDS = 10_000;
  private static final int MANY_ROUNDS = 30_000;

  @TempDir Path folder;

  private final List<Integer> list = new ArrayList<>(Collections.nCopies(8, 0));
  private final Map<String, Integer> map = new HashMap<>(Map.of("a", 0, "b", 0));
  private int sum;
  private int rounds = ROUNDS;

  private RaceCheck check() {
    return RaceCheck.with()
        .repetitions(1)
        .schedule(Schedule.NONE)
        .memory(1)
        .output(folder.toString());
  }

  private void set(int index, int value) {
    list.set(index, value);
  }

  private Object[] all() {
    return list.toArray();
  }

  private synchronized void guarded(int round) {
    set(round % 8, round);
    sum += all().length;
    map.put(round % 2 == 0 ? "a" : "b", round);
    for (Map.Entry<String, Integer> each : map.entrySet()) {
      sum += each.getValue();
    }
  }

  private void guarded() {
    for (int round = 0; round < rounds; round++) {
      guarded(round);
    }
  }

  @Test
  void guardedReads_areFreeOfRaces() throws Throwable {
    check().run(() -> RaceCheck.inParallel(this::guarded, this::guarded));
    assertThat(sum).isNotZero();
    assertThat(folder.resolve("spill")).isDirectory(); // so it was analysed beside the test
  }

  @Test
  void readOfAllElements_racesWithAWriteOfOne() {
    RaceFoundError found =
        catchThrowableOfType(
            RaceFoundError.class,
            () ->
                check()
                    .run(
                        () ->
                            RaceCheck.inParallel(
                                () -> {
                                  guarded();
                                  set(3, 1);
                                },
                                () -> {
                                  guarded();
                                  Arrays.sort(all());
                                })));
    assertThat(found).isNotNull();
    assertThat(found.races())
        .anyMatch(race -> race.variable().contains("[3]") || race.variable().contains("ArrayList"));
  }

  @Test
  @Tag("soak")
  void longerReads_giveTheSame() throws Throwable {
    rounds = MANY_ROUNDS;
    guardedReads_areFreeOfRaces();
    readOfAllElements_racesWithAWriteOfOne();
  }
}
