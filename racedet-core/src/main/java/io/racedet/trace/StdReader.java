package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.ByteWords;
import io.racedet.trace.bytes.StdRange;
import io.racedet.trace.bytes.TextTable;
import io.racedet.trace.bytes.Utf8;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/** Reads the text format from chunks of bytes, without creating objects for lines. */
final class StdReader implements TraceReader {
  /* Names are looked up before they are checked, and only those that are not found are checked: all
   * names in the tables are valid. */

  private static final int CHUNK = 1 << 16;
  private static final int ABSENT = -1;

  // What parse() returns instead of a packed event.
  private static final long NO_EVENT = -1;
  private static final long FAULT = -2;
  private static final long RANGE = -3;

  private final InputStream in;
  private final String source;
  private final boolean lenient;
  private final TraceLimits limits;
  private final long mostEvents;
  private final int longestLine;
  private final TextTable[] operands = new TextTable[Operand.values().length];
  private final TextTable threads;
  private final TextTable variables;
  private final TextTable locations = new TextTable();
  private final StdElements elements;
  private final Names names = new StdNames();

  private byte[] buffer = new byte[2 * CHUNK];
  private int next; // first byte not yet read
  private int limit; // end of the bytes in the buffer
  private int complete; // end of the last complete line in the buffer
  private boolean ended;

  private long line; // lines begun so far
  private long events; // read so far
  private long nameCount;
  private long nameBytes;
  private final long[] lines = new long[EventBlock.CAPACITY];
  private long dropped;
  private TraceLimitException exceeded; // by the names of the line being parsed
  private TraceFormatException fault; // thrown once the events before it have been returned
  private Consumer<TraceFormatException> listener = left -> {};

  // The thread of the last line; the next line has the same if it begins with the same bytes.
  private int thread;
  private boolean lastThreadFits; // into a word, with the bar
  private long lastThread;
  private long lastThreadMask;
  private int lastThreadLength;

  // Results of parse().
  private int location;
  private int lineEnd;

  StdReader(InputStream in, String source, boolean lenient, TraceLimits limits) {
    this.in = in;
    this.source = source;
    this.lenient = lenient;
    this.limits = limits;
    mostEvents = limits.most(TraceLimit.EVENTS);
    longestLine = (int) limits.most(TraceLimit.LINE);
    for (Operand space : Operand.values()) {
      operands[space.ordinal()] = new TextTable();
    }
    threads = operands[Operand.THREAD.ordinal()];
    variables = operands[Operand.VARIABLE.ordinal()];
    elements = new StdElements(variables, length -> isRoomFor(variables, length));
  }

  private final class StdNames implements Names {
    @Override
    public String name(Operand space, int id) {
      return operands[space.ordinal()].text(id);
    }

    @Override
    public String location(int location) {
      return locations.text(location);
    }
  }

  @Override
  public boolean read(EventBlock block) throws IOException {
    appendRange(block);
    while (fault == null && !block.isFull() && hasLine()) {
      line++;
      int start = next;
      long word = parse(start);
      if (word >= 0 && lineEnd - start <= longestLine) {
        lines[block.size()] = line;
        block.append(word, location);
        next = lineEnd + 1;
      } else if (word == RANGE && lineEnd - start <= longestLine) {
        next = lineEnd + 1;
        elements.begin(thread, location);
        fault = exceeded;
        appendRange(block);
      } else {
        next = ByteWords.find(buffer, start, '\n') + 1;
        skip(word, start);
      }
    }
    count(block);
    if (block.size() == 0 && fault != null) {
      throw fault;
    }
    return block.size() > 0;
  }

  /** Takes no event from the line that begins at an index. */
  private void skip(long word, int start) {
    int length = next - 1 - start;
    if (exceeded != null) {
      fault = exceeded;
    } else if (length > longestLine) {
      refuse(beyond(TraceLimit.LINE, length));
    } else if (word == FAULT) {
      refuse(fault(LineFault.of(buffer, start, next - 1)));
    }
  }

