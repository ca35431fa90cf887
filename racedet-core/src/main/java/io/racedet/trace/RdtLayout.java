package io.racedet.trace;

import io.racedet.trace.block.BlockFormat;

/**
 * Binary: blocks of events, each with a checksum and the names that it is the first to use. Blocks
 * are those of {@link BlockFormat}; their count is the number of events.
 *
 * <pre>
 * payload = names, then the events
 * event   = thread? (32 + site, or 1 + op, operand if the op has one, 1 + location or 0, or range)
 * range   = 31, 1 + op, first operand, 2 * stride or 1 - 2 * stride, count, 1 + location or 0
 * thread  = 0, thread                             (of this event and those that follow)
 * </pre>
 *
 * <p>A site is an operation with its operand and location. An event that is written out defines a
 * site; the first {@value #MAX_SITES} of a split are remembered. Sites are numbered from 0 in each
 * split, in the order of their first use. A range stands for as many events as it counts, see
 * {@link io.racedet.event.EventSink#range}; readers that do not know it refuse it as an invalid
 * event. Its stride, which is positive or negative, is in the numbers of the file. Each block names
 * the thread of its first event.
 *
 * <p>A long file has several splits, which can be read without each other; a short one has none of
 * what follows. All but the first begin with a block of kind 5. The blocks of these are of kind 7
 * where they are the first ones of their split to use names that the file has already defined, and
 * repeat these. A block of kind 6 precedes the trailer.
 *
 * <pre>
 * payload 5 = events before:8, number of names before for each of 7 spaces, repeated, threads
 * payload 6 = count, for each split but the first (offset:8, events before:8), events:8,
 *             offset of this block:8
 * payload 7 = repeated, names, then the events
 * repeated  = for each of 7 spaces: count, for each: number, length, UTF-8
 * threads   = what {@link io.racedet.trace.split.SplitBeginning} writes
 * </pre>
 */
final class RdtLayout {
  static final String NAME = "rdt";
  static final byte[] MAGIC = {(byte) 0x89, 'R', 'D', 'T', '\r', '\n', 0x1A, '\n'};
  static final int VERSION = 1;
  static final BlockFormat.Signature SIGNATURE = new BlockFormat.Signature(NAME, MAGIC, VERSION);

  /** An event begins with 0 before a thread, 1 + op, or this number + site. */
  static final int FIRST_SITE = 32;

  /** A range begins with this number. */
  static final int RANGE = 31;

  /** The most sites that are remembered, which bounds the memory. */
  static final int MAX_SITES = 1 << 20;

  private RdtLayout() {}
}
