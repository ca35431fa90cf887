package io.racedet.report.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.report.BankReport;
import io.racedet.report.GoneRace;
import io.racedet.report.KnownRaces;
import io.racedet.report.RandomReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