  /** Appends the rest of the last range, as far as the block has room. */
  private void appendRange(EventBlock block) {
    while (elements.isOpen() && fault == null && !block.isFull()) {
      lines[block.size()] = line;
      long left = Math.max(1, mostEvents - events - block.events());
      elements.append(block, Math.min(block.room(), left));
      fault = exceeded;
    }
  }

  /** Counts the events that have been read, and leaves out those beyond the limit. */
  private void count(EventBlock block) {
    events += block.events();
    if (events > mostEvents) {
      int kept = block.size() - (int) (events - mostEvents); // these are single events
      line = lines[kept];
      fault = beyond(TraceLimit.EVENTS, mostEvents + 1);
      block.truncate(kept);
      events = mostEvents;
    }
  }

  /** Parses the line that begins at an index: a packed event, NO_EVENT or FAULT. */
  private long parse(int start) {
    byte[] b = buffer;
    int bar = start + lastThreadLength;
    if (!lastThreadFits || ((ByteWords.at(b, start) ^ lastThread) & lastThreadMask) != 0) {
      if (b[start] == '#' || b[start] == '\n' || b[start] == '\r' && b[start + 1] == '\n') {
        return NO_EVENT;
      }
      bar = ByteWords.find(b, start, '|', '\n');
      if (b[bar] == '\n' || !isThread(start, bar)) {
        return FAULT;
      }
    }
    int from = bar + 1;
    byte op = b[from];
    if (b[from + 1] == '(' & (op == 'r' | op == 'w')) { // nine lines out of ten
      int end = ByteWords.find(b, from + 2, ')', '\n');
      int variable = variables.find(b, from + 2, end);
      if (variable >= 0 && b[end] == ')' && b[end + 1] == '|' && locate(end + 2)) {
        return EventBlock.word(op == 'r' ? Op.READ : Op.WRITE, thread, variable);
      }
    }
    return parseEvent(from);
  }

  /** Parses a line from its operation on. */
  private long parseEvent(int from) {
    byte[] b = buffer;
    int p = from;
    while (b[p] != '(' && b[p] != '|' && b[p] != '\n') {
      p++;
    }
    Op op = b[p] == '\n' ? null : StdOps.of(b, from, p);
    if (op == null) {
      return FAULT;
    }
    Operand space = op.operand();
    int operand = 0;
    if (b[p] == '(') {
      int first = p + 1;
      int end = ByteWords.find(b, first, ')', '\n');
      p = end + 1;
      if (b[end] == '\n' || b[p] != '|' || space == Operand.NONE && end > first) {
        return FAULT;
      }
      if (space == Operand.VARIABLE && StdRange.isLike(b, first, end)) {
        return elements.parse(op, b, first, end) && locate(p + 1) ? RANGE : FAULT;
      }
      operand = space == Operand.NONE ? 0 : find(operands[space.ordinal()], first, end, false);
    } else if (space != Operand.NONE) {
      return FAULT;
    }
    if (operand < 0) {
      return FAULT;
    }
    return locate(p + 1) ? EventBlock.word(op, thread, operand) : FAULT;
  }

  /** Parses the thread, and keeps it for the next line, which often has the same. */
  private boolean isThread(int from, int bar) {
    int found = find(threads, from, bar, false);
    if (found < 0) {
      return false;
    }
    thread = found;
    lastThreadLength = bar - from;
    lastThreadFits = lastThreadLength < Long.BYTES;
    lastThread = ByteWords.at(buffer, from);
    lastThreadMask = ByteWords.mask(Math.min(lastThreadLength + 1, Long.BYTES));
    return true;
  }

  /** Parses the location, which is the rest of the line. */
  private boolean locate(int from) {
    lineEnd = ByteWords.find(buffer, from, '\n');
    int to = lineEnd > from && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
    location = from == to ? EventSink.NO_LOCATION : find(locations, from, to, true);
    return from == to || location >= 0;
  }

