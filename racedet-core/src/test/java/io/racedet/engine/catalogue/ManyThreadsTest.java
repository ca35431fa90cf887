package io.racedet.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.RaceReport;
import io.racedet.event.Op;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of thousands of threads, as virtual threads make them. */
class ManyThreadsTest {
  private static final int MAIN = 0;
  private static final int THOUSANDS = 2_000;
  private static final int TENS_OF_THOUSANDS = 5_000;
  private static final int WAVES = 3;
  private static final int SHARED = 0;
  private static final int GUARDED = 1;
  private static final int LOCK = 0;
  private static final int CHANNEL = 0;
  private static final int COUNTER = 0;

  @ParameterizedTest
  @ValueSource(strings = {"fasttrack", "goldilocks", "djit", "shb", "tsan", "tsan-wrd"})
  void thousandsOfThreads_thatShareReadsALockACounterAndAChannel_haveNoRace(String engine) {
    assertNoRace(engine, THOUSANDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fasttrack",
        "goldilocks",
        "djit",
        "shb",
        "tsan",
        "tsan-wrd",
        "wcp",
        "sdp",
        "wdp",
        "cp",
        "cp-window",
        "syncp",
        "syncp-window",
        "pwr-l",
        "pwr-ee-l"
      })
  @Tag("soak")
  void tensOfThousandsOfThreads_underAnyEngine_haveNoRace(String engine) {
    assertNoRace(engine, TENS_OF_THOUSANDS);
  }

  /** Each wave of threads knows of all threads of the waves before it. */
  private static void assertNoRace(String engine, int threadsOfAWave) {
    RaceAnalysis analysis = RaceAnalysis.with(engine).start();
    int events = 0;
    for (int wave = 0; wave < WAVES; wave++) {
      int first = 1 + wave * threadsOfAWave;
      analysis.event(Op.WRITE, MAIN, SHARED, 0);
      for (int thread = first; thread < first + threadsOfAWave; thread++) {
        analysis.event(Op.FORK, MAIN, thread, 1);
      }
      events += 1 + threadsOfAWave;
      for (int round = 0; round < 2; round++) {
        for (int thread = first; thread < first + threadsOfAWave; thread++) {
          analysis.event(Op.READ, thread, SHARED, 2);
          analysis.event(Op.ACQUIRE, thread, LOCK, 3);
          analysis.event(Op.WRITE, thread, GUARDED, 4);
          analysis.event(Op.RELEASE, thread, LOCK, 5);
          analysis.event(Op.SYNC_READ, thread, COUNTER, 6);
          analysis.event(Op.SYNC_WRITE, thread, COUNTER, 6);
          analysis.event(Op.SEND, thread, CHANNEL, 7);
          events += 7;
        }
      }
      analysis.event(Op.RECEIVE, MAIN, CHANNEL, 8);
      events++;
      for (int thread = first; thread < first + threadsOfAWave; thread++) {
        analysis.event(Op.JOIN, MAIN, thread, 9);
        events++;
      }
    }

    RaceReport report = analysis.finish();

    assertThat(report.events()).isEqualTo(events);
    assertThat(report.races()).isEmpty();
  }
}
