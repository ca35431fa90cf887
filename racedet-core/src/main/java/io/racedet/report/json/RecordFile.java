package io.racedet.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.racedet.report.record.JsonText;
import io.racedet.report.record.RecordReader;
import io.racedet.report.record.RecordWriter;
import io.racedet.report.record.UnexpectedValueException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A file that consists of one record and the version of its form. */
final class RecordFile {
  private RecordFile() {}

  static void write(Record content, String version, int number, OutputStream out)
      throws IOException {
    try (JsonGenerator json = JsonText.generator(out)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField(version, number);
      new RecordWriter(json).fields(content);
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }

  static <T extends Record> T read(InputStream in, Class<T> type, String version, int expected)
      throws IOException {
    try (JsonParser parser = JsonText.parser(in)) {
      return RecordReader.read(parser, type, version, expected);
    } catch (UnexpectedValueException e) {
      throw new ReportFormatException(e.getMessage(), e);
    } catch (JsonProcessingException e) {
      throw new ReportFormatException("incomplete JSON: " + e.getOriginalMessage(), e);
    }
  }
}
