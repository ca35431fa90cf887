package io.racedet.trace.block;

import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.ids.DenseIds;
import io.racedet.trace.bytes.ByteList;
import io.racedet.trace.bytes.Utf8;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.Locale;

/** Numbers the names of a file, and collects those that no block contains yet. */
public final class FileIds {
  /** The id spaces in the order of a file, in which locations follow them. */
  public static final Operand[] SPACES = {
    Operand.THREAD, Operand.VARIABLE, Operand.LOCK, Operand.SYNC, Operand.CHANNEL, Operand.OBJECT
  };

  public static final int LOCATIONS = SPACES.length;

  private final Names names;
  private final String format;
  private final DenseIds[] ids = new DenseIds[LOCATIONS + 1];
  private final int[] ranks = ranks();
  private final ByteList[] newNames = new ByteList[LOCATIONS + 1];
  private final int[] newCounts = new int[LOCATIONS + 1];
  private final int[][] lengths = new int[LOCATIONS + 1][0]; // by id, of the names in bytes
  private int nameBytes;

  /** Looks names up when they are first used; the format is for messages. */
  public FileIds(Names names, String format) {
    this.names = names;
    this.format = format;
    for (int i = 0; i <= LOCATIONS; i++) {
      ids[i] = new DenseIds();
      newNames[i] = new ByteList();
    }
  }

  /** The rank of each space in a file, by {@link Operand#ordinal()}. */
  public static int[] ranks() {
    int[] ranks = new int[Operand.values().length];
    for (int i = 0; i < SPACES.length; i++) {
      ranks[SPACES[i].ordinal()] = i;
    }
    return ranks;
  }

  /** The number of a space in a file. */
  public int rank(Operand space) {
    return ranks[space.ordinal()];
  }

  /** How many names a space has so far. */
  public int size(int rank) {
    return ids[rank].size();
  }

  /** How many bytes a name has. */
  public int length(int rank, int id) {
    return lengths[rank][id];
  }

  /** The bytes of a name, looked up again. */
  public byte[] text(int rank, int id) {
    int number = ids[rank].number(id);
    return Utf8.encode(
        rank == LOCATIONS ? names.location(number) : names.name(SPACES[rank], number));
  }

  public int ofThread(int thread) {
    return of(0, thread);
  }

  /** The id of an operand; 0 where there is none. */
  public int ofOperand(Operand space, int operand) {
    return space == Operand.NONE ? 0 : of(ranks[space.ordinal()], operand);
  }

  public int ofLocation(int location) {
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
    if (text == null || text.length > BlockFormat.MAX_NAME_LENGTH) {
      ids[rank].forgetLast();
      String kind = isLocation ? "location" : SPACES[rank] + " name";
      throw new IllegalArgumentException(
          kind.toLowerCase(Locale.ROOT)
              + ": \""
              + name.substring(0, Math.min(name.length(), 120))
              + "\" (expected: in the format "
              + format
              + ", Unicode text of at most "
              + BlockFormat.MAX_NAME_LENGTH
              + " bytes)");
    }
    int id = ids[rank].size() - 1;
    lengths[rank] = IntArrays.grow(lengths[rank], id + 1);
    lengths[rank][id] = text.length;
    newCounts[rank]++;
    newNames[rank].number(text.length);
    newNames[rank].put(text);
    nameBytes += text.length;
  }

  /** Writes a site: 1 + op, the operand if the op has one, 1 + location or 0. */
  public static void writeSite(ByteList into, Op op, int operand, int location) {
    into.number(1 + op.ordinal());
    if (op.operand() != Operand.NONE) {
      into.number(operand);
    }
    into.number(1 + location);
  }

  /** Whether the collected names are enough for a block. */
  public boolean isFull() {
    return nameBytes > BlockFormat.MAX_NAME_LENGTH;
  }

  /** Moves the collected names to the beginning of a payload. */
  public void moveTo(ByteList block) {
    for (int i = 0; i <= LOCATIONS; i++) {
      block.number(newCounts[i]);
      block.put(newNames[i]);
      newNames[i].clear();
    }
    Arrays.fill(newCounts, 0);
    nameBytes = 0;
  }
}
