package io.racedet.cli.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private static final String ERASE = "\r\u001b[K";
  private static final long MILLISECOND = 1_000_000;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now = 5;

  private ProgressLine line(boolean isTerminal) {
    return new ProgressLine(
        new PrintStream(err, false, UTF_8), "a.std", () -> now, () -> isTerminal);
  }

  private String shown() {
    return err.toString(UTF_8);
  }

  @Test
  void workOfUnderTwoSeconds_showsNothing() {
    ProgressLine line = line(true);
    now += 1999 * MILLISECOND;
    line.accept(7_000_000);
    line.close();
    assertThat(shown()).isEmpty();
  }

  @Test
  void longWork_isShownTwiceASecondAtMost_andErasedAtTheEnd() {
    ProgressLine line = line(true);
    for (int tick = 0; tick <= 40; tick++) { // 4 s
      line.accept(tick * 500_000L);
      now += 100 * MILLISECOND;
    }
    line.close();
    assertThat(shown())
        .isEqualTo(
            ERASE
                + "a.std: 10 M events in 2 s"
                + ERASE
                + "a.std: 12 M events in 2 s"
                + ERASE
                + "a.std: 15 M events in 3 s"
                + ERASE
                + "a.std: 17 M events in 3 s"
                + ERASE
                + "a.std: 20 M events in 4 s"
                + ERASE);
  }

  @Test
  void noTerminal_showsNothing() {
    ProgressLine line = line(false);
    for (int second = 0; second < 10; second++) {
      line.accept(second);
      now += 1000 * MILLISECOND;
    }
    line.close();
    assertThat(shown()).isEmpty();
  }
}
