package io.racedet.trace;

import io.racedet.event.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The catalogue of trace formats. A new format is one line here. */
public enum TraceFormat {
  /** Binary: blocks of events, each with a checksum. */
  RDT(new RdtCodec()),
  /** Binary: a grammar that derives the trace. */
  SLP(new SlpCodec()),
  /** Text, one event per line; the format of all files that no other format recognises. */
  STD(new StdCodec());

  private final transient TraceCodec codec;

  TraceFormat(TraceCodec codec) {
    this.codec = codec;
  }

  /**
   * Returns the name of the format.
   *
   * @return for example {@code std}; also the extension of its files
   */
  public String formatName() {
    return codec.name();
  }

  /**
   * Finds a format.
   *
   * @param name its name
   * @return the format
   * @throws IllegalArgumentException if there is none; the message lists the known ones
   */
  public static TraceFormat named(String name) {
    for (TraceFormat format : values()) {
      if (format.codec.name().equals(name)) {
        return format;
      }
    }
    throw new IllegalArgumentException(
        "format: " + name + " (expected: one of " + String.join(", ", names()) + ")");
  }

  /**
   * Returns the names of all formats.
   *
   * @return the names, in the order of this catalogue
   */
  public static List<String> names() {
    return Arrays.stream(values())
        .map(TraceFormat::formatName)
        .collect(Collectors.toUnmodifiableList());
  }

  /** The format of a file that begins with these bytes. */
  static TraceFormat of(byte[] head) {
    return Arrays.stream(values())
        .filter(format -> format.codec.recognises(head))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Reads a trace from the current position of a stream.
   *
   * @param in the stream; the reader closes it
   * @param source its name in messages
   * @param lenient whether parts that cannot be read are left out and counted
   * @return a reader
   * @throws IOException when the trace cannot be read
   */
  public TraceReader reader(InputStream in, String source, boolean lenient) throws IOException {
    return reader(in, source, lenient, TraceLimits.DEFAULT);
  }

  /**
   * Reads a trace from the current position of a stream, within limits.
   *
   * @param in the stream; the reader closes it
   * @param source its name in messages
   * @param lenient whether parts that cannot be read are left out and counted
   * @param limits beyond which the trace is refused
   * @return a reader
   * @throws IOException when the trace cannot be read
   */
  public TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits)
      throws IOException {
    return codec.reader(in, source, lenient, limits);
  }

  /**
   * Writes a trace to a stream.
   *
   * @param out the stream; the writer closes it
   * @param names called for each id when it is first used, and again in later splits of a long file
   * @return a writer
   * @throws IOException when the stream cannot be written
   */
  public TraceWriter writer(OutputStream out, Names names) throws IOException {
    return codec.writer(out, names);
  }
}
