package io.racedet.trace;

import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.bytes.DenseIds;
import io.racedet.trace.bytes.Utf8;
import java.util.Arrays;
import java.util.Locale;

/** Numbers the names of a file, and collects those that no block contains yet. */
final class FileIds {
  /** The id spaces in the order of a file, in which locations follow them. */
  static final Operand[] SPACES = {
    Operand.THREAD, Operand.VARIABLE, Operand.LOCK, Operand.SYNC, Operand.CHANNEL, Operand.OBJECT
  };

  static final int LOCATIONS = SPACES.length;

  private final Names names;
  private final String format;
  private final DenseIds[] ids = new DenseIds[LOCATIONS + 1];
  private final int[] ranks = ranks();
  private final ByteList[] newNames = new ByteList[LOCATIONS + 1];
  private final int[] newCounts = new int[LOCATIONS + 1];
  private int nameBytes;

  /** Looks names up when they are first used; the format is for messages. */
  FileIds(Names names, String format) {
    this.names = names;
    this.format = format;
    for (int i = 0; i <= LOCATIONS; i++) {
      ids[i] = new DenseIds();
      newNames[i] = new ByteList();
    }
  }

  /** The rank of each space in a file, by {@link Operand#ordinal()}. */
  static int[] ranks() {
    int[] ranks = new int[Operand.values().length];
    for (int i = 0; i < SPACES.length; i++) {
      ranks[SPACES[i].ordinal()] = i;
    }
    return ranks;
  }

  int ofThread(int thread) {
    return of(0, thread);
  }

  /** The id of an operand; 0 where there is none. */
  int ofOperand(Operand space, int operand) {
    return space == Operand.NONE ? 0 : of(ranks[space.ordinal()], operand);
  }

  int ofLocation(int location) {
    return of(LOCATIONS, location);
  }

  private int of(int rank, int number) {
    int known = ids[rank].size();
    int id = ids[rank].of(number);
    if (id == known) {
      name(rank, number);
    }
    return id;
  }

  private void name(int rank, int number) {
    boolean isLocation = rank == LOCATIONS;
    String name = isLocation ? names.location(number) : names.name(SPACES[rank], number);
    byte[] text = Utf8.encode(name);
    if (text == null || text.length > BlockFormat.LONGEST_NAME) {
      ids[rank].forgetLast();
      String kind = isLocation ? "location" : SPACES[rank] + " name";
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
    newCounts[rank]++;
    newNames[rank].number(text.length);
    newNames[rank].put(text);
    nameBytes += text.length;
  }

  /** Writes a site: 1 + op, the operand if the op has one, 1 + location or 0. */
  static void writeSite(ByteList into, Op op, int operand, int location) {
    into.number(1 + op.ordinal());
    if (op.operand() != Operand.NONE) {
      into.number(operand);
    }
    into.number(1 + location);
  }

  /** Whether the collected names are enough for a block. */
  boolean isFull() {
    return nameBytes > BlockFormat.LONGEST_NAME;
  }

  /** Moves the collected names to the beginning of a payload. */
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
