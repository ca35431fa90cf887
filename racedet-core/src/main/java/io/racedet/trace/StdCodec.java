package io.racedet.trace;

import io.racedet.event.Names;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Text, the exchange format of trace tools: one event a line, {@code thread|op(operand)|location},
 * in UTF-8.
 *
 * <p>Operations are written as {@link io.racedet.event.Op#mnemonic()}; those without operand have
 * no parentheses, but an empty pair is accepted. A location is any text, or empty. Lines that begin
 * with {@code #} are comments, and empty lines are skipped. A carriage return at the end of a line
 * is part of the line break.
 *
 * <p>A line with {@code r} or {@code w} of {@code a[0..9]} is a range: it stands for ten lines,
 * with the operands {@code a[0]}, {@code a[1]} and so on, see {@link
 * io.racedet.event.EventSink#range}. {@code a[0..9:3]} stands for four of them, {@code a[9..0:-1]}
 * for all in descending order.
 */
final class StdCodec implements TraceCodec {
  @Override
  public String name() {
    return "std";
  }

  /** Any file can be text, so this format is tried last. */
  @Override
  public boolean recognises(byte[] head) {
    return true;
  }

  @Override
  public TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits) {
    return new StdReader(in, source, lenient, limits);
  }

  @Override
  public TraceWriter writer(OutputStream out, Names names) {
    return new StdWriter(out, names);
  }
}
