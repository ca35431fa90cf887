package io.racedet.trace;

import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.DenseIds;
import io.racedet.trace.bytes.Utf8;
import java.util.Arrays;
import java.util.Locale;

/** Numbers what a file names, and collects the names that no block has yet. */
final class FileIds {
  /** The id spaces in the order of a file, and the locations behind them. */
  static final Operand[] SPACES = {
    Operand.THREAD, Operand.VARIABLE, Operand.LOCK, Operand.SYNC, Operand.CHANNEL, Operand.OBJECT
  };

  static final int LOCATIONS = SPACES.length;

  private final Names names;
  private final String format;
  private final DenseIds[] ids = new DenseIds[LOCATIONS + 1];
  private final int[] places = places();
  private final ByteList[] newNames = new ByteList[LOCATIONS + 1];
  private final int[] newCounts = new int[LOCATIONS + 1];
  private int nameBytes;

  /** Names are asked for when they are first used; the format is for messages. */
  FileIds(Names names, String format) {
    this.names = names;
    this.format = format;
    for (int i = 0; i <= LOCATIONS; i++) {
      ids[i] = new DenseIds();
      newNames[i] = new ByteList();
    }
  }

  /** Where each space is in a file, by {@link Operand#ordinal()}. */
  static int[] places() {
    int[] places = new int[Operand.values().length];
    for (int i = 0; i < SPACES.length; i++) {
      places[SPACES[i].ordinal()] = i;
    }
    return places;
  }

  int ofThread(int thread) {
    return of(0, thread);
  }

  /** The id of an operand; 0 where there is none. */
  int ofOperand(Operand space, int operand) {
    return space == Operand.NONE ? 0 : of(places[space.ordinal()], operand);
  }

  int ofLocation(int location) {
    return of(LOCATIONS, location);
  }

  private int of(int place, int number) {
    int known = ids[place].size();
    int id = ids[place].of(number);
    if (id == known) {
      name(place, number);
    }
    return id;
  }

  private void name(int place, int number) {
    boolean isLocation = place == LOCATIONS;
    String name = isLocation ? names.location(number) : names.name(SPACES[place], number);
    byte[] text = Utf8.encode(name);
    if (text == null || text.length > BlockFormat.LONGEST_NAME) {
      ids[place].forgetLast();
      String kind = isLocation ? "location" : SPACES[place] + " name";
      throw new IllegalArgumentException(
          kind.toLowerCase(Locale.ROOT)
              + ": \""
              + name.substring(0, Math.min(name.length(), 120))
              + "\" (expected: in the format "
              + format
              + ", Unicode text of at most "
              + BlockFormat.LONGEST_NAME
              + " bytes)");
    }
    newCounts[place]++;
    newNames[place].number(text.length);
    newNames[place].put(text);
    nameBytes += text.length;
  }

  /** Writes what happens to what where: 1 + op, operand unless it has none, 1 + location or 0. */
  static void writeSite(ByteList into, Op op, int operand, int location) {
    into.number(1 + op.ordinal());
    if (op.operand() != Operand.NONE) {
      into.number(operand);
    }
    into.number(1 + location);
  }

  /** Whether the names that no block has yet are as many as one should have. */
  boolean isFull() {
    return nameBytes > BlockFormat.LONGEST_NAME;
  }

  /** Moves the names to the beginning of a payload. */
  void moveTo(ByteList block) {
    for (int i = 0; i <= LOCATIONS; i++) {
      block.number(newCounts[i]);
      block.put(newNames[i]);
      newNames[i].clear();
    }
    Arrays.fill(newCounts, 0);
    nameBytes = 0;
  }
}
