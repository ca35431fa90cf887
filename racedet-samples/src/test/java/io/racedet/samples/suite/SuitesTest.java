package io.racedet.samples.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFoundError;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every test of a library's suite that passes by itself passes when it is checked, or shows a race
 * that has been examined and is real.
 */
@Tag("soak")
class SuitesTest {
  private static final Pattern HEADLINE =
      Pattern.compile("-(?:write|read) race \\([A-Z]+\\) on (.+?): ");

  /** How often a test is run again that may have timed out. */
  private static final int TRIES = 3;

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

  @Test
  void commonsDbcp_passesAsBefore_exceptForItsRaces() throws Exception {
    SuiteRun plain = SuiteRun.plain(Suite.DBCP);
    assertThat(plain.outcomes()).hasSize(1507);
    compare(Suite.DBCP, plain);
  }

  private static void compare(Suite suite, SuiteRun plain) throws Exception {
    SuiteRun checked = SuiteRun.checked(suite);
    assertThat(checked.outcomes()).containsOnlyKeys(plain.outcomes().keySet());
    Map<String, Set<String>> races = new TreeMap<>();
    checked.outcomes().forEach((test, failure) -> addRaces(test, failure, races));
    Set<String> slow = differing(plain, checked);
    Map<String, String> surprises = retried(suite, slow, races);
    System.out.printf(
        "%s: %d tests, %.0f s, checked %.0f s (%.2f times)%n%s%nraces: %s%n"
            + "failed when checked: %s, also when run again: %s%n",
        suite.name(),
        plain.outcomes().size(),
        plain.seconds(),
        checked.seconds(),
        checked.seconds() / plain.seconds(),
        checked.output().lines().filter(line -> line.startsWith("racedet: ")).findAny().orElse(""),
        races,
        slow,
        surprises.keySet());
    assertThat(surprises).isEmpty();
    assertThat(races.values()).allMatch(found -> suite.races().keySet().containsAll(found));
    assertThat(checked.output()).contains("tests checked");
  }

  private static void addRaces(String test, String failure, Map<String, Set<String>> races) {
    Set<String> found = races(failure);
    if (!found.isEmpty()) {
      races.computeIfAbsent(test, none -> new TreeSet<>()).addAll(found);
    }
  }

  /** The tests that fail only when they are checked, and not because of a race. */
  private static Set<String> differing(SuiteRun plain, SuiteRun checked) {
    Set<String> differing = new TreeSet<>();
    checked
        .outcomes()
        .forEach(
            (test, failure) -> {
              boolean asBefore = failure.isEmpty() || !plain.outcomes().get(test).isEmpty();
              if (!asBefore && !isByRacesAlone(failure)) {
                differing.add(test);
              }
            });
    return differing;
  }

  /* Some of these tests compare times, and also fail unchecked on a busy machine. */
  private static Map<String, String> retried(
      Suite suite, Set<String> tests, Map<String, Set<String>> races) throws Exception {
    Map<String, String> failing = new TreeMap<>();
    tests.forEach(test -> failing.put(test, ""));
    for (int tries = 0; tries < TRIES && !failing.isEmpty(); tries++) {
      Map<String, String> outcomes = SuiteRun.checkedAgain(suite, failing.keySet()).outcomes();
      outcomes.forEach((test, failure) -> addRaces(test, failure, races));
      failing.replaceAll((test, failure) -> outcomes.getOrDefault(test, "not run again"));
      failing.values().removeIf(failure -> failure.isEmpty() || isByRacesAlone(failure));
    }
    return failing;
  }

  /* The races of a test that fails by itself are suppressed exceptions of its failure. */
  private static boolean isByRacesAlone(String failure) {
    return failure.stripLeading().startsWith(RaceFoundError.class.getName());
  }

  private static Set<String> races(String failure) {
    Set<String> variables = new TreeSet<>();
    for (Matcher headline = HEADLINE.matcher(failure); headline.find(); ) {
      variables.add(headline.group(1));
    }
    return variables;
  }
}
