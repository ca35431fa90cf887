package io.racedet.report.json;

import io.racedet.report.KnownRaces;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A file of known races as JSON, sorted as given and indented, so that versions can be compared.
 */
public final class JsonKnownRaces {
  private static final String VERSION = "knownRacesVersion";
  private static final int NUMBER = 1;

  private JsonKnownRaces() {}

  /**
   * Writes a file.
   *
   * @param known its content
   * @param out receives UTF-8; is left open
   * @throws IOException if it cannot be written
   */
  public static void write(KnownRaces known, OutputStream out) throws IOException {
    RecordFile.write(known, VERSION, NUMBER, out);
  }

  /**
   * {@return the content of a file}
   *
   * @param in contains UTF-8; is left open
   * @throws ReportFormatException if it is no such file, is truncated, or has another version
   * @throws IOException if it cannot be read
   */
  public static KnownRaces read(InputStream in) throws IOException {
    return RecordFile.read(in, KnownRaces.class, VERSION, NUMBER);
  }
}
