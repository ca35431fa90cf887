package io.racedet.fleet;

import io.racedet.event.EventBlock;
import io.racedet.part.PartWindow;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormatException;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceSplit;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;

/** Opens traces on any file system of Hadoop. */
final class TraceOpening {
  private TraceOpening() {}

  /** Opens a part of a trace for reading; the caller closes it. */
  static TraceReader open(TracePart part, Configuration hadoop, boolean lenient)
      throws IOException {
    if (!part.isWindow()) {
      return open(part.input(), hadoop, lenient);
    }
    TraceSplit splits = part.splits();
    InputStream in = new HadoopFile(part.input(), hadoop).open(splits.offset());
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, EventBlock.MAX_INDEX);
    PartWindow window =
        new PartWindow(splits.eventsBefore() + 1, splits.eventsBefore() + splits.events() + 1);
    return window.open(splits.open(in, part.input().name(), lenient, limits));
  }

  /** Opens a trace for reading; the caller closes it. Files named {@code .gz} are compressed. */
  private static TraceReader open(TraceInput input, Configuration hadoop, boolean lenient)
      throws IOException {
    InputStream in = new HadoopFile(input, hadoop).open(0);
    try {
      InputStream plain = isGzip(input) ? new GZIPInputStream(in, HadoopFile.BUFFER) : in;
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

  /** The splits of a trace, of which a compressed one has none. */
  static List<TraceSplit> splits(TraceInput input, Configuration hadoop, boolean lenient)
      throws IOException {
    return isGzip(input)
        ? List.of(TraceSplit.WHOLE)
        : TraceSplit.list(new HadoopFile(input, hadoop), input.name(), lenient);
  }

  private static boolean isGzip(TraceInput input) {
    return input.path().endsWith(".gz");
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
