package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.racedet.race.AnalysisFailure;
import io.racedet.race.Race;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When races are told of, and what is left when a listener throws. */
class FeedFailureTest {
  private static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1;

    Broken() {
      super("broken");
    }
  }

  private static void races(NamedEvents feed, String... variables) {
    for (String variable : variables) {
      feed.write("T1", variable, variable + ":1");
      feed.write("T2", variable, variable + ":2");
    }
  }

  @Test
  void listenerThatThrows_losesNoEventAndNoRace_andIsInTheReport() {
    List<Race> told = new ArrayList<>();
    SharedFeed feed =
        new SharedFeed(
            RaceFeed.with("fasttrack")
                .delay(2)
                .onRace(
                    race -> {
                      told.add(race);
                      throw new Broken();
                    })
                .open());
    races(feed, "x", "y");
    assertThat(told).hasSize(2);
    assertThat(feed.report().failures()).hasSize(1);
    races(feed, "z");

    RaceReport report = feed.finish();

    assertThat(report.events()).isEqualTo(6);
    assertThat(report.races()).isEqualTo(told).hasSize(3);
    assertThat(report.failures()).extracting(AnalysisFailure::source).containsExactly("onRace");
    assertThat(report.failures().get(0).event()).isEqualTo(2);
    assertThat(report.failures().get(0).cause()).isInstanceOf(Broken.class);
    assertThat(report.text())
        .endsWith("3 races in 6 events\nonRace failed at event 2: " + new Broken() + "\n");
  }

  @Test
  void listenerThatThrowsAtTheEnd_isInTheReport() {
    RaceFeed feed =
        RaceFeed.with("fasttrack")
            .onRace(
                race -> {
                  throw new Broken();
                })
            .open();
    races(feed, "x");

    assertThat(feed.finish().failures()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 4095, 4096})
  void onRace_isAtMostTheDelayLate_evenAfterReentrantEvents(int delay) {
    List<Race> told = new ArrayList<>();
    RaceFeed feed = RaceFeed.with("fasttrack").delay(delay).onRace(told::add).open();
    feed.acquire("T3", "m", "");
    races(feed, "x");
    int late = 1; // the access itself
    while (told.isEmpty() && late < 2 * delay) {
      feed.acquire("T3", "m", ""); // which engines do not see
      late++;
    }
    assertThat(told).hasSize(1);
    assertThat(late).isLessThanOrEqualTo(delay);
  }

  @Test
  void delay_outOfRange_isRefused() {
    for (int delay : new int[] {0, 4097}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RaceFeed.with("fasttrack").delay(delay))
          .withMessage("delay: " + delay + " (expected: 1..4096 events)");
    }
  }

  @Test
  void flush_tellsOfTheRacesSoFar_andTheTraceGoesOn() {
    List<Race> told = new ArrayList<>();
    RaceFeed feed = RaceFeed.with("fasttrack").onRace(told::add).open();
    races(feed, "x");
    assertThat(told).isEmpty();
    feed.flush();
    assertThat(told).hasSize(1);
    races(feed, "y");

    assertThat(feed.finish().races()).hasSize(2).isEqualTo(told);
    assertThatIllegalStateException().isThrownBy(feed::flush);
    assertThatIllegalStateException().isThrownBy(feed::report);
  }

  @Test
  void report_hasTheRacesSoFar_andTheTraceGoesOn() {
    RaceFeed feed = RaceFeed.with("fasttrack").lenient(true).open();
    races(feed, "x");
    feed.release("T1", "never acquired", "");
    RaceReport interim = feed.report();
    races(feed, "x", "y");

    assertThat(interim.races()).extracting(Race::count).containsExactly(1L);
    assertThat(interim.events()).isEqualTo(2);
    assertThat(interim.dropped()).isEqualTo(1);
    assertThat(feed.finish().races()).extracting(Race::count).containsExactly(3L, 1L);
  }

  @Test
  void report_whileWitnessesAreSearched_hasPredictedRacesThatTheEndDecides() {
    RaceFeed feed = RaceFeed.with("pwr-ee-l").witnesses(1000).open();
    feed.write("T1", "x", "A:1");
    feed.acquire("T1", "m", "");
    feed.release("T1", "m", "");
    feed.acquire("T2", "m", "");
    feed.release("T2", "m", "");
    feed.write("T2", "x", "A:2");

    assertThat(feed.report().races())
        .extracting(race -> race.grade().name())
        .containsExactly("PREDICTED");
    assertThat(feed.finish().races())
        .extracting(race -> race.grade().name())
        .containsExactly("WITNESSED");
  }
}
