package io.racedet.trace;

import io.racedet.event.Names;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Opens trace files by their names and first bytes. Files named {@code .gz} are compressed. */
public final class TraceFile {
  private static final String GZIP = ".gz";
  private static final int GZIP_BUFFER = 1 << 16;

  private TraceFile() {}

  /**
   * {@return a reader of a file, within {@link TraceLimits#DEFAULT}}
   *
   * @param file the file
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @throws IOException when the file cannot be read
   */
  public static TraceReader open(Path file, TraceFormat format, boolean lenient)
      throws IOException {
    return open(file, format, lenient, TraceLimits.DEFAULT);
  }

  /**
   * {@return a reader of a file, within limits}
   *
   * @param file the file
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @param limits the limits beyond which the trace is refused
   * @throws IOException when the file cannot be read
   */
  public static TraceReader open(Path file, TraceFormat format, boolean lenient, TraceLimits limits)
      throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      InputStream plain = isGzip(file) ? gunzip(in) : in;
      TraceReader reader = open(plain, file.toString(), format, lenient, limits);
      if (reader instanceof BlockTraceReader blocks && Files.isRegularFile(file)) {
        blocks.stateLength(length(file, blocks.isLong()));
      }
      return reader;
    } catch (EOFException | ZipException e) {
      in.close();
      throw new TraceFormatException(
          file.toString(), "byte 0", TraceFormatException.damage(e), "a gzip file");
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * {@return a reader of a stream, within {@link TraceLimits#DEFAULT}}
   *
   * @param in the stream, not compressed; the reader closes it
   * @param source its name in messages
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @throws IOException when the stream cannot be read
   */
  public static TraceReader open(InputStream in, String source, TraceFormat format, boolean lenient)
      throws IOException {
    return open(in, source, format, lenient, TraceLimits.DEFAULT);
  }

  /**
   * {@return a reader of a stream, within limits}
   *
   * @param in the stream, not compressed; the reader closes it
   * @param source its name in messages
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @param limits the limits beyond which the trace is refused
   * @throws IOException when the stream cannot be read
   */
  public static TraceReader open(
      InputStream in, String source, TraceFormat format, boolean lenient, TraceLimits limits)
      throws IOException {
    if (format != null) {
      return format.reader(in, source, lenient, limits);
    }
    byte[] head = in.readNBytes(TraceCodec.HEAD);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    return TraceFormat.of(head).reader(whole, source, lenient, limits);
  }

  /**
   * Finds the length of a trace before it is read. A compressed file must be read to its end for
   * this, which pays only if that takes far less time than the events.
   */
  private static StatedLength.Source length(Path file, boolean isLong) {
    if (!isGzip(file)) {
      return () -> StatedLength.ofEnd(file);
    }
    return isLong
        ? () -> StatedLength.ofStream(gunzip(Files.newInputStream(file)))
        : () -> StatedLength.UNKNOWN;
  }

  /**
   * {@return a writer of a file, which replaces an existing one}
   *
   * @param file the file
   * @param format its format, or null to derive it from the file's extension
   * @param names called for each id when it is first used, and again in later splits of a long file
   * @throws IllegalArgumentException if no format has the extension
   * @throws IOException when the file cannot be written
   */
  public static TraceWriter create(Path file, TraceFormat format, Names names) throws IOException {
    TraceFormat chosen = format != null ? format : formatOf(file);
    OutputStream out = Files.newOutputStream(file);
    try {
      return chosen.writer(
          isGzip(file) ? new GZIPOutputStream(out, GZIP_BUFFER, true) : out, names);
    } catch (IOException | RuntimeException e) {
      out.close();
      throw e;
    }
  }

  private static InputStream gunzip(InputStream in) throws IOException {
    return new GZIPInputStream(new BufferedInputStream(in, GZIP_BUFFER), GZIP_BUFFER);
  }

  /**
   * {@return whether a file is compressed with gzip: its name ends in {@code .gz}}
   *
   * @param file the file
   */
  public static boolean isGzip(Path file) {
    return file.toString().endsWith(GZIP);
  }

  /**
   * {@return the format that has a file's extension}
   *
   * @param file the file; an ending {@code .gz} after the extension is ignored
   * @throws IllegalArgumentException if no format has the extension
   */
  public static TraceFormat formatOf(Path file) {
    String name = file.getFileName().toString();
    String plain = isGzip(file) ? name.substring(0, name.length() - GZIP.length()) : name;
    return TraceFormat.all().stream()
        .filter(format -> plain.endsWith('.' + format.formatName()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    file
                        + ": unknown extension (expected: "
                        + TraceFormat.known()
                        + ", or an explicit format)"));
  }
}
