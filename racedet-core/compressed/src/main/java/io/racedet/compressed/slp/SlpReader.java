package io.racedet.compressed.slp;

import io.racedet.compressed.grammar.ExpandedTrace;
import io.racedet.compressed.grammar.ExpansionStack;
import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.trace.BlockTraceReader;
import io.racedet.trace.TraceLimit;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.block.BlockFormat;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.InputStream;

/** Reads a grammar, and expands it in memory linear in its size or returns it unexpanded. */
final class SlpReader extends BlockTraceReader implements GrammarReader {
  private final LongArrayList words = new LongArrayList(); // by terminal
  private final IntArrayList locations = new IntArrayList();
  private final long[] site = new long[2]; // the one being read
  private final SlpRules rules = new SlpRules();
  private final long mostSymbols;
  private final int mostDepth;
  private boolean isExpanded = true;
  private ExpandedTrace whole; // null until the grammar is asked for

  private final IntArrayList start = new IntArrayList(); // symbols of the block
  private final IntArrayList all = new IntArrayList(); // of all blocks, unless expanded
  private int next; // index of the next one
  private final ExpansionStack stack = new ExpansionStack();

  SlpReader(InputStream in, String source, boolean lenient, TraceLimits limits) throws IOException {
    super(in, source, lenient, limits, SlpLayout.SIGNATURE);
    mostSymbols = limits.most(TraceLimit.SYMBOLS);
    mostDepth = (int) limits.most(TraceLimit.DEPTH);
  }

  @Override
  protected boolean isBlock(byte kind, int count) {
    boolean isKind = kind == BlockFormat.PLAIN || kind == SlpLayout.NEW_GRAMMAR;
    return isKind && count >= 0 && count <= BlockFormat.MAX_COUNTED;
  }

  @Override
  protected boolean begin(byte kind, int count) {
    if (kind == SlpLayout.NEW_GRAMMAR) {
      if (rules.isOpen()) {
        return false;
      }
      if (isExpanded) {
        rules.clear();
      } else {
        rules.hide();
      }
    }
    return readTerminals() && readRules() && readStart(count);
  }

  @Override
  protected boolean isLong() {
    return true;
  }

  private boolean readTerminals() {
    int more = payload().count();
    if (!isRoomFor(more)) {
      return false;
    }
    for (int i = 0; i < more; i++) {
      int thread = payload().number();
      if (!isThread(thread) || !readSite(payload().number(), site)) {
        return false;
      }
      words.add(site[0] | EventBlock.word(Op.READ, thread, 0));
      locations.add((int) site[1]);
    }
    return true;
  }

  /** Whether the file can have so many more terminals, symbols and ends of rules. */
  private boolean isRoomFor(int more) {
    long size = (long) words.size() + rules.size() + all.size() + more;
    return more >= 0 && (size <= mostSymbols || exceed(TraceLimit.SYMBOLS, mostSymbols, size));
  }

  private boolean readRules() {
    int more = payload().count();
    if (!isRoomFor(more)) {
      return false;
    }
    for (int i = 0; i < more; i++) {
      int number = payload().number();
      if (number == SlpLayout.END_OF_RULE) {
        if (!rules.endRule()) {
          return false;
        }
        if (rules.lastDepth() >= mostDepth) { // the start rule is another one
          return exceed(TraceLimit.DEPTH, mostDepth, rules.lastDepth() + 1L);
        }
      } else {
        int symbol = rules.symbol(number, words.size());
        if (symbol == SlpRules.INVALID || !rules.add(symbol)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean readStart(int count) {
    start.clear();
    next = 0;
    if (!isRoomFor(count)) {
      return false;
    }
    long sum = 0;
    for (int i = 0; i < count; i++) {
      int symbol = rules.symbol(payload().number(), words.size());
      if (symbol == SlpRules.INVALID) {
        return false;
      }
      start.add(symbol);
      sum += rules.events(symbol); // at most 2^14 times 2^40
    }
    return expect(sum, isExpanded ? mostEvents() : EventBlock.MAX_INDEX);
  }

  @Override
  protected boolean decode(EventBlock block) {
    int size = block.size();
    while (size < EventBlock.CAPACITY && (!stack.isEmpty() || next < start.size())) {
      if (stack.isEmpty()) {
        int symbol = start.getInt(next++);
        if (symbol < 0) {
          enter(~symbol);
        } else {
          block.append(words.getLong(symbol), locations.getInt(symbol));
          size++;
        }
      } else {
        size = expand(block, size);
      }
    }
    return true;
  }

  /** Continues the innermost rule up to its end, a rule in it, or the end of the block. */
  private int expand(EventBlock block, int from) {
    long[] blockWords = block.words();
    int[] blockLocations = block.locations();
    int[] symbols = rules.symbols();
    long[] known = words.elements();
    int[] knownLocations = locations.elements();
    int at = stack.at();
    int to = stack.end();
    int size = from;
    int symbol = 0;
    while (at < to && size < EventBlock.CAPACITY) {
      symbol = symbols[at++];
      if (symbol < 0) {
        break;
      }
      blockWords[size] = known[symbol];
      blockLocations[size] = knownLocations[symbol];
      size++;
    }
    block.extend(size);
    stack.moveTo(at);
    if (symbol < 0) {
      enter(~symbol);
    }
    return size;
  }

  private void enter(int rule) {
    stack.enter(rules.from(rule), rules.to(rule));
  }

  /**
   * {@inheritDoc}
   *
   * <p>The grammar of the file is returned without being expanded. Several grammars are joined.
   */
  @Override
  public Grammar grammar() throws IOException {
    if (whole == null) {
      whole = new ExpandedTrace(readWhole(), names(), source(), mostEvents());
    }
    return whole.grammar();
  }

  private Grammar readWhole() throws IOException {
    if (events() > 0) {
      throw new IllegalStateException(
          "events have been read (expected: none before the grammar is)");
    }
    isExpanded = false;
    while (hasNext()) {
      all.addElements(all.size(), start.elements(), 0, start.size());
      pass(left());
      endBlock();
    }
    throwFault();
    return rules.grammar(words, locations, all);
  }

  @Override
  public boolean read(EventBlock block) throws IOException {
    return whole == null ? super.read(block) : whole.read(block);
  }

  @Override
  public String position(int i) {
    return whole == null ? super.position(i) : whole.position(i);
  }

  @Override
  public long statedEvents() throws IOException {
    return whole == null ? super.statedEvents() : whole.statedEvents();
  }
}
