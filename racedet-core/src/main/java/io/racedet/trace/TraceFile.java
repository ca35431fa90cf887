package io.racedet.trace;

import io.racedet.event.Names;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/** Opens trace files by their names and first bytes. Files named {@code .gz} are compressed. */
public final class TraceFile {
  private static final String GZIP = ".gz";
  private static final int GZIP_BUFFER = 1 << 16;

  private TraceFile() {}

  /**
   * Opens a file for reading.
   *
   * @param file the file
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @return a reader
   * @throws IOException when the file cannot be read
   */
  public static TraceReader open(Path file, TraceFormat format, boolean lenient)
      throws IOException {
    InputStream in = Files.newInputStream(file);
    try {
      return open(isGzip(file) ? gunzip(in) : in, file.toString(), format, lenient);
    } catch (ZipException e) {
      in.close();
      throw new TraceFormatException(file.toString(), "byte 0", e.getMessage(), "a gzip file");
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Opens a stream for reading.
   *
   * @param in the stream, not compressed; the reader closes it
   * @param source its name in messages
   * @param format its format, or null to detect it by its first bytes
   * @param lenient whether parts that cannot be read are left out and counted
   * @return a reader
   * @throws IOException when the stream cannot be read
   */
  public static TraceReader open(InputStream in, String source, TraceFormat format, boolean lenient)
      throws IOException {
    if (format != null) {
      return format.reader(in, source, lenient);
    }
    byte[] head = in.readNBytes(TraceCodec.HEAD);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    return TraceFormat.of(head).reader(whole, source, lenient);
  }

  /**
   * Creates a file for writing, replacing an existing one.
   *
   * @param file the file
   * @param format its format, or null to derive it from the file's extension
   * @param names called once for each id, when it is first used
   * @return a writer
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
   * Returns whether a file is compressed with gzip.
   *
   * @param file the file
   * @return whether its name ends in {@code .gz}
   */
  public static boolean isGzip(Path file) {
    return file.toString().endsWith(GZIP);
  }

  /**
   * Returns the format that has a file's extension.
   *
   * @param file the file; an ending {@code .gz} after the extension is ignored
   * @return the format
   * @throws IllegalArgumentException if no format has the extension
   */
  public static TraceFormat formatOf(Path file) {
    String name = file.getFileName().toString();
    String plain = isGzip(file) ? name.substring(0, name.length() - GZIP.length()) : name;
    return Arrays.stream(TraceFormat.values())
        .filter(format -> plain.endsWith('.' + format.formatName()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    file
                        + ": unknown extension (expected: one of "
                        + String.join(", ", TraceFormat.names())
                        + ", or an explicit format)"));
  }
}
