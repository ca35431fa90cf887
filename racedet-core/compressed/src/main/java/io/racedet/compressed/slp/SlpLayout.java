package io.racedet.compressed.slp;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.trace.block.BlockFormat;

/**
 * Binary: a {@link Grammar} of the trace, or several in a row. Blocks are those of {@link
 * BlockFormat}; their count is the number of symbols of the start rule.
 *
 * <pre>
 * kind     = 1, or 3                               (the rules of earlier blocks are dropped)
 * payload  = names, terminals, rules, symbol*      (symbols of the start rule)
 * terminals= count, for each: thread, 1 + op, operand if the op has one, 1 + location or 0
 * rules    = count of numbers, the numbers: the symbols of each rule, followed by 0
 * symbol   = 1 + 2 * terminal, or 2 + 2 * rule
 * </pre>
 *
 * <p>Terminals are numbered from 0 over the whole file, in the order of their first use; rules are
 * numbered from 0 again after they were dropped. A rule is defined completely before it is used,
 * and its definition may continue in the next block.
 */
final class SlpLayout {
  static final String NAME = "slp";
  static final byte[] MAGIC = {(byte) 0x89, 'S', 'L', 'P', '\r', '\n', 0x1A, '\n'};
  static final int VERSION = 1;
  static final BlockFormat.Signature SIGNATURE = new BlockFormat.Signature(NAME, MAGIC, VERSION);

  /** The kind of a block before which all rules are dropped. */
  static final byte NEW_GRAMMAR = 3;

  static final int END_OF_RULE = 0;

  private SlpLayout() {}
}
