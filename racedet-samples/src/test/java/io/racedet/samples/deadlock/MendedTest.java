package io.racedet.samples.deadlock;

import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.RaceCase;
import org.junit.jupiter.api.Tag;

/** The mended programs under plain {@code @RaceFree}: each passes. */
@Tag(RaceCase.CLEAN)
class MendedTest {
  @RaceFreeTest
  void mended01() throws Exception {
    new M01_MonitorsInOneOrder().run();
  }

  @RaceFreeTest
  void mended02() throws Exception {
    new M02_LocksInOneOrder().run();
  }

  @RaceFreeTest
  void mended03() throws Exception {
    new M03_ReadThenRead().run();
  }

  @RaceFreeTest
  void mended04() throws Exception {
    new M04_StampsInOneOrder().run();
  }

  @RaceFreeTest
  void mended05() throws Exception {
    new M05_LockAroundMonitor().run();
  }

  @RaceFreeTest
  void mended06() throws Exception {
    new M06_PhilosophersByNumber().run();
  }

  @RaceFreeTest
  void mended07() throws Exception {
    new M07_Gate().run();
  }

  @RaceFreeTest
  void mended08() throws Exception {
    new M08_OrderedByJoin().run();
  }

  @RaceFreeTest
  void mended09() throws Exception {
    new M09_TryLock().run();
  }

  @RaceFreeTest
  void mended10() throws Exception {
    new M10_WaitOutside().run();
  }

  @RaceFreeTest
  void mended11() throws Exception {
    new M11_EnoughWorkers().run();
  }

  @RaceFreeTest
  void mended12() throws Exception {
    new M12_Composed().run();
  }
}
