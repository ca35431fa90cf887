package io.racedet.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A part of a trace file that can be read without the parts before it. Long {@code rdt} files have
 * one every few megabytes; all other files, and compressed ones, are one split. Does not contain
 * the path of the file, so that another machine can use it. If a whole file is one split, {@link
 * #events} may be unknown.
 *
 * @param number the number of the split in its file, from 0
 * @param offset where it begins in the file, in bytes
 * @param length how many bytes it has; -1 if it is a whole file
 * @param eventsBefore how many events of the file precede it
 * @param events how many events it has; -1 if that is unknown
 */
public record TraceSplit(int number, long offset, long length, long eventsBefore, long events)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The only split of a file without others. */
  public static final TraceSplit WHOLE = new TraceSplit(0, 0, -1, 0, -1);

  /** The bytes of a file in any storage. Each thread can have its own. */
  public interface Source {
    /**
     * {@return the length of the file in bytes}
     *
     * @throws IOException when it cannot be read
     */
    long length() throws IOException;

    /**
     * Opens the file.
     *
     * @param offset the byte to begin with
     * @return a stream from there to the end, which the caller closes
     * @throws IOException when it cannot be read
     */
    InputStream open(long offset) throws IOException;

    /**
     * {@return the bytes of a local file, opened at each call of {@link #open}}
     *
     * @param file the file
     */
    static Source of(Path file) {
      return new Source() {
        @Override
        public long length() throws IOException {
          return Files.size(file);
        }

        @Override
        public InputStream open(long offset) throws IOException {
          SeekableByteChannel channel = Files.newByteChannel(file);
          return Channels.newInputStream(channel.position(offset));
        }
      };
    }
  }

  /**
   * {@return the splits of a local file; at least one}
   *
   * @param file the file, possibly compressed
   * @param lenient as for the other method
   * @throws IOException as the other method
   */
  public static List<TraceSplit> list(Path file, boolean lenient) throws IOException {
    return TraceFile.isGzip(file)
        ? List.of(WHOLE)
        : list(Source.of(file), file.toString(), lenient);
  }

  /**
   * {@return the splits of a file that is not compressed, in the order of the trace, at least one;
   * {@link #WHOLE} for a file without an index} Reads the end of the file only; with {@code
   * lenient} the header of each block if the file has no end, or a damaged index.
   *
   * @param file the bytes of the file
   * @param name its name in messages
   * @param lenient whether splits are searched for if the end or the index of the file is missing
   *     or damaged
   * @throws TraceFormatException if the file is of another version, has no end, or has a damaged
   *     index, unless lenient
   * @throws IOException when the file cannot be read
   */
  public static List<TraceSplit> list(Source file, String name, boolean lenient)
      throws IOException {
    return new SplitIndex(file, name, lenient).splits();
  }

  /**
   * {@return a reader of this split of a local file, within {@link TraceLimits#DEFAULT}}
   *
   * @param file the file, possibly compressed
   * @param lenient as for the other method
   * @throws IOException as the other method
   */
  public TraceReader open(Path file, boolean lenient) throws IOException {
    if (isWhole()) {
      return TraceFile.open(file, null, lenient);
    }
    return open(Source.of(file).open(offset), file.toString(), lenient, TraceLimits.DEFAULT);
  }

  /**
   * {@return a reader of this split} The ids of the reader are those of the whole file: the same in
   * all splits, but not dense. Its events have the indices {@code eventsBefore + 1} to {@code
   * eventsBefore + events}; {@link TraceReader#names} has the names that the split uses.
   *
   * @param in the file, not compressed, from {@link #offset} on; the reader reads {@link #length}
   *     bytes of it, and closes it
   * @param name the name of the file in messages
   * @param lenient whether what is damaged is left out and counted
   * @param limits the limits beyond which the split is refused; the limit of events includes those
   *     before the split
   * @throws IOException when the stream cannot be read
   */
  public TraceReader open(InputStream in, String name, boolean lenient, TraceLimits limits)
      throws IOException {
    try {
      return isWhole()
          ? TraceFile.open(in, name, null, lenient, limits)
          : new RdtReader(in, name, lenient, limits, extent());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * {@return this split and those that follow it, up to one, as one}
   *
   * @param last a later split of the same file
   * @throws IllegalArgumentException if it precedes this one
   */
  public TraceSplit upTo(TraceSplit last) {
    if (last.number < number) {
      throw new IllegalArgumentException(
          "last split: " + last.number + " (expected: at least " + number + ")");
    }
    return new TraceSplit(
        number, offset, last.end() - offset, eventsBefore, last.eventsAfter() - eventsBefore);
  }

  /** {@return whether this is the beginning of its file, which no event precedes} */
  public boolean isFirst() {
    return number == 0;
  }

  /** {@return whether this is a whole file, of any format, which has no other splits} */
  public boolean isWhole() {
    return length < 0;
  }

  private BlockTraceReader.Extent extent() {
    return new BlockTraceReader.Extent(offset, end(), eventsBefore, eventsAfter());
  }

  private long end() {
    return offset + length;
  }

  /** How many events of the file precede what follows it. */
  private long eventsAfter() {
    return eventsBefore + events;
  }
}
