package io.racedet.samples.order;

import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.TestRun;
import org.junit.jupiter.api.Tag;

/** The programs of this package under plain {@code @RaceFree}: each fails by its own assertion. */
@Tag(TestRun.FAILING)
class OrderBugsTest {
  @RaceFreeTest
  void reorder3() throws Exception {
    new Reorder(3).run();
  }

  @RaceFreeTest
  void reorder4() throws Exception {
    new Reorder(4).run();
  }

  @RaceFreeTest
  void reorder5() throws Exception {
    new Reorder(5).run();
  }

  @RaceFreeTest
  void reorder10() throws Exception {
    new Reorder(10).run();
  }

  @RaceFreeTest
  void reorder20() throws Exception {
    new Reorder(20).run();
  }

  @RaceFreeTest
  void twoStage() throws Exception {
    new TwoStage(1).run();
  }

  @RaceFreeTest
  void twoStage20() throws Exception {
    new TwoStage(19).run();
  }

  @RaceFreeTest
  void wrongLock() throws Exception {
    new WrongLock().run();
  }

  @RaceFreeTest
  void lazy() throws Exception {
    new Lazy().run();
  }

  @RaceFreeTest
  void stack() throws Exception {
    new Stack().run();
  }

  @RaceFreeTest
  void tokenRing() throws Exception {
    new TokenRing().run();
  }

  @RaceFreeTest
  void oldStringBuffer() throws Exception {
    new OldStringBuffer().run();
  }

  @RaceFreeTest
  void circularBuffer() throws Exception {
    new CircularBuffer().run();
  }

  @RaceFreeTest
  void twoStageBuffer() throws Exception {
    new TwoStageBuffer().run();
  }
}
