package io.racedet.trace;

import io.racedet.event.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A format of trace files. One class implements it, and {@link TraceFormat} lists it; codecs in
 * other jars are found as services: public classes with a public constructor without parameters.
 */
public interface TraceCodec {
  /** The maximum number of bytes that {@link #recognises} gets. */
  int HEAD = 16;

  /**
   * {@return the name of the format, which is the extension of its files, for example {@code std}}
   */
  String name();

  /**
   * {@return whether a file of this format can begin with some bytes}
   *
   * @param head the first bytes of the file, at most {@value #HEAD}
   */
  boolean recognises(byte[] head);

  /**
   * {@return a new reader of a file}
   *
   * @param in the file, uncompressed; unbuffered, since codecs read in chunks
   * @param source the name of the file in messages
   * @param lenient whether parts that cannot be read are left out and counted, as far as possible
   * @param limits the limits beyond which the trace is refused
   * @throws IOException when the file cannot be read
   */
  TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits)
      throws IOException;

  /**
   * {@return a new writer of a file}
   *
   * @param out the file; unbuffered, since codecs write in chunks
   * @param names called for each id when it is first used, and again in later splits of a long file
   * @throws IOException when the file cannot be written
   */
  TraceWriter writer(OutputStream out, Names names) throws IOException;
}
