package io.racedet.trace;

import io.racedet.event.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The catalogue of trace formats. A new format is one line here, or in another jar a provider of
 * the service {@link TraceCodec}.
 */
public final class TraceFormat {
  /** Binary: blocks of events, each with a checksum. */
  public static final TraceFormat RDT = new TraceFormat(new RdtCodec());

  /** Text, one event per line; the format of all files that no other format recognises. */
  public static final TraceFormat STD = new TraceFormat(new StdCodec());

  private static final List<TraceFormat> ALL =
      Stream.of(Stream.of(RDT), found(), Stream.of(STD)).flatMap(formats -> formats).toList();

  private final TraceCodec codec;

  private TraceFormat(TraceCodec codec) {
    this.codec = codec;
  }

  /** The formats of other jars. */
  private static Stream<TraceFormat> found() {
    return ServiceLoader.load(TraceCodec.class, TraceFormat.class.getClassLoader()).stream()
        .map(codec -> new TraceFormat(codec.get()));
  }

  /** {@return every format, in the order in which a file is compared with them} */
  public static List<TraceFormat> all() {
    return ALL;
  }

  /** {@return the name of the format, for example {@code std}; also the extension of its files} */
  public String formatName() {
    return codec.name();
  }

  /**
   * {@return the format of a name}
   *
   * @param name its name
   * @throws IllegalArgumentException if there is none; the message lists the known ones
   */
  public static TraceFormat named(String name) {
    return ALL.stream()
        .filter(format -> format.codec.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("format: " + name + " (expected: " + known() + ")"));
  }

  /** The names of all formats, and which jar has more, if it is missing. */
  static String known() {
    String more = ALL.size() > 2 ? "" : "; the jar racedet-compressed has more";
    return "one of " + String.join(", ", names()) + more;
  }

  /** {@return the names of all formats, in the order of {@link #all}} */
  public static List<String> names() {
    return ALL.stream().map(TraceFormat::formatName).toList();
  }

  /** The format of a file that begins with these bytes. */
  static TraceFormat of(byte[] head) {
    return ALL.stream().filter(format -> format.codec.recognises(head)).findFirst().orElseThrow();
  }

  /**
   * {@return a reader of the trace at the current position of a stream}
   *
   * @param in the stream; the reader closes it
   * @param source its name in messages
   * @param lenient whether parts that cannot be read are left out and counted
   * @throws IOException when the trace cannot be read
   */
  public TraceReader reader(InputStream in, String source, boolean lenient) throws IOException {
    return reader(in, source, lenient, TraceLimits.DEFAULT);
  }

  /**
   * {@return a reader of the trace at the current position of a stream, within limits}
   *
   * @param in the stream; the reader closes it
   * @param source its name in messages
   * @param lenient whether parts that cannot be read are left out and counted
   * @param limits the limits beyond which the trace is refused
   * @throws IOException when the trace cannot be read
   */
  public TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits)
      throws IOException {
    return codec.reader(in, source, lenient, limits);
  }

  /**
   * {@return a writer of a trace to a stream}
   *
   * @param out the stream; the writer closes it
   * @param names called for each id when it is first used, and again in later splits of a long file
   * @throws IOException when the stream cannot be written
   */
  public TraceWriter writer(OutputStream out, Names names) throws IOException {
    return codec.writer(out, names);
  }

  @Override
  public String toString() {
    return formatName();
  }
}
