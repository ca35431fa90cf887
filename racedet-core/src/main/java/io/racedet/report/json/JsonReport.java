package io.racedet.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.racedet.report.RunReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * A report as {@code races.json}: complete, so that it can be read back. Its form is described by
 * the resource {@value #SCHEMA} beside this class, a JSON schema.
 */
public final class JsonReport {
  /** Name of the resource that describes the form. */
  public static final String SCHEMA = "races.schema.json";

  static final int SCHEMA_VERSION = 1;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private JsonReport() {}

  /**
   * Writes a report.
   *
   * @param report the report
   * @param out gets UTF-8; is left open
   * @throws IOException when it cannot be written
   */
  public static void write(RunReport report, OutputStream out) throws IOException {
    try (JsonGenerator json = generator(out)) {
      json.useDefaultPrettyPrinter();
      new ReportWriter(json).report(report);
      json.writeRaw('\n');
    }
  }

  /**
   * Reads a report.
   *
   * @param in has UTF-8; is left open
   * @return what was written
   * @throws ReportFormatException when it is no report, is cut off, or is one of a later version
   * @throws IOException when it cannot be read
   */
  public static RunReport read(InputStream in) throws IOException {
    try (JsonParser parser = FACTORY.createParser(in)) {
      return ReportReader.report(JsonObject.read(parser));
    } catch (JsonProcessingException e) {
      throw new ReportFormatException("no complete JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Makes a generator of UTF-8 that leaves the stream open.
   *
   * @param out where to write
   * @return the generator
   * @throws IOException when the stream cannot be written
   */
  @SuppressWarnings("exports")
  public static JsonGenerator generator(OutputStream out) throws IOException {
    // The generator's own encoder fails on half a surrogate pair, which a thread's name may have.
    return FACTORY.createGenerator(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }
}
