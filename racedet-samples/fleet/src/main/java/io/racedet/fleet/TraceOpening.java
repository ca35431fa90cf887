package io.racedet.fleet;

import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.TraceReader;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/** Opens traces on any file system of Hadoop. */
final class TraceOpening {
  private static final int BUFFER = 1 << 16;

  private TraceOpening() {}

  /** Opens a trace for reading; the caller closes it. Files named {@code .gz} are compressed. */
  static TraceReader open(TraceInput input, Configuration hadoop, boolean lenient)
      throws IOException {
    Path path = new Path(java.net.URI.create(input.path()));
    InputStream in = new BufferedInputStream(path.getFileSystem(hadoop).open(path), BUFFER);
    try {
      InputStream plain = input.path().endsWith(".gz") ? new GZIPInputStream(in, BUFFER) : in;
      return TraceFile.open(plain, input.name(), null, lenient, TraceLimits.DEFAULT);
    } catch (EOFException | ZipException e) {
      in.close();
      String found = e.getMessage() == null ? "the end of the file" : e.getMessage();
      throw new TraceFormatException(input.name(), "byte 0", found, "a gzip file");
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Why a trace cannot be read, in one line that names it. */
  static String message(TraceInput input, Exception e) {
    String text;
    if (e instanceof FileNotFoundException) {
      text = "no such file";
    } else if (e instanceof AccessControlException
        || e instanceof java.nio.file.AccessDeniedException) {
      text = "permission denied";
    } else {
      text = e.getMessage() == null ? e.toString() : e.getMessage();
    }
    String line = text.replace('\n', ' ').replace('\r', ' ');
    return line.startsWith(input.name()) ? line : input.name() + ": " + line;
  }
}
