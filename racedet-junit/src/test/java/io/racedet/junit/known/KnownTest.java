package io.racedet.junit.known;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.gate.KnownEntries;
import io.racedet.race.Grade;
import io.racedet.report.KnownRace;
import io.racedet.report.RaceKey;
import io.racedet.report.Standing;
import io.racedet.report.Standing.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of known races, as tests of several runs read and change it. */
class KnownTest {
  private static final RaceKey BALANCE = KnownEntries.entry("balance", Grade.OBSERVED, "1").key();

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("racedet-known.json");
  }

  private KnownSource source(boolean write, Gate gate) {
    return new KnownSource(Optional.of(file), write, gate);
  }

  private Known read(String run) {
    return Known.read(source(true, Gate.NEW), () -> run);
  }

  private void show(String run, String test, Grade grade) {
    assertThat(
            read(run)
                .learn(test, List.of(KnownEntries.entry("balance", grade, run, test)), List.of()))
        .isEmpty();
  }

  private void miss(String run, String test) {
    assertThat(read(run).learn(test, List.of(), List.of(BALANCE))).isEmpty();
  }

  private static State state(Known known) {
    return known.standing(BALANCE, true).state();
  }

  @Test
  void race_isNewInTheWholeRunThatFindsIt_andKnownInLaterOnes() {
    assertThat(state(read("1"))).isEqualTo(State.NEW);
    show("1", "a", Grade.WITNESSED);

    assertThat(state(read("1"))).isEqualTo(State.NEW);
    assertThat(read("2").standing(BALANCE, true))
        .isEqualTo(new Standing(State.KNOWN, "of 1", List.of()));
    show("2", "a", Grade.WITNESSED);
    assertThat(read("3").standing(BALANCE, true).since()).isEqualTo("of 1");
  }

  @Test
  void knownRace_isToleratedByTheGateForNewOnesOnly() {
    show("1", "a", Grade.WITNESSED);

    assertThat(read("1").tolerance(BALANCE, true)).isEmpty();
    assertThat(read("2").tolerance(BALANCE, true)).contains("known since of 1, racedet.gate = new");
    assertThat(Known.read(source(true, Gate.ALL), () -> "2").tolerance(BALANCE, true)).isEmpty();
    assertThat(Known.NONE.tolerance(BALANCE, true)).isEmpty();
    assertThat(state(Known.NONE)).isEqualTo(State.UNJUDGED);
  }

  /** Otherwise a race that was a warning for years would never fail a build. */
  @Test
  void raceThatWasNeverWellProved_isNew_whenItIs() {
    show("1", "a", Grade.PREDICTED);

    assertThat(read("2").standing(BALANCE, false).state()).isEqualTo(State.KNOWN);
    assertThat(read("2").standing(BALANCE, true).state()).isEqualTo(State.NEW);
    show("2", "a", Grade.CONFIRMED);
    assertThat(read("2").standing(BALANCE, true).state()).isEqualTo(State.NEW);
    assertThat(read("3").standing(BALANCE, true).state()).isEqualTo(State.KNOWN);
    show("3", "a", Grade.PREDICTED);
    assertThat(read("4").standing(BALANCE, true).state()).isEqualTo(State.KNOWN);
    assertThat(read("4").of("a")).extracting(KnownRace::grade).containsExactly(Grade.CONFIRMED);
  }

  @Test
  void entry_hasTheTestsAndTheLastSeeds() {
    for (String run : List.of("1", "2", "3", "4", "5", "6", "7")) {
      show(run, run.equals("3") ? "b" : "a", Grade.OBSERVED);
    }

    KnownRace entry = read("8").of("b").get(0);
    assertThat(read("8").of("a")).containsExactly(entry);
    assertThat(read("8").of("c")).isEmpty();
    assertThat(entry.seen().firstSeen()).isEqualTo("of 1");
    assertThat(entry.seen().lastSeen()).isEqualTo("of 7");
    assertThat(entry.again().seeds())
        .containsExactlyElementsOf(
            Stream.of("7", "6", "5", "4", "3").map(run -> "NOISE:" + run.hashCode()).toList());
  }

  @Test
  void raceThatIsMissedFiveTimesInARow_isForgotten() {
    show("1", "a", Grade.OBSERVED);
    for (String run : List.of("2", "3", "4", "5")) {
      miss(run, "a");
      miss(run, "a"); // another block of the same class
    }
    assertThat(read("6").of("a")).hasSize(1);
    show("6", "a", Grade.OBSERVED);
    miss("6", "a");
    for (String run : List.of("7", "8", "9", "10")) {
      miss(run, "a");
      assertThat(read("11").of("a")).hasSize(1);
    }
    miss("11", "a");
    assertThat(read("12").of("a")).isEmpty();
    assertThat(state(read("12"))).isEqualTo(State.NEW);
  }

  @Test
  void raceOfTwoTests_isKeptAsLongAsOneOfThemMayShowIt() {
    show("1", "a", Grade.OBSERVED);
    show("1", "b", Grade.OBSERVED);
    for (String run : List.of("2", "3", "4", "5", "6")) {
      miss(run, "a");
    }

    assertThat(read("7").of("a")).isEmpty();
    assertThat(read("7").of("b")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"schemaVersion\": 1, \"races\": []}", "\u0000"})
  void fileThatIsNone_isSaidOnce_andWrittenAnew(String content) throws IOException {
    Files.writeString(file, content);

    Known known = read("1");
    assertThat(known.problem())
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("racedet-known.json is not a file of known races: ")
                    .endsWith("; it is rewritten")
                    .doesNotContain("\n", folder.toString()));
    assertThat(state(known)).isEqualTo(State.NEW);
    assertThat(read("1").problem()).isEmpty();
    show("1", "a", Grade.OBSERVED);
    assertThat(state(read("2"))).isEqualTo(State.KNOWN);
  }

  @Test
  void fileThatIsOnlyRead_isLeftAsItIs() throws IOException {
    Files.writeString(file, "no JSON");
    Known known = Known.read(source(false, Gate.NEW), () -> "1");
    assertThat(known.problem())
        .hasValueSatisfying(text -> assertThat(text).endsWith("; it is ignored"));
    known.learn("a", List.of(KnownEntries.entry("balance", Grade.OBSERVED, "1", "a")), List.of());

    assertThat(Files.readString(file)).isEqualTo("no JSON");
  }

  @Test
  void nothingToLearn_writesNoFile() throws IOException {
    read("1").learn("a", List.of(), List.of());

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void fileThatCannotBeReadOrWritten_isSaid_andNeverReplaced() throws IOException {
    Files.createDirectories(file.resolve("in-the-way"));

    assertThat(read("1").problem())
        .hasValueSatisfying(
            text ->
                assertThat(text)
                    .startsWith("racedet-known.json cannot be read, so nothing is known"));
    assertThat(
            read("1")
                .learn(
                    "a",
                    List.of(KnownEntries.entry("balance", Grade.OBSERVED, "1", "a")),
                    List.of()))
        .hasValueSatisfying(text -> assertThat(text).startsWith("racedet-known.json could not be"));
    assertThat(file.resolve("in-the-way")).exists();
  }

  @Test
  void twoJvmsAtOnce_loseNothing() throws Exception {
    checkTwoJvmsAtOnce(20);
  }

  @Test
  @Tag("soak")
  void twoJvmsAtOnce_withMoreRaces_loseNothing() throws Exception {
    checkTwoJvmsAtOnce(60);
  }

  private void checkTwoJvmsAtOnce(int races) throws Exception {
    Process one = start("one", races);
    Process two = start("two", races);
    assertThat(output(one) + output(two)).isEmpty();

    Known known = read("3");
    for (String test : List.of("one", "two")) {
      List<String> fields = new ArrayList<>(List.of("shared"));
      for (int i = 0; i < races; i++) {
        fields.add(test + i);
      }
      assertThat(known.of(test))
          .extracting(race -> race.key().variable().replaceAll(".*\\.", ""))
          .containsExactlyInAnyOrderElementsOf(fields);
    }
    KnownRace shared =
        known.of("one").stream().filter(each -> each.isOf("two")).findFirst().orElseThrow();
    assertThat(shared.tests()).hasSize(2);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("racedet-known.json", ".racedet-known.json.lock");
    }
  }

  private Process start(String test, int races) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-cp",
            classPath,
            LearningJvm.class.getName(),
            file.toString(),
            test,
            Integer.toString(races))
        .redirectErrorStream(true)
        .start();
  }

  private static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
