package io.racedet.junit.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.report.RaceKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of accepted races. */
class BaselineTest {
  private static final RaceKey BALANCE =
      RaceKey.of(
          "com.acme.Account.balance",
          "com.acme.Account#deposit(I)V:1",
          "com.acme.Account#deposit(I)V:0");
  private static final String LINE =
      "com.acme.Account.balance | com.acme.Account#deposit(I)V:0 | com.acme.Account#deposit(I)V:1"
          + " | ";

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("races.txt");
  }

  private Baseline read(String... lines) throws IOException {
    Files.write(file, List.of(lines));
    return Baseline.read(new BaselineSource(file, true, false));
  }

  @Test
  void line_withReason_accepts() throws IOException {
    Baseline baseline = read("# ours", "", LINE + "statistics only");
    assertThat(baseline.of(BALANCE)).hasValue(new AcceptedRace(BALANCE, "statistics only", 3));
    assertThat(baseline.name()).isEqualTo("races.txt");
  }

  @Test
  void line_withPlacesTheOtherWayRound_accepts() throws IOException {
    Baseline baseline =
        read(
            "com.acme.Account.balance|com.acme.Account#deposit(I)V:1"
                + "|com.acme.Account#deposit(I)V:0|why | not");
    assertThat(baseline.of(BALANCE)).map(AcceptedRace::reason).hasValue("why | not");
  }

  /* Earlier versions spelled the word with a hyphen. */
  @Test
  void deadlock_inALineOfAnEarlierVersion_isAccepted_andNotAddedAgain() throws IOException {
    RaceKey deadlock = RaceKey.ofDeadlock(List.of("A#f()V:0", "A#g()V:1"));
    Baseline baseline = read("dead-lock | A#f()V:0 | A#g()V:1 | never together");
    assertThat(baseline.of(deadlock)).map(AcceptedRace::reason).hasValue("never together");
    assertThat(new BaselineSource(file, true, true).add(List.of(deadlock))).isEmpty();
  }

  @Test
  void otherPlaceOnTheSameField_isNotAccepted() throws IOException {
    Baseline baseline = read(LINE + "statistics only");
    assertThat(
            baseline.of(
                RaceKey.of(BALANCE.variable(), BALANCE.first(), "com.acme.Account#withdraw(I)V:0")))
        .isEmpty();
    assertThat(baseline.of(RaceKey.of(BALANCE.variable(), BALANCE.first(), BALANCE.first())))
        .isEmpty();
    assertThat(baseline.of(RaceKey.of("com.acme.Account.limit", BALANCE.first(), BALANCE.second())))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "TODO", "todo: later"})
  void line_withoutReason_isAnErrorThatNamesFileAndLine(String reason) {
    assertThatThrownBy(() -> read("# ours", LINE + reason))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file + ":2: no reason")
        .hasMessageEndingWith("why the race on com.acme.Account.balance is accepted)");
  }

  @Test
  void lineOfADeadlock_withoutReason_isAnErrorThatSaysOfWhichDeadlock() {
    assertThatThrownBy(() -> read("deadlock | A#f()V:0 | A#g()V:1 & B#h()V:0 |"))
        .hasMessageEndingWith(
            "why the deadlock at A#f()V:0 and A#g()V:1 and B#h()V:0 is accepted)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "a | b", "<<<<<<< HEAD", "a | | c | why", "a | b | c\\"})
  void line_ofAnotherForm_isAnErrorThatNamesFileAndLine(String line) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file + ":1: ")
        .hasMessageContaining("expected: ");
  }

  @Test
  void sameRaceTwice_isAnError() {
    assertThatThrownBy(() -> read(LINE + "one", LINE + "other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file + ":2: accepts the same as line 1");
  }

  @Test
  void absentFile_thatNobodyNames_acceptsNothing() {
    assertThat(Baseline.read(new BaselineSource(file, false, false)).races()).isEmpty();
  }

  @Test
  void absentFile_thatASettingNames_isAnError() {
    assertThatThrownBy(() -> Baseline.read(new BaselineSource(file, true, false)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a | b",
        "back\\slash\\",
        "# no comment",
        " spaces ",
        "new\nline\r\u2028",
        "\u202eright to left",
        "</script><img src=x onerror=alert(1)>",
        "emoji \ud83d\ude00",
        "\\u0041"
      })
  void hostileName_isReadBackAsItWas(String name) throws IOException {
    RaceKey key = RaceKey.of(name, "place of " + name, name);
    String line = BaselineLine.of(key, "why");
    assertThat(line.lines()).hasSize(1);
    assertThat(line).doesNotContain("\n", "\r", "\u2028", "\u202e");
    assertThat(read(line).of(key)).map(AcceptedRace::reason).hasValue("why");
  }

  @Test
  void added_isThereOnce_andNeedsAReason() throws IOException {
    assertThat(BaselineFile.add(file, List.of(BALANCE))).containsExactly(BALANCE);
    assertThat(BaselineFile.add(file, List.of(BALANCE))).isEmpty();
    assertThat(Files.readAllLines(file))
        .filteredOn(line -> !line.startsWith("#"))
        .containsExactly(LINE + "TODO: why is this accepted?");
    BaselineSource writing = new BaselineSource(file, false, true);
    assertThat(Baseline.read(writing).of(BALANCE)).isPresent();
    assertThatThrownBy(() -> Baseline.read(new BaselineSource(file, false, false)))
        .hasMessageContaining("no reason");
  }

  @Test
  void added_keepsWhatIsThere_alsoWithoutAnEndOfLine() throws IOException {
    Files.writeString(file, "# ours\nx | a | b | known");
    BaselineFile.add(file, List.of(RaceKey.of("x", "b", "a"), BALANCE));
    assertThat(Files.readAllLines(file))
        .containsExactly("# ours", "x | a | b | known", LINE + "TODO: why is this accepted?");
  }

  @Test
  void added_bySeveralThreads_losesNothing() throws Exception {
    int races = 50;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<List<RaceKey>>> added =
          IntStream.range(0, 2 * races)
              .mapToObj(i -> RaceKey.of("field" + i % races, "a", "b"))
              .map(key -> threads.submit(() -> BaselineFile.add(file, List.of(key))))
              .toList();
      int lines = 0;
      for (Future<List<RaceKey>> one : added) {
        lines += one.get().size();
      }
      assertThat(lines).isEqualTo(races);
    } finally {
      threads.shutdown();
    }
    assertThat(Baseline.read(new BaselineSource(file, false, true)).races()).hasSize(races);
  }
}
