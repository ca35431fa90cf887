package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.management.ThreadMXBean;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.race.AccessIds;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceIds;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaceAnalysisTest {
  private static final int LOCATION = 7;

  private final RaceAnalysis analysis = RaceAnalysis.with("fasttrack").start();

  @Test
  void event_afterTheEnd_isRefused() {
    analysis.finish();
    assertThatIllegalStateException().isThrownBy(() -> analysis.event(Op.BEGIN, 0, 0, LOCATION));
  }

  @Test
  void event_withAnIdOutOfRange_isRefusedAndNotTaken() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.event(Op.READ, 0, -1, LOCATION))
        .withMessage("operand of READ: -1 (expected: a dense id from 0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.event(Op.FORK, 0, EventBlock.MAX_THREAD + 1, LOCATION));
    assertThatIllegalArgumentException().isThrownBy(() -> analysis.event(Op.READ, -1, 0, LOCATION));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.event(Op.READ, EventBlock.MAX_THREAD + 1, 0, LOCATION));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> analysis.event(Op.RELEASE, 0, 0, LOCATION));

    assertThat(analysis.finish().events()).isZero();
  }

  @Test
  void operand_whereThereIsNone_isIgnored() {
    analysis.event(Op.BEGIN, 0, -1, EventSink.NO_LOCATION);
    analysis.event(Op.WRITE, 0, 0, 1);
    analysis.event(Op.WRITE, 1, 0, 2);
    analysis.event(Op.END, 1, -1, EventSink.NO_LOCATION);

    assertThat(analysis.finish().races()).hasSize(1);
  }

  @Test
  void pairs_withoutLocations_areCountedByVariableKindAndThreads() {
    int writes = 1_000;
    for (int i = 0; i < writes; i++) {
      analysis.event(Op.WRITE, i % 2, 0, EventSink.NO_LOCATION);
      analysis.event(Op.WRITE, 2 + i % 2, 1, EventSink.NO_LOCATION);
    }
    List<Race> races = analysis.finish().races();
    assertThat(races).hasSize(2);
    assertThat(races).extracting(Race::count).containsOnly(writes - 1L);
  }

  @Test
  void ids_areThoseOfTheRaces_inTheirOrder() {
    assertThatIllegalStateException().isThrownBy(analysis::ids);
    analysis.event(Op.WRITE, 1, 5, 8);
    analysis.event(Op.WRITE, 1, 4, 6);
    analysis.event(Op.READ, 2, 4, 7);
    analysis.event(Op.READ, 2, 5, EventSink.NO_LOCATION);

    RaceReport report = analysis.finish();

    assertThat(report.races()).extracting(race -> race.second().index()).containsExactly(3L, 4L);
    assertThat(analysis.ids())
        .containsExactly(
            new RaceIds(new AccessIds(2, 1, 4, 6), new AccessIds(3, 2, 4, 7)),
            new RaceIds(new AccessIds(1, 1, 5, 8), new AccessIds(4, 2, 5, EventSink.NO_LOCATION)));
  }

  @Test
  void ids_ofALocksetViolation_haveNoFirstAccess() {
    RaceAnalysis eraser = RaceAnalysis.with("eraser").start();
    for (int lock = 0; lock < 2; lock++) {
      eraser.event(Op.ACQUIRE, lock, lock, LOCATION);
      eraser.event(Op.WRITE, lock, 0, LOCATION);
      eraser.event(Op.RELEASE, lock, lock, LOCATION);
    }
    eraser.event(Op.ACQUIRE, 0, 2, LOCATION);
    eraser.event(Op.READ, 0, 0, LOCATION);
    RaceReport report = eraser.finish();

    assertThat(eraser.ids()).hasSameSizeAs(report.races());
    assertThat(eraser.ids())
        .extracting(ids -> ids.first().isKnown())
        .isEqualTo(report.races().stream().map(race -> race.first().isKnown()).toList());
  }

  @Test
  void listenerThatThrows_losesNoEventAndNoRace() {
    List<Race> told = new ArrayList<>();
    RaceAnalysis telling =
        RaceAnalysis.with("fasttrack")
            .onRace(
                race -> {
                  told.add(race);
                  throw new UnsupportedOperationException("told");
                })
            .start();
    int events = 2 * EventBlock.CAPACITY;
    for (int i = 0; i < events; i++) {
      telling.event(Op.WRITE, i % 2, 0, i % 4);
    }
    RaceReport report = telling.finish();

    assertThat(report.events()).isEqualTo(events);
    assertThat(report.races()).hasSize(4);
    assertThat(report.races().stream().mapToLong(Race::count).sum()).isEqualTo(events - 1L);
    assertThat(told).hasSize(4).doesNotHaveDuplicates();
    assertThat(report.problems())
        .containsExactly(
            "onRace failed at event 4096: java.lang.UnsupportedOperationException: told");
  }

  @Test
  void lockset_ofALockHeldInBothModes_namesItOnce() {
    analysis.event(Op.ACQUIRE, 0, 3, LOCATION);
    analysis.event(Op.ACQUIRE_SHARED, 0, 3, LOCATION);
    analysis.event(Op.WRITE, 0, 0, LOCATION);
    analysis.event(Op.RELEASE, 0, 3, LOCATION);
    analysis.event(Op.WRITE, 0, 1, LOCATION);
    analysis.event(Op.WRITE, 1, 0, 1);
    analysis.event(Op.WRITE, 1, 1, 2);

    assertThat(analysis.finish().races())
        .extracting(race -> race.first().lockset())
        .containsExactly(List.of("lock 3"), List.of("lock 3 (shared)"));
  }

  @Test
  void races_areInTheOrderOfTheTrace_withEachLocationPairOnce() {
    RaceAnalysis two = RaceAnalysis.with("pwr-ee-l", "fasttrack").start();
    two.event(Op.WRITE, 0, 0, 1);
    two.event(Op.ACQUIRE, 0, 0, LOCATION);
    two.event(Op.RELEASE, 0, 0, LOCATION);
    two.event(Op.ACQUIRE, 1, 0, LOCATION);
    two.event(Op.RELEASE, 1, 0, LOCATION);
    two.event(Op.WRITE, 1, 0, 2);
    two.event(Op.WRITE, 2, 0, 1);
    two.event(Op.WRITE, 2, 1, EventSink.NO_LOCATION);
    two.event(Op.WRITE, 1, 1, EventSink.NO_LOCATION);

    List<Race> races = two.finish().races();

    assertThat(races).extracting(race -> race.second().index()).containsExactly(7L, 7L, 9L);
    assertThat(races).allMatch(race -> race.grade() == Grade.OBSERVED);
  }

  @Test
  void pairFoundAgain_allocatesNothing() {
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    feedRaces(EventBlock.CAPACITY);
    long before = memory.getThreadAllocatedBytes(thread);
    int events = 100 * EventBlock.CAPACITY;

    feedRaces(events);

    assertThat(memory.getThreadAllocatedBytes(thread) - before).isLessThan(events / 10);
    assertThat(analysis.finish().races()).hasSize(4);
  }

  private void feedRaces(int events) {
    for (int i = 0; i < events; i++) {
      analysis.event(Op.WRITE, i % 2, 0, i % 4);
    }
  }
}
