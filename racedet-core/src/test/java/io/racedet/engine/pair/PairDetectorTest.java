package io.racedet.engine.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineFeed;
import io.racedet.engine.EngineRun;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the detector of pairs forgets, marks and says of its limits. */
class PairDetectorTest {
  private static final PairLimits FEW = new PairLimits(Integer.MAX_VALUE, 1);

  /** A detector without a limit. */
  enum Subject {
    PWR(setup -> PairDetector.pwr(PairLimits.NONE, setup)),
    SHB(setup -> PairDetector.shb(PairLimits.NONE, setup));

    private final EngineFeed.Maker<Engine> maker;

    Subject(EngineFeed.Maker<Engine> maker) {
      this.maker = maker;
    }
  }

  private final EngineRun.Reports reports = new EngineRun.Reports();

  /** Every access can be the first of a later race, whatever its kind and thread. */
  @ParameterizedTest
  @EnumSource
  void contexts_ofAllAccesses_areMarked_untilTheVariableIsForgotten(Subject subject) {
    EngineFeed<Engine> feed = new EngineFeed<>(subject.maker, reports);
    for (int thread = 0; thread < 3; thread++) {
      feed.event(Op.READ, thread, 5, 0);
      feed.event(Op.WRITE, thread, 5, 0);
      feed.event(Op.ATOMIC_WRITE, thread, 5, 0);
    }
    feed.event(Op.ACQUIRE, 3, 0, 0); // by no access
    feed.event(Op.READ, 4, 6, 0);
    int root = feed.contexts().root(4);
    BitSet expected = new BitSet();
    expected.set(feed.contexts().root(0));
    expected.set(feed.contexts().root(1));
    expected.set(feed.contexts().root(2));
    expected.set(root);
    assertThat(feed.live()).isEqualTo(expected);
    feed.forget(Operand.VARIABLE, 5);
    assertThat(feed.live().stream()).containsExactly(root);
  }

  /**
   * The limit keeps the newest section. The one inside of which the other thread knows an event has
   * been dropped if there are later ones.
   */
  @Test
  void sections_areSaidToLack_whereOneMayHaveBeenDropped() {
    assertThat(limitsAfter(0)).isEmpty();
    assertThat(limitsAfter(3)).singleElement().asString().contains("--sections");
  }

  private List<?> limitsAfter(int moreSections) {
    EngineFeed<Engine> feed = new EngineFeed<>(setup -> PairDetector.pwr(FEW, setup), reports);
    feed.event(Op.ACQUIRE, 0, 0, 0);
    feed.event(Op.SYNC_WRITE, 0, 0, 0);
    feed.event(Op.RELEASE, 0, 0, 0);
    for (int i = 0; i < moreSections; i++) {
      feed.event(Op.ACQUIRE, 0, 0, 0);
      feed.event(Op.SYNC_WRITE, 0, 1, 0);
      feed.event(Op.RELEASE, 0, 0, 0);
    }
    feed.event(Op.SYNC_READ, 1, 0, 0);
    feed.event(Op.ACQUIRE, 1, 0, 0);
    feed.event(Op.RELEASE, 1, 0, 0);
    return feed.finish().limits();
  }
}
