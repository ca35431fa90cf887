package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last section with a conflicting access by another thread, searched in all accesses. */
class CpConflictsTest {
  private static final int STEPS = 600;

  private record Access(int history, int variable, boolean isWrite, int thread, long number) {
    boolean conflictsWith(Access later) {
      return history == later.history
          && variable == later.variable
          && thread != later.thread
          && (isWrite || later.isWrite);
    }
  }

  private final CpConflicts conflicts = new CpConflicts();
  private final List<Access> accesses = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"1, 1, 2", "1, 1, 4", "3, 2, 3", "3, 40, 4", "20, 20, 5"})
  void newest_isTheLastConflictingOne(int histories, int variables, int threads) {
    Random random = new Random(15);
    long[] sections = new long[histories];
    for (int step = 0; step < STEPS; step++) {
      int history = random.nextInt(histories);
      sections[history] += sections[history] == 0 ? 1 : random.nextInt(2);
      Access access =
          new Access(
              history,
              random.nextInt(variables),
              random.nextInt(3) == 0,
              random.nextInt(threads),
              sections[history]);
      assertThat(conflicts.newest(access.history, access.variable, access.isWrite, access.thread))
          .as("step %d", step)
          .isEqualTo(newest(access));
      conflicts.note(access.history, access.variable, access.isWrite, access.thread, access.number);
      accesses.add(access);
    }
  }

  private long newest(Access access) {
    return accesses.stream()
        .filter(earlier -> earlier.conflictsWith(access))
        .mapToLong(Access::number)
        .max()
        .orElse(0);
  }
}
