package io.racedet.samples.deadlock;

import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.RaceCase;
import org.junit.jupiter.api.Tag;

/** The broken programs under plain {@code @RaceFree}: each fails. */
@Tag(RaceCase.RACY)
class BrokenTest {
  @RaceFreeTest
  void broken01() throws Exception {
    new B01_MonitorsInBothOrders().run();
  }

  @RaceFreeTest
  void broken02() throws Exception {
    new B02_LocksInBothOrders().run();
  }

  @RaceFreeTest
  void broken03() throws Exception {
    new B03_ReadThenWrite().run();
  }

  @RaceFreeTest
  void broken04() throws Exception {
    new B04_StampsInBothOrders().run();
  }

  @RaceFreeTest
  void broken05() throws Exception {
    new B05_LockAndMonitor().run();
  }

  @RaceFreeTest
  void broken06() throws Exception {
    new B06_Philosophers().run();
  }

  @RaceFreeTest
  void broken07() throws Exception {
    new B07_OneThreadPastTheGate().run();
  }

  @RaceFreeTest
  void broken08() throws Exception {
    new B08_Unordered().run();
  }

  @RaceFreeTest
  void broken09() throws Exception {
    new B09_LockInterruptibly().run();
  }

  @RaceFreeTest
  void broken10() throws Exception {
    new B10_WaitInside().run();
  }

  @RaceFreeTest
  void broken11() throws Exception {
    new B11_StarvedPool().run();
  }

  @RaceFreeTest
  void broken12() throws Exception {
    new B12_JoinOfEachOther().run();
  }
}
