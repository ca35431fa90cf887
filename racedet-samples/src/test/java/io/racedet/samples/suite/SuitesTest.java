package io.racedet.samples.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every test of a library's suite that passes by itself passes when it is checked, or shows a race
 * that has been looked into and is real.
 */
@Tag("soak")
class SuitesTest {
  private static final Pattern HEADLINE =
      Pattern.compile("-(?:write|read) race \\([A-Z]+\\) on (.+?): ");

  /** These wait for a time to pass, or compare times, and fail on a busy machine by themselves. */
  private static final Set<String> TIMED =
      Set.of(
          "org.apache.commons.pool2.impl.TestBaseGenericObjectPool.testJMXRegistrationLatency()",
          "org.apache.commons.pool2.impl.TestGenericObjectPool.testBorrowObjectFairness()");

  @Test
  void commonsLang_concurrent_passesAsBefore() throws Exception {
    SuiteRun plain = SuiteRun.plain(Suite.LANG);
    assertThat(plain.outcomes()).hasSize(287);
    assertThat(plain.outcomes().values()).containsOnly("");
    compare(Suite.LANG, plain);
  }

  @Test
  void commonsPool_passesAsBefore_exceptForItsRaces() throws Exception {
    SuiteRun plain = SuiteRun.plain(Suite.POOL);
    assertThat(plain.outcomes()).hasSize(355);
    compare(Suite.POOL, plain);
  }

  private static void compare(Suite suite, SuiteRun plain) throws Exception {
    SuiteRun checked = SuiteRun.checked(suite);
    assertThat(checked.outcomes()).containsOnlyKeys(plain.outcomes().keySet());
    Set<String> races = new TreeSet<>();
    List<String> surprises = new ArrayList<>();
    for (Map.Entry<String, String> test : checked.outcomes().entrySet()) {
      Set<String> found = races(test.getValue());
      races.addAll(found);
      boolean isOfItsOwn =
          test.getValue().isEmpty()
              || !plain.outcomes().get(test.getKey()).isEmpty()
              || TIMED.contains(test.getKey());
      if (!suite.races().keySet().containsAll(found) || found.isEmpty() && !isOfItsOwn) {
        surprises.add(test.getKey() + "\n" + test.getValue());
      }
    }
    System.out.printf(
        "%s: %d tests, %.0f s, checked %.0f s (%.2f times)%n%s%nraces: %s%n",
        suite.name(),
        plain.outcomes().size(),
        plain.seconds(),
        checked.seconds(),
        checked.seconds() / plain.seconds(),
        checked.output().lines().filter(line -> line.startsWith("racedet: ")).findAny().orElse(""),
        races);
    assertThat(surprises).isEmpty();
    assertThat(checked.output()).contains("tests checked");
  }

  private static Set<String> races(String failure) {
    Set<String> variables = new TreeSet<>();
    for (Matcher headline = HEADLINE.matcher(failure); headline.find(); ) {
      variables.add(headline.group(1));
    }
    return variables;
  }
}