  /** The id of a text, which is added if it is new and valid; or -1. */
  private int find(TextTable table, int from, int to, boolean anyText) {
    int known = table.find(buffer, from, to);
    boolean isNew =
        known == ABSENT
            && (anyText ? Utf8.isText(buffer, from, to) : LineFault.isName(buffer, from, to));
    return isNew && isRoomFor(table, to - from) ? table.add(buffer, from, to) : known;
  }

  /** Whether there may be one more name, of a length; counts it. */
  private boolean isRoomFor(TextTable table, int length) {
    nameCount++;
    nameBytes += length;
    if (table == threads && table.size() >= limits.most(TraceLimit.THREADS)) {
      exceeded = beyond(TraceLimit.THREADS, table.size() + 1L);
    } else if (nameCount > limits.most(TraceLimit.NAMES)) {
      exceeded = beyond(TraceLimit.NAMES, nameCount);
    } else if (nameBytes > limits.most(TraceLimit.NAME_BYTES)) {
      exceeded = beyond(TraceLimit.NAME_BYTES, nameBytes);
    }
    return exceeded == null;
  }

  private TraceLimitException beyond(TraceLimit limit, long found) {
    return new TraceLimitException(source, "line " + line, limit, limits.most(limit), found);
  }

  private TraceFormatException fault(LineFault found) {
    return new TraceFormatException(source, "line " + line, found.found(), found.expected());
  }

  private void refuse(TraceFormatException refused) {
    if (lenient) {
      dropped++;
      listener.accept(refused);
    } else {
      fault = refused;
    }
  }

  private boolean hasLine() throws IOException {
    if (next < complete) {
      return true;
    }
    if (ended) {
      return false;
    }
    try {
      return fill();
    } catch (EOFException | ZipException e) { // the file is compressed
      ended = true;
      line++;
      refuse(
          fault(new LineFault("damaged: " + TraceFormatException.damage(e), "a whole gzip file")));
      return false;
    }
  }

  /** Reads until there is a complete line; false at the end of the file. */
  private boolean fill() throws IOException {
    limit -= next;
    System.arraycopy(buffer, next, buffer, 0, limit);
    next = 0;
    complete = 0;
    while (complete == 0) {
      buffer = ByteArrays.grow(buffer, limit + CHUNK + ByteWords.SLACK, limit);
      int read = in.read(buffer, limit, CHUNK);
      if (read < 0) {
        ended = true;
        if (limit > 0) { // the last line has no line break
          buffer[limit++] = '\n';
          complete = limit;
        }
        return limit > 0;
      }
      complete = endOfLastLine(limit, limit + read);
      limit += read;
      if (complete == 0 && limit > longestLine) {
        line++;
        refuse(beyond(TraceLimit.LINE, limit));
        return lenient && skipLine();
      }
    }
    return true;
  }

  /** Skips the rest of a line that is too long; false at the end of the file. */
  private boolean skipLine() throws IOException {
    while (true) {
      limit = in.read(buffer, 0, CHUNK);
      if (limit < 0) {
        ended = true;
        limit = 0;
        return false;
      }
      for (int i = 0; i < limit; i++) {
        if (buffer[i] == '\n') {
          next = i + 1;
          complete = Math.max(next, endOfLastLine(next, limit));
          return next < complete || fill();
        }
      }
    }
  }

  private int endOfLastLine(int from, int to) {
    for (int i = to - 1; i >= from; i--) {
      if (buffer[i] == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  @Override
  public long mostEvents() {
    return mostEvents;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public String position(int i) {
    return "line " + lines[i];
  }

  @Override
  public Names names() {
    return names;
  }

  @Override
  public void onDropped(Consumer<TraceFormatException> newListener) {
    listener = newListener;
  }

  @Override
  public long dropped() {
    return dropped;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
