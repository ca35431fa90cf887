package io.racedet.trace;

import io.racedet.event.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Binary: blocks of events, each with the names that it is the first to use, and a checksum.
 *
 * <pre>
 * file    = magic:8 version:4 block* trailer
 * block   = kind:1 (1) length:4 events:4 crc:4 payload:length
 * trailer = kind:1 (2) length:4 (16) events:4 (0) crc:4 blocks:8 events:8
 * payload = names for each of 7 spaces, then the events
 * names   = count, for each: length, UTF-8        (threads, variables, locks, syncs, channels,
 *                                                  objects, locations)
 * event   = thread? (32 + site, or 1 + op, operand unless it has none, 1 + location or 0)
 * thread  = 0, thread                             (of the events from here on)
 * </pre>
 *
 * <p>Numbers with a width are little-endian; crc is the CRC-32C of kind, length, events and
 * payload. All others are of one to five bytes: the low bits of the first are as many ones as bytes
 * follow, then a zero; the bits above are the number, lowest first. A site is what happened at what
 * place to what. An event that is written out is a site from then on; the first {@value
 * #MOST_SITES} of a file are remembered. Names and sites are numbered over the whole file from 0,
 * in the order of their first use. A block begins without a thread.
 */
final class RdtCodec implements TraceCodec {
  static final byte[] MAGIC = {(byte) 0x89, 'R', 'D', 'T', '\r', '\n', 0x1A, '\n'};
  static final int VERSION = 1;
  static final int HEADER = MAGIC.length + Integer.BYTES;

  static final byte EVENTS = 1;
  static final byte TRAILER = 2;

  // Where the fields of a block are.
  static final int LENGTH = 1;
  static final int COUNT = 5;
  static final int CRC = 9;
  static final int PAYLOAD = 13;

  static final int TRAILER_LENGTH = 2 * Long.BYTES;

  /** Most events of a block, so that a torn one does not lose much. */
  static final int MOST_EVENTS = 1 << 14;

  /** What a number in place of an event means: 0 a thread, 1 + op, or this + site. */
  static final int FIRST_SITE = 32;

  /** Most sites that are remembered, so that memory is bounded. */
  static final int MOST_SITES = 1 << 20;

  /** Most bytes of a name; a line of text is no longer either. */
  static final int LONGEST_NAME = 1 << 20;

  /** Most bytes of a payload: a block ends when its names need as many as the longest name. */
  static final int LONGEST_PAYLOAD = 1 << 23;

  /** Most bytes of a number without a width. */
  static final int LONGEST_NUMBER = 5;

  @Override
  public String name() {
    return "rdt";
  }

  @Override
  public boolean recognises(byte[] head) {
    return head.length >= MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
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
