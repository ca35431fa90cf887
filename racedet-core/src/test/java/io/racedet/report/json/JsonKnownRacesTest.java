package io.racedet.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.race.Grade;
import io.racedet.report.BankReport;
import io.racedet.report.DeadlockReports;
import io.racedet.report.GoneRace;
import io.racedet.report.KnownRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.RaceKey;
import io.racedet.report.RandomReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JsonKnownRacesTest {
  private static byte[] written(KnownRaces known) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonKnownRaces.write(known, out);
    return out.toByteArray();
  }

  private static KnownRaces read(byte[] bytes) throws IOException {
    return JsonKnownRaces.read(new ByteArrayInputStream(bytes));
  }

  private static KnownRaces random(long seed) {
    return new KnownRaces(
        new RandomReport(seed).next().gone().stream().map(GoneRace::race).toList());
  }

  @Property(tries = 100)
  void anyFile_writtenAndRead_isTheSame(@ForAll long seed) throws IOException {
    assertThat(read(written(random(seed)))).isEqualTo(random(seed));
  }

  /* Earlier versions spelled the word with a hyphen. */
  @Test
  void deadlockOfAnEarlierVersion_isTheSame_andIsWrittenAsNow() throws IOException {
    RaceKey key = DeadlockReports.two(Grade.WITNESSED).key();
    KnownRace now = known(key);
    String text = new String(written(new KnownRaces(List.of(now))), StandardCharsets.UTF_8);
    String before = text.replace("\"variable\" : \"deadlock\"", "\"variable\" : \"dead-lock\"");
    assertThat(before).isNotEqualTo(text);

    KnownRaces read = read(before.getBytes(StandardCharsets.UTF_8));

    assertThat(read.races()).containsExactly(now);
    assertThat(new String(written(read), StandardCharsets.UTF_8)).isEqualTo(text);
  }

  private static KnownRace known(RaceKey key) {
    return new KnownRace(
        key,
        RaceKey.DEADLOCK,
        "deadlock",
        Grade.WITNESSED,
        true,
        List.of(),
        new KnownRace.Seen("2026-01-02", "2026-01-03", "run"),
        List.of(),
        new KnownRace.Again(List.of(), List.of(), ""));
  }

  @Test
  void fileThatIsCut_isRefused() throws IOException {
    String text = new String(written(random(3)), StandardCharsets.UTF_8).strip();
    for (int length = 0; length < text.length(); length += 11) {
      byte[] cut = text.substring(0, length).getBytes(StandardCharsets.UTF_8);

      assertThatThrownBy(() -> read(cut)).isInstanceOf(ReportFormatException.class);
    }
  }

  @Test
  void fileOfAnotherForm_isRefused() throws IOException {
    ByteArrayOutputStream races = new ByteArrayOutputStream();
    JsonReport.write(BankReport.report(), races);

    assertThatThrownBy(() -> read(races.toByteArray()))
        .isInstanceOf(ReportFormatException.class)
        .hasMessageContaining("knownRacesVersion: missing");
    assertThatThrownBy(() -> read("[]".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(ReportFormatException.class);
  }
}
