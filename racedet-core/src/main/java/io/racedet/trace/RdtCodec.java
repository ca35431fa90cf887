package io.racedet.trace;

import io.racedet.event.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Binary: blocks of events, each with the names that it is the first to use, and a checksum. Blocks
 * are those of {@link BlockFormat}, and count their events.
 *
 * <pre>
 * payload = names, then the events
 * event   = thread? (32 + site, or 1 + op, operand unless it has none, 1 + location or 0)
 * thread  = 0, thread                             (of the events from here on)
 * </pre>
 *
 * <p>A site is what happened at what place to what. An event that is written out is a site from
 * then on; the first {@value #MOST_SITES} of a file are remembered. Sites are numbered over the
 * whole file from 0, in the order of their first use. A block begins without a thread.
 */
final class RdtCodec implements TraceCodec {
  static final String NAME = "rdt";
  static final byte[] MAGIC = {(byte) 0x89, 'R', 'D', 'T', '\r', '\n', 0x1A, '\n'};
  static final int VERSION = 1;

  /** What a number in place of an event means: 0 a thread, 1 + op, or this + site. */
  static final int FIRST_SITE = 32;

  /** Most sites that are remembered, so that memory is bounded. */
  static final int MOST_SITES = 1 << 20;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean recognises(byte[] head) {
    return BlockFormat.beginsWith(head, MAGIC);
  }

  @Override
  public TraceReader reader(InputStream in, String source, boolean lenient) throws IOException {
    return new RdtReader(in, source, lenient);
  }

  @Override
  public TraceWriter writer(OutputStream out, Names names) throws IOException {
    return new RdtWriter(out, names);
  }
}
