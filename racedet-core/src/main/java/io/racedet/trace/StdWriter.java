package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.trace.bytes.ElementNames;
import io.racedet.trace.bytes.StdRange;
import io.racedet.trace.bytes.Utf8;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes the text format. Names and locations are encoded once. */
final class StdWriter implements TraceWriter {
  private static final int BUFFER = 1 << 16;
  private static final byte[] EMPTY = {};

  private final OutputStream out;
  private final Names names;
  private final byte[][][] encoded = new byte[Operand.values().length][0][]; // by space, id
  private final byte[][] mnemonics = new byte[Op.values().length][];
  private final ElementNames elements = new ElementNames();
  private byte[][] locations = new byte[0][];
  private byte[] buffer = new byte[BUFFER];
  private int size;

  StdWriter(OutputStream out, Names names) {
    this.out = out;
    this.names = names;
    for (Op op : Op.values()) {
      mnemonics[op.ordinal()] = op.mnemonic().getBytes(StandardCharsets.US_ASCII);
    }
  }

  @Override
  public void write(EventBlock block) throws IOException {
    long[] words = block.words();
    for (int i = 0, events = block.size(); i < events; i++) {
      if (EventBlock.isRange(words[i])) {
        range(EventBlock.firstOf(words[i]), block.walkOf(i), location(block.locations()[i]));
        continue;
      }
      Op op = EventBlock.op(words[i]);
      Operand space = op.operand();
      byte[] thread = name(Operand.THREAD, EventBlock.thread(words[i]));
      byte[] operand = space == Operand.NONE ? EMPTY : name(space, EventBlock.operand(words[i]));
      byte[] location = location(block.locations()[i]);
      put(thread);
      put('|');
      put(mnemonics[op.ordinal()]);
      if (space != Operand.NONE) {
        put('(');
        put(operand);
        put(')');
      }
      put('|');
      put(location);
      put('\n');
      if (size >= BUFFER) {
        drain();
      }
    }
  }

  /** Writes a range, as lines whose elements have names that go on. */
  private void range(long word, long walk, byte[] location) throws IOException {
    byte[] thread = name(Operand.THREAD, EventBlock.thread(word));
    int variable = EventBlock.operand(word);
    for (int done = 0, count = Walk.count(walk); done < count; ) {
      int run = elements.begin(name(Operand.VARIABLE, variable));
      while (run > 0 && done + run < count) {
        int next = variable + run * Walk.stride(walk);
        if (!elements.goesOn(name(Operand.VARIABLE, next))) {
          break;
        }
        run++;
      }
      put(thread);
      put('|');
      put(mnemonics[EventBlock.op(word).ordinal()]);
      put('(');
      put(run > 1 ? elements.text() : name(Operand.VARIABLE, variable));
      put(')');
      put('|');
      put(location);
      put('\n');
      if (size >= BUFFER) {
        drain();
      }
      done += Math.max(1, run);
      variable += Math.max(1, run) * Walk.stride(walk);
    }
  }

  private byte[] name(Operand space, int id) {
    byte[][] known = encoded[space.ordinal()];
    if (id >= known.length) {
      known = ObjectArrays.grow(known, id + 1);
      encoded[space.ordinal()] = known;
    }
    if (known[id] == null) {
      String name = names.name(space, id);
      byte[] text = encode(name);
      boolean comment = space == Operand.THREAD && name.startsWith("#");
      boolean isRange =
          text != null && space == Operand.VARIABLE && StdRange.isLike(text, 0, text.length);
      if (comment || isRange || text == null || !LineFault.isName(text, 0, text.length)) {
        throw new IllegalArgumentException(
            space.name().toLowerCase(Locale.ROOT)
                + " name: \""
                + name
                + "\" (expected: in the format std, text without |, (, ) or line breaks"
                + (comment ? ", and a thread without # at the beginning)" : "")
                + (isRange ? ", and a variable that does not look like a range)" : "")
                + (comment || isRange ? "" : ")"));
      }
      known[id] = text;
    }
    return known[id];
  }

  private byte[] location(int id) {
    if (id == EventSink.NO_LOCATION) {
      return EMPTY;
    }
    if (id >= locations.length) {
      locations = ObjectArrays.grow(locations, id + 1);
    }
    if (locations[id] == null) {
      byte[] text = encode(names.location(id));
      if (text == null) {
        throw new IllegalArgumentException(
            "location: \""
                + names.location(id)
                + "\" (expected: in the format std, text without line breaks)");
      }
      locations[id] = text;
    }
    return locations[id];
  }

  /** The bytes of a text, or null if it has line breaks or is not valid Unicode. */
  private static byte[] encode(String text) {
    boolean breaks = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    return breaks ? null : Utf8.encode(text);
  }

  private void put(int c) {
    if (size == buffer.length) {
      buffer = ByteArrays.grow(buffer, size + 1);
    }
    buffer[size++] = (byte) c;
  }

  private void put(byte[] text) {
    int end = size + text.length;
    if (end > buffer.length) {
      buffer = ByteArrays.grow(buffer, end, size);
    }
    for (int i = 0; i < text.length; i++) {
      buffer[size + i] = text[i];
    }
    size = end;
  }

  private void drain() throws IOException {
    out.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void flush() throws IOException {
    drain();
    out.flush();
  }

  @Override
  public void close() throws IOException {
    try (out) {
      drain();
    }
  }
}
