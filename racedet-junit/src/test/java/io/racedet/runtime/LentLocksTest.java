package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.LentLocks;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the locks of unrecorded code are recorded. */
class LentLocksTest {
  private final List<String> log = new ArrayList<>();
  private final LentLocks locks =
      new LentLocks((op, lock) -> log.add((op == OpCodes.ACQUIRE ? "+" : "-") + lock));

  private void enter(int frames) {
    if (locks.areWaiting()) {
      locks.acquire(frames);
    }
  }

  private void exit(int frames) {
    if (locks.areRecorded()) {
      locks.releaseSince(frames);
    }
  }

  @Test
  void withoutCodeOfTheProgram_nothingIsRecorded() {
    locks.lend("a");
    locks.reclaim("a");
    enter(0);
    exit(0);
    assertThat(log).isEmpty();
  }

  @Test
  void eachCall_isUnderAllOfThem() {
    locks.lend("a");
    locks.lend("b");
    enter(1);
    exit(1);
    locks.reclaim("b");
    enter(1);
    exit(1);
    locks.reclaim("a");
    assertThat(log).containsExactly("+a", "+b", "-b", "-a", "+a", "-a");
  }

  @Test
  void callsInsideACall_addOnlyWhatIsNew() {
    locks.lend("a");
    enter(1);
    enter(2);
    exit(2);
    locks.lend("a");
    locks.lend("b");
    enter(2);
    exit(2);
    locks.reclaim("b");
    locks.reclaim("a");
    exit(1);
    locks.reclaim("a");
    assertThat(log).containsExactly("+a", "+b", "-b", "-a");
  }

  @Test
  void heldTwice_isHeldUntilTheSecondEnd() {
    locks.lend("a");
    locks.lend("a");
    locks.reclaim("a");
    enter(1);
    exit(1);
    locks.reclaim("a");
    enter(1);
    exit(1);
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void lockFromBeforeTheRecording_isNotKnown() {
    locks.lend("a");
    locks.reclaim("b");
    enter(0);
    exit(0);
    locks.reclaim("a");
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void missedEnds_areMadeUpFor() {
    List<String> many = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i");
    many.forEach(locks::lend);
    enter(3);
    locks.reclaim("b");
    assertThat(locks.areWaiting()).isFalse();
    assertThat(log).hasSize(9 + 8).endsWith("-d", "-c", "-b");
    locks.reclaim("a");
    assertThat(locks.areRecorded()).isFalse();
  }
}
