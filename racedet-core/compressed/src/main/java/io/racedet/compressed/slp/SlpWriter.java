package io.racedet.compressed.slp;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.Sequitur;
import io.racedet.compressed.grammar.TerminalTable;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.RangeExpander;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockOutput;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Compresses a trace as its events arrive. The grammar is written at the end of the trace, when it
 * is so large that memory must be bounded, or when the writer is flushed. The next grammar starts
 * without rules but keeps names and terminals, which are written as they arrive. Of a range its
 * accesses are written, since the rules compress them.
 */
public final class SlpWriter implements TraceWriter {
  /** The size at which a grammar is written before the end of the trace. */
  static final int LARGE = 1 << 24;

  private final OutputStream out;
  private final BlockOutput blocks;
  private final FileIds ids;
  private final int large;
  private final TerminalTable terminals = new TerminalTable();
  private Sequitur sequitur = new Sequitur();
  private final int[] numbers = new int[EventBlock.CAPACITY]; // terminals of a block
  private long total;

  // The block being filled.
  private final ByteList newTerminals = new ByteList();
  private int terminalCount;
  private final ByteList rules = new ByteList();
  private int ruleNumbers;
  private final ByteList symbols = new ByteList();
  private int symbolCount;
  private boolean isNewGrammar;

  SlpWriter(OutputStream out, Names names) throws IOException {
    this(out, names, LARGE);
  }

  public SlpWriter(OutputStream out, Names names, int large) throws IOException {
    this.out = out;
    this.large = large;
    blocks = new BlockOutput(out, SlpLayout.MAGIC, SlpLayout.VERSION);
    ids = new FileIds(names, SlpLayout.NAME);
  }

  @Override
  public void write(EventBlock block) throws IOException {
    if (block.ranges() == 0) {
      writeEvents(block);
    } else {
      EventBlock expanded = new EventBlock();
      RangeExpander.expand(block, expanded);
      writeEvents(expanded);
    }
  }

  private void writeEvents(EventBlock block) throws IOException {
    long[] words = block.words();
    int[] locations = block.locations();
    int count = 0;
    try {
      for (int size = block.size(); count < size; count++) {
        int number = terminals.of(words[count], locations[count]);
        if (number < 0) {
          writeTerminal(words[count], locations[count]);
          number = terminals.size() - 1;
        }
        numbers[count] = number;
      }
    } finally { // also if a name is refused: the events before it are written
      sequitur.append(numbers, count);
      total += count;
    }
    if (sequitur.size() >= large) {
      endGrammar();
    }
  }

  /** Adds the newest terminal to the block. */
  private void writeTerminal(long word, int location) throws IOException {
    Op op = EventBlock.op(word);
    int thread;
    int operand;
    int locationId;
    try {
      thread = ids.ofThread(EventBlock.thread(word));
      operand = ids.ofOperand(op.operand(), EventBlock.operand(word));
      locationId = location == EventSink.NO_LOCATION ? location : ids.ofLocation(location);
    } catch (IllegalArgumentException e) {
      terminals.forgetLast();
      throw e;
    }
    newTerminals.number(thread);
    FileIds.writeSite(newTerminals, op, operand, locationId);
    terminalCount++;
    if (terminalCount == BlockFormat.MAX_COUNTED || ids.isFull()) {
      endBlock();
    }
  }

  /** Writes the rules and the start rule, and begins a new grammar. */
  private void endGrammar() throws IOException {
    if (sequitur.size() == 0) {
      return;
    }
    Grammar grammar = terminals.grammar(sequitur);
    sequitur = new Sequitur();
    int lowest = grammar.rules(); // of the rules written so far
    for (int i = 0, size = grammar.size(Grammar.START); i < size; i++) {
      int symbol = grammar.symbol(Grammar.START, i);
      if (symbol < 0) {
        for (; lowest > ~symbol; lowest--) {
          writeRule(grammar, lowest - 1);
        }
      }
      symbols.number(number(grammar, symbol));
      symbolCount++;
      if (symbolCount == BlockFormat.MAX_COUNTED) {
        endBlock();
      }
    }
    endBlock();
    isNewGrammar = true;
  }

  private void writeRule(Grammar grammar, int rule) throws IOException {
    int[] all = grammar.symbols();
    for (int i = grammar.from(rule), to = grammar.to(rule); i < to; i++) {
      writeRuleNumber(number(grammar, all[i]));
    }
    writeRuleNumber(SlpLayout.END_OF_RULE);
  }

  private void writeRuleNumber(int number) throws IOException {
    rules.number(number);
    ruleNumbers++;
    if (ruleNumbers == BlockFormat.MAX_COUNTED) {
      endBlock();
    }
  }

  /** The number of a symbol in the file, where rules are numbered from the last one on. */
  private static int number(Grammar grammar, int symbol) {
    return symbol >= 0 ? 1 + 2 * symbol : 2 + 2 * (grammar.rules() - 1 - ~symbol);
  }

  private void endBlock() throws IOException {
    if (terminalCount + ruleNumbers + symbolCount == 0) {
      return;
    }
    ByteList block = BlockOutput.block();
    ids.moveTo(block);
    block.number(terminalCount);
    block.put(newTerminals);
    block.number(ruleNumbers);
    block.put(rules);
    block.put(symbols);
    blocks.write(isNewGrammar ? SlpLayout.NEW_GRAMMAR : BlockFormat.PLAIN, symbolCount, block);
    newTerminals.clear();
    terminalCount = 0;
    rules.clear();
    ruleNumbers = 0;
    symbols.clear();
    symbolCount = 0;
    isNewGrammar = false;
  }

  @Override
  public void flush() throws IOException {
    endGrammar();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      endGrammar();
      blocks.writeTrailer(total);
    }
  }
}
