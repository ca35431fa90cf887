package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conflicting sections that are found at accesses, compared with all there are. */
class WcpConflictsTest {
  private static final int STEPS = 4_000;
  private static final int THREADS = 4;

  private record Conflict(OpenSection earlier, boolean bothWrite) {
    /** Whether another conflict orders nothing that this one does not order. */
    boolean implies(Conflict other, boolean readsApart) {
      boolean isLater =
          earlier == other.earlier
              || earlier.isOrderedWith(other.earlier) && earlier.acquired > other.earlier.acquired;
      return isLater && (!readsApart || !bothWrite || other.bothWrite);
    }
  }

  private record Place(int lock, int variable) {}

  private record Made(OpenSection section, boolean write) {}

  private final Random random = new Random(15);
  private final List<Conflict> found = new ArrayList<>();
  private final Map<Place, Set<Made>> accesses = new HashMap<>();
  private final Map<Place, Map<OpenSection, Set<Conflict>>> foundBefore = new HashMap<>();

  /**
   * Sections of a few locks, exclusive ones by one thread at a time; with many variables the table
   * grows.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 4, false",
    "1, 1, 4, true",
    "2, 3, 4, false",
    "2, 3, 4, true",
    "1, 700, 100, false",
    "2, 400, 100, true",
    "3, 900, 40, true"
  })
  void conflicts_implyAllThereAre(int locks, int variables, int length, boolean readsApart) {
    WcpConflicts conflicts =
        new WcpConflicts((earlier, both) -> found.add(new Conflict(earlier, both)), readsApart);
    OpenSection[][] open = new OpenSection[locks][THREADS];
    int all = 0;
    for (int time = 1; time <= STEPS; time++) {
      int lock = random.nextInt(locks);
      int thread = random.nextInt(THREADS);
      OpenSection section = open[lock][thread];
      if (section == null) {
        boolean shared = random.nextInt(3) == 0;
        if (canEnter(open[lock], shared)) {
          open[lock][thread] = new OpenSection(thread, lock, shared, time);
        }
      } else if (random.nextInt(length) == 0) {
        section.end(time, null);
        open[lock][thread] = null;
      } else {
        all += access(conflicts, section, random.nextInt(variables), readsApart);
      }
    }
    assertThat(all).isPositive();
  }

  /** None hides another one, wherever their entries are, and as the table grows. */
  @ParameterizedTest
  @CsvSource({"500, false", "500, true", "600, false", "1200, true"})
  void conflicts_ofEachVariable_areFoundAtItsFirstRead(int variables, boolean descending) {
    WcpConflicts conflicts =
        new WcpConflicts((earlier, both) -> found.add(new Conflict(earlier, both)), true);
    OpenSection writing = new OpenSection(0, 0, false, 1);
    for (int variable = 0; variable < variables; variable++) {
      conflicts.access(writing, variable, true);
    }
    assertThat(found).isEmpty();
    writing.end(2, null);
    OpenSection reading = new OpenSection(1, 0, false, 3);
    for (int i = 0; i < variables; i++) {
      conflicts.access(reading, descending ? variables - 1 - i : i, false);
      assertThat(found).as("read %d", i).containsExactly(new Conflict(writing, false));
      found.clear();
    }
  }

  private static boolean canEnter(OpenSection[] ofLock, boolean shared) {
    for (OpenSection other : ofLock) {
      if (other != null && !(shared && other.shared)) {
        return false;
      }
    }
    return true;
  }

  private int access(
      WcpConflicts conflicts, OpenSection section, int variable, boolean readsApart) {
    boolean write = random.nextBoolean();
    found.clear();
    conflicts.access(section, variable, write);
    Place place = new Place(section.lock, variable);
    Set<Conflict> expected = new HashSet<>();
    Set<Made> made = accesses.computeIfAbsent(place, unseen -> new HashSet<>());
    for (Made earlier : made) {
      OpenSection other = earlier.section;
      boolean excludes = !(other.shared && section.shared);
      if (other.thread != section.thread && excludes && (earlier.write || write)) {
        expected.add(new Conflict(other, earlier.write && write));
      }
    }
    assertThat(expected).containsAll(found);
    Set<Conflict> known =
        foundBefore
            .computeIfAbsent(place, unseen -> new HashMap<>())
            .computeIfAbsent(section, unseen -> new HashSet<>());
    known.addAll(found);
    for (Conflict conflict : expected) {
      assertThat(known).anyMatch(k -> k.implies(conflict, readsApart));
    }
    made.add(new Made(section, write));
    return expected.size();
  }
}
