package io.racedet.report.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects, generators and parsers of JSON; streams are left open. */
public final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private JsonText() {}

  /** An object of fields, given as a name and a value each, in this order; null is no field. */
  public static Map<String, Object> object(Object... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i + 1] != null) {
        object.put((String) fields[i], fields[i + 1]);
      }
    }
    return object;
  }

  /** Makes a generator of UTF-8. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    // The generator's own encoder fails on half a surrogate pair, which a thread's name may have.
    return FACTORY.createGenerator(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /** Writes a value as {@link RecordWriter} does, indented, and a line feed. */
  public static void write(Object value, OutputStream out) throws IOException {
    try (JsonGenerator json = generator(out)) {
      json.useDefaultPrettyPrinter();
      new RecordWriter(json).value(value);
      json.writeRaw('\n');
    }
  }

  /** Makes a parser of UTF-8. */
  public static JsonParser parser(InputStream in) throws IOException {
    return FACTORY.createParser(in);
  }
}
