package io.racedet.junit.record.spill;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.log.Layout;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;

/** Reads the records that a {@link SpillWriter} has written. Not thread-safe. */
final class SpillReader {
  private static final int CAPACITY = 1 << 16;

  private final RandomAccessFile file;
  private final SpillWriter writer;
  private final long length;
  private final List<ThreadModel> models = new ArrayList<>();
  private final byte[] bytes = new byte[CAPACITY];
  private final long[] record = new long[3];
  private long read;
  private int size;
  private int position;
  private int slot;

  /** Reads what the writer of the file has written so far. */
  SpillReader(RandomAccessFile file, SpillWriter writer) {
    this.file = file;
    this.writer = writer;
    this.length = writer.length();
  }

  /** Moves a cursor to the next record; returns false at the end. */
  boolean next(LogCursor at) throws IOException {
    if (position == size && read == length) {
      return false;
    }
    int code = octet();
    while ((code & SpillCode.MASK) == SpillCode.OTHER_THREAD) {
      slot = (int) number();
      code = octet();
    }
    ThreadModel model = SpillWriter.model(models, slot);
    long head = head(model, code & SpillCode.MASK);
    int rest = code >>> SpillCode.REST_SHIFT & SpillCode.MASK;
    int kind = Layout.kind(head);
    record[0] = head;
    if (kind <= Layout.LAST_ACCESS || Layout.isAgain(kind)) {
      record[1] = access(model, rest);
    } else if (kind == Layout.WALK) {
      walk(model, rest);
    } else if (kind == Layout.SYNC) {
      sync(model, rest);
    }
    at.set(slot, record);
    return true;
  }

  private long head(ThreadModel model, int code) throws IOException {
    long expected = model.expectedHead();
    long head =
        switch (code) {
          case SpillCode.EXPECTED -> expected;
          case SpillCode.OTHER_OBJECT -> expected + SpillCode.unfold(number());
          default -> number();
        };
    model.moveTo(head);
    return head;
  }

  private long access(ThreadModel model, int code) throws IOException {
    int change =
        code == SpillCode.EXPECTED ? (int) model.second() : (int) SpillCode.unfold(number());
    int key = (int) model.first() + change;
    model.set(key, change);
    return key & Layout.KEY_MASK;
  }

  private void walk(ThreadModel model, int code) throws IOException {
    if (code != SpillCode.EXPECTED) {
      int first = Layout.first(model.first()) + (int) SpillCode.unfold(number());
      int last = first + (int) SpillCode.unfold(number());
      model.set(Layout.elements(first, last), (int) SpillCode.unfold(number()));
    }
    record[1] = model.first();
    record[2] = model.second();
  }

  private void sync(ThreadModel model, int code) throws IOException {
    record[1] = code == SpillCode.OTHER_SYNC ? number() << Long.SIZE - Short.SIZE : model.first();
    record[2] =
        code == SpillCode.EXPECTED ? model.second() : model.second() + SpillCode.unfold(number());
    model.set(record[1], record[2]);
  }

  private long number() throws IOException {
    long number = 0;
    int shift = 0;
    int octet = octet();
    while ((octet & 0x80) != 0) {
      number |= (octet & 0x7FL) << shift;
      shift += 7;
      octet = octet();
    }
    return number | (long) octet << shift;
  }

  private int octet() throws IOException {
    if (position == size) {
      fill();
    }
    return bytes[position++] & 0xFF;
  }

  private void fill() throws IOException {
    long inFile = writer.written() - read;
    if (inFile > 0) {
      file.seek(read);
      size = file.read(bytes, 0, (int) Math.min(CAPACITY, inFile));
    } else {
      size = writer.copy((int) -inFile, bytes);
    }
    if (size <= 0) {
      throw new EOFException("the file of records ends at " + read + " of " + length + " bytes");
    }
    read += size;
    position = 0;
  }
}
