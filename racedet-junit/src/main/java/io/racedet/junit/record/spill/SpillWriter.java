package io.racedet.junit.record.spill;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.log.Layout;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes records to a file, as long as it does not become too large. The last ones are in memory
 * until there is more of them, or for good where the file takes no more. Not thread-safe.
 */
final class SpillWriter {
  private static final int CAPACITY = 1 << 16;
  private static final int MAX_RECORD_LENGTH = 40;
  private static final int NO_THREAD = -1;

  private final RandomAccessFile file;
  private final List<ThreadModel> models = new ArrayList<>();
  private final byte[] bytes = new byte[CAPACITY];
  private int size;
  private long written;
  private int slot = NO_THREAD;

  SpillWriter(RandomAccessFile file) {
    this.file = file;
  }

  /** How many bytes there are. */
  long length() {
    return written + size;
  }

  /**
   * Appends a record.
   *
   * @throws IOException if the file takes no more; the record is among those in memory
   */
  void write(LogCursor at) throws IOException {
    append(at);
    if (size > CAPACITY - MAX_RECORD_LENGTH) {
      flush();
    }
  }

  private void append(LogCursor at) {
    if (at.slot() != slot) {
      slot = at.slot();
      bytes[size++] = SpillCode.OTHER_THREAD;
      number(slot);
    }
    ThreadModel model = model(models, slot);
    int place = size++;
    int code = head(model, at.head());
    if (at.isAccess() || at.isAgain()) {
      code |= access(model, Layout.key(at.second())) << SpillCode.REST_SHIFT;
    } else if (at.isWalk()) {
      code |= walk(model, at.second(), (int) at.operand()) << SpillCode.REST_SHIFT;
    } else if (at.kind() == Layout.SYNC) {
      code |= sync(model, at.second() & ~Layout.SEQ_MASK, at.operand()) << SpillCode.REST_SHIFT;
    }
    bytes[place] = (byte) code;
  }

  private int head(ThreadModel model, long head) {
    long expected = model.expectedHead();
    model.moveTo(head);
    if (head == expected) {
      return SpillCode.EXPECTED;
    }
    if (SpillCode.isSameInstruction(head, expected)) {
      number(SpillCode.fold(head - expected));
      return SpillCode.OTHER_OBJECT;
    }
    number(head);
    return SpillCode.OTHER_HEAD;
  }

  private int access(ThreadModel model, int key) {
    int last = (int) model.first();
    int change = key - last;
    boolean isExpected = change == (int) model.second();
    model.set(key, change);
    if (isExpected) {
      return SpillCode.EXPECTED;
    }
    number(SpillCode.fold(change));
    return SpillCode.OTHER_OPERAND;
  }

  private int walk(ThreadModel model, long elements, int stride) {
    boolean isExpected = elements == model.first() && stride == model.second();
    if (isExpected) {
      return SpillCode.EXPECTED;
    }
    int first = Layout.first(elements);
    number(SpillCode.fold((long) first - Layout.first(model.first())));
    number(SpillCode.fold((long) Layout.last(elements) - first));
    number(SpillCode.fold(stride));
    model.set(elements, stride);
    return SpillCode.OTHER_OPERAND;
  }

  private int sync(ThreadModel model, long opAndAspect, long operand) {
    boolean isSame = opAndAspect == model.first();
    long last = model.second();
    model.set(opAndAspect, operand);
    if (isSame && operand == last) {
      return SpillCode.EXPECTED;
    }
    if (!isSame) {
      number(opAndAspect >>> Long.SIZE - Short.SIZE);
    }
    number(SpillCode.fold(operand - last));
    return isSame ? SpillCode.OTHER_OPERAND : SpillCode.OTHER_SYNC;
  }

  private void number(long number) {
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  static ThreadModel model(List<ThreadModel> models, int slot) {
    while (models.size() <= slot) {
      models.add(null);
    }
    ThreadModel model = models.get(slot);
    if (model == null) {
      model = new ThreadModel();
      models.set(slot, model);
    }
    return model;
  }

  private void flush() throws IOException {
    file.seek(written);
    file.write(bytes, 0, size);
    written += size;
    size = 0;
  }

  /** How many bytes are in the file; the others are in memory. */
  long written() {
    return written;
  }

  /** Copies bytes that are in memory; returns how many there were. */
  int copy(int from, byte[] to) {
    int count = Math.min(size - from, to.length);
    System.arraycopy(bytes, from, to, 0, count);
    return count;
  }
}
