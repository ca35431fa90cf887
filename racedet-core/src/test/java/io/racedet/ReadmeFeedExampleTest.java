package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The example of a custom feed in the README, which shows the body of the first method. */
class ReadmeFeedExampleTest {
  private static String example() {
    // README: begin
    RaceFeed feed = RaceFeed.with("fasttrack", "pwr-ee-l").open();

    feed.fork("main", "worker", "");
    feed.write("main", "order.total", "Shop.java:12");
    feed.acquire("main", "cart", "Shop.java:13");
    feed.release("main", "cart", "Shop.java:15");
    feed.acquire("worker", "cart", "Shop.java:31");
    feed.release("worker", "cart", "Shop.java:33");
    feed.read("worker", "order.total", "Shop.java:34");

    RaceReport report = feed.finish();
    System.out.print(report.text());
    // README: end
    return report.text();
  }

  @Test
  void example_reportsTheRaceThatAnotherScheduleShows() {
    assertThat(example())
        .isEqualTo(
            """
            write-read race on order.total (PREDICTED, pwr-ee-l)
              #2 main writes at Shop.java:12, holding no lock
              #7 worker reads at Shop.java:34, holding no lock
              why: ordered in this trace, but no rule of the engine's relation keeps that order

            1 race in 7 events
            """);
  }
}
