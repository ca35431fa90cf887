package io.racedet.engine.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.clock.Clock;
import io.racedet.clock.ThreadClocks;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sections of each lock, thread and mode. */
class PwrSectionsTest {
  private static final int NO_LIMIT = Integer.MAX_VALUE;
  private static final int BY = 9; // the thread that asks

  private record User(int thread, boolean shared) {}

  private static Clock clock() {
    return new ThreadClocks().snapshot(0);
  }

  /** What a thread knows that knows another one up to a time. */
  private static ThreadClocks knowing(int thread, long time) {
    ThreadClocks clocks = new ThreadClocks();
    clocks.join(BY, thread, time, clocks.snapshot(thread));
    return clocks;
  }

  private static long seen(PwrSections sections, int thread, long time, boolean inSharedMode) {
    int user = sections.firstUser(0);
    int at = sections.seenInto(user, knowing(thread, time), BY, inSharedMode);
    return at == PwrSectionList.NONE ? 0 : sections.list(user).released(at);
  }

  @Test
  void seenInto_isTheSectionThatIsOpenAtTheTime() {
    PwrSections sections = new PwrSections(NO_LIMIT);
    sections.add(0, 3, false, 1, 5, clock());
    sections.add(0, 3, false, 10, 15, clock());
    sections.add(0, 3, false, 20, 25, null);
    assertThat(seen(sections, 3, 0, false)).isZero();
    assertThat(seen(sections, 3, 1, false)).isEqualTo(5);
    assertThat(seen(sections, 3, 4, true)).isEqualTo(5);
    assertThat(seen(sections, 3, 5, false)).isZero();
    assertThat(seen(sections, 3, 14, false)).isEqualTo(15);
    assertThat(seen(sections, 3, 15, false)).isZero();
    assertThat(seen(sections, 3, 22, false)).isZero();
    assertThat(seen(sections, 4, 14, false)).isZero();
    assertThat(sections.lacking()).isZero();
  }

  @Test
  void seenInto_sharedSections_areSeenByExclusiveOnesOnly() {
    PwrSections sections = new PwrSections(NO_LIMIT);
    sections.add(0, 3, true, 10, 15, clock());
    assertThat(seen(sections, 3, 12, false)).isEqualTo(15);
    assertThat(seen(sections, 3, 12, true)).isZero();
    int user = sections.firstUser(0);
    assertThat(sections.seenInto(user, knowing(3, 12), 3, false)).isEqualTo(PwrSectionList.NONE);
  }

  /** Only where a section was dropped that may have been open. */
  @Test
  void lacking_countsWhatMayHaveBeenDropped() {
    PwrSections sections = new PwrSections(1);
    for (int i = 1; i <= 20; i++) {
      sections.add(0, 3, false, 10L * i, 10L * i + 5, clock());
    }
    assertThat(seen(sections, 3, 202, false)).isEqualTo(205);
    assertThat(sections.lacking()).isZero();
    assertThat(seen(sections, 3, 12, false)).isZero();
    assertThat(sections.lacking()).isEqualTo(1);
    assertThat(seen(sections, 3, 22, false)).isZero();
    assertThat(sections.lacking()).isEqualTo(2);
    assertThat(seen(sections, 3, 207, false)).isZero();
    assertThat(seen(sections, 3, 0, false)).as("where nothing is known").isZero();
    assertThat(sections.lacking()).isEqualTo(2);
  }

  /** As many users as locks, threads and modes have been used together, and not forgotten. */
  @ParameterizedTest
  @ValueSource(ints = {3, 64, 65, 200})
  void users_areOneForEachThreadAndMode(int locks) {
    Random random = new Random(locks);
    PwrSections sections = new PwrSections(NO_LIMIT);
    Map<Integer, Set<User>> model = new HashMap<>();
    int most = 0;
    int highest = 0;
    for (int i = 1; i <= 3_000; i++) {
      int lock = random.nextInt(locks);
      if (random.nextInt(locks + 10) == 0) {
        sections.forget(lock);
        model.remove(lock);
      } else {
        User user = new User(random.nextInt(3), random.nextBoolean());
        sections.add(lock, user.thread, user.shared, 10L * i, 10L * i + 5, clock());
        model.computeIfAbsent(lock, unseen -> new HashSet<>()).add(user);
      }
      most = Math.max(most, model.values().stream().mapToInt(Set::size).sum());
      Set<User> found = new HashSet<>();
      int user = sections.firstUser(lock);
      for (; user != PwrSections.NONE; user = sections.nextUser(user)) {
        highest = Math.max(highest, user + 1);
        int thread = sections.thread(user);
        long last = sections.list(user).released(0); // it has one, and none of an earlier user
        int at = sections.seenInto(user, knowing(thread, last - 1), BY, true);
        boolean isShared = at == PwrSectionList.NONE;
        assertThat(found.add(new User(thread, isShared))).isTrue();
      }
      assertThat(found).isEqualTo(model.getOrDefault(lock, Set.of()));
      sections.forget(locks + i);
      assertThat(sections.firstUser(locks + i)).isEqualTo(PwrSections.NONE);
    }
    assertThat(highest).isEqualTo(most);
  }
}
