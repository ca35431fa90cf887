package io.racedet.junit.forced;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ForkedJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is left out of recordings changes no verdict: random programs whose first thread acts alone
 * for a while, and whose threads take their steps in one order, have the same races of all engines
 * with the same grades, whatever is left out.
 *
 * <p>System properties: {@code racedet.forced.seed} for the first program, {@code
 * racedet.forced.programs} for the number of those of the long test.
 */
class SwitchesTest {
  private static final int SOME = 25;
  private static final int MANY = Integer.getInteger("racedet.forced.programs", 10_000);

  private static final Pattern RESULT =
      Pattern.compile(
          "programs (\\d+), with races (\\d+), of which something was left out alone (\\d+),"
              + " as unshared (\\d+), different (\\d+)");

  @TempDir private Path directory;

  @Test
  void somePrograms_haveTheSameRaces() throws Exception {
    assertSame(Duration.ofMinutes(5), List.of(), SOME, 1);
  }

  @Test
  @Tag("soak")
  void manyPrograms_haveTheSameRaces() throws Exception {
    long fresh = new Random().nextInt(1 << 30);
    assertSame(Duration.ofHours(3), List.of("-XX:TieredStopAtLevel=4"), MANY, fresh);
  }

  private void assertSame(Duration limit, List<String> options, int programs, long otherwise)
      throws Exception {
    long seed = Long.getLong("racedet.forced.seed", otherwise);
    System.out.println("programs from -Dracedet.forced.seed=" + seed);
    ForkedJvm jvm =
        ForkedJvm.runFor(
            limit,
            directory,
            options,
            ForkedJvm.classPathWithout(),
            ForcedMain.class.getName(),
            Long.toString(seed),
            Integer.toString(programs));
    Matcher result = RESULT.matcher(jvm.output());
    assertThat(result.find()).as(jvm.output()).isTrue();
    System.out.println(result.group());
    assertThat(number(result, 5)).as(jvm.output()).isZero();
    assertThat(number(result, 1)).isEqualTo(programs);
    assertThat(number(result, 2)).isGreaterThan(programs / 3);
    assertThat(number(result, 3)).isGreaterThan(programs / 2);
    assertThat(number(result, 4)).isGreaterThan(programs / 2);
  }

  private static int number(Matcher result, int group) {
    return Integer.parseInt(result.group(group));
  }
}
