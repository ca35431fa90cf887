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

/** Generators and parsers of JSON that leave their streams open. */
public final class JsonText {
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private JsonText() {}

  /** Makes a generator of UTF-8. */
  public static JsonGenerator generator(OutputStream out) throws IOException {
    // The generator's own encoder fails on half a surrogate pair, which a thread's name may have.
    return FACTORY.createGenerator(new OutputStreamWriter(out, StandardCharsets.UTF_8));
  }

  /** Makes a parser of UTF-8. */
  public static JsonParser parser(InputStream in) throws IOException {
    return FACTORY.createParser(in);
  }
}
