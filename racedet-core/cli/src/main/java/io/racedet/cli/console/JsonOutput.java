package io.racedet.cli.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.PrintStream;

/** JSON on the standard output of a command. */
public final class JsonOutput {
  private JsonOutput() {}

  /** Makes a generator that leaves the stream open and pretty-prints. */
  public static JsonGenerator generator(PrintStream out) throws IOException {
    return JsonFactory.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .createGenerator(out)
        .useDefaultPrettyPrinter();
  }
}
