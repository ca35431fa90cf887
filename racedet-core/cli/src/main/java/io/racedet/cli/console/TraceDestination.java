package io.racedet.cli.console;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceWriter;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The destination of a trace: standard output, or a file that is created when it is complete.
 *
 * @param file the file, or null for standard output
 */
public record TraceDestination(Path file, TraceFormat format) {
  /** The destination given by OUT and --to of a command line. */
  public static TraceDestination of(String out, String to) {
    return UsageException.checked(
        () -> {
          if (TraceArgument.isStandard(out)) {
            if (to == null) {
              throw new UsageException("no --to (expected: a format for standard output)");
            }
            return new TraceDestination(null, TraceFormat.named(to));
          }
          Path file = Path.of(out);
          return new TraceDestination(
              file, to == null ? TraceFile.formatOf(file) : TraceFormat.named(to));
        });
  }

  /** Whether this is the file with a name. */
  public boolean isSameFile(String name) throws IOException {
    return file != null
        && !TraceArgument.isStandard(name)
        && Files.exists(file)
        && Files.exists(Path.of(name))
        && Files.isSameFile(file, Path.of(name));
  }

  /** Writes a whole trace, with or without its locations. */
  public void write(
      TraceReader trace, boolean withLocations, Console console, LongConsumer progress)
      throws IOException {
    Copy copy = new Copy(trace, withLocations, progress);
    copy.begin();
    write(copy, console);
  }

  private void write(Copy copy, Console console) throws IOException {
    if (file == null) {
      try (TraceWriter writer = format.writer(new Unclosed(console), copy.names())) {
        copy.into(writer);
      }
      return;
    }
    WholeFile.write(file, gzip(), path -> writeTo(path, copy));
  }

  private void writeTo(Path path, Copy copy) throws IOException {
    try (TraceWriter writer = TraceFile.create(path, format, copy.names())) {
      copy.into(writer);
    }
  }

  /* Decided by the given name: the target of a link may have another one. */
  private String gzip() {
    return TraceFile.isGzip(file) ? ".gz" : "";
  }

  /** Copies the events of a reader to a writer. */
  private static final class Copy {
    private final TraceReader trace;
    private final boolean withLocations;
    private final LongConsumer progress;
    private final EventBlock block = new EventBlock();
    private boolean isLeft; // an event, in the block

    Copy(TraceReader trace, boolean withLocations, LongConsumer progress) {
      this.trace = trace;
      this.withLocations = withLocations;
      this.progress = progress;
    }

    /** Reads the first events: what is refused must not have been written to. */
    void begin() throws IOException {
      isLeft = trace.read(block);
    }

    Names names() {
      return trace.names();
    }

    void into(TraceWriter writer) throws IOException {
      long events = 0;
      while (isLeft) {
        events += block.events();
        if (!withLocations) {
          Arrays.fill(block.locations(), 0, block.size(), EventSink.NO_LOCATION);
        }
        writer.write(block);
        block.clear();
        progress.accept(events);
        isLeft = trace.read(block);
      }
    }
  }

  /** Standard output, which stays open. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(Console console) {
      super(console.out());
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
