package io.racedet.engine.cp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.engine.order.HappensBefore;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The state that {@code cp} keeps is bounded by the live owners, and dropping the rest does not
 * change the races.
 */
class CpStateTest {
  private static final int FEW = 64;
  private static final int ROUNDS = 20_000;
  private static final int READER = 2;

  private final EngineFeed<CpDetector> feed =
      new EngineFeed<>(
          setup -> new CpDetector(setup, new HappensBefore(), FEW),
          (variable, kind, ordered, first, firstDetail, second, secondDetail) -> {
            throw new AssertionError("race (" + first + "," + second + ")");
          });

  @Test
  void sections_thatConflict_areDropped() {
    for (int i = 0; i < ROUNDS; i++) {
      section(i % 2, 0, 0);
    }
    assertThat(feed.finish().sections()).isLessThanOrEqualTo(FEW + 1);
  }

  @Test
  void sections_withoutConflict_areKeptAsFarAsLiveAccessesTellThemApart() {
    for (int i = 0; i < ROUNDS; i++) {
      section(i % 2, 0, i % 2);
    }
    assertThat(feed.finish().sections()).isLessThanOrEqualTo(FEW + 1);
  }

  /** A thread that never takes the lock again, and one that never took it. */
  @Test
  void sections_threadsThatDoNotTakeTheLock_pinNothing() {
    section(READER, 0, READER);
    feed.event(Op.WRITE, READER + 1, READER + 1, 0);
    for (int i = 0; i < ROUNDS; i++) {
      section(i % 2, 0, i % 2);
    }
    assertThat(feed.finish().sections()).isLessThanOrEqualTo(FEW + 1);
  }

  @Test
  void sections_insideOneThatStaysOpen_areDropped() {
    section(1, 1, 1);
    feed.event(Op.ACQUIRE, 0, 1, 0);
    for (int i = 0; i < ROUNDS; i++) {
      section(0, 0, 0);
    }
    CpDetector cp = feed.finish();
    assertThat(cp.sections()).isLessThanOrEqualTo(FEW + 1);
    assertThat(cp.order().questions.size()).isZero();
  }

  private void section(int thread, int lock, int variable) {
    feed.event(Op.ACQUIRE, thread, lock, 0);
    feed.event(Op.WRITE, thread, variable, 0);
    feed.event(Op.RELEASE, thread, lock, 0);
  }

  /** Long enough for many reclaim passes, and for gaps in the numbers of sections. */
  @Test
  void races_ofLongRandomTraces_areTheSameWhateverIsDropped() {
    SplittableRandom seeds = new SplittableRandom(3);
    List<Shape> shapes =
        List.of(
            Shape.plain().withVariables(30),
            Shape.everything().withVariables(30),
            Shape.lockHeavy().withVariables(30),
            Shape.plain()
                .withVariables(60)
                .with(Shape.Step.ACQUIRE, 6)
                .with(Shape.Step.RELEASE, 9));
    int dropped = 0;
    for (int i = 0; i < 200; i++) {
      long seed = seeds.nextLong();
      TestTrace trace = RandomTraces.of(shapes.get(i % shapes.size()).withMaxEvents(1_000), seed);
      EngineRun<CpDetector> all = EngineRun.of(CpDetector::new, trace);
      EngineRun<CpDetector> few =
          EngineRun.of(s -> new CpDetector(s, new HappensBefore(), 0), trace);
      assertThat(few.reports())
          .as("seed " + seed)
          .containsExactlyInAnyOrderElementsOf(all.reports());
      dropped += few.engine().sections() < all.engine().sections() ? 1 : 0;
    }
    assertThat(dropped).isGreaterThan(100);
  }
}
