package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.block.BlockPayload;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.TextList;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/** The names that have been read from a file so far. */
final class FileNames implements Names {
  private final TextList[] texts = new TextList[FileIds.LOCATIONS + 1];
  private final int[] before = new int[FileIds.LOCATIONS + 1]; // names that earlier splits have
  private final Repeated[] repeated = new Repeated[FileIds.LOCATIONS + 1]; // null for whole files
  private final int[] ranks = FileIds.ranks();
  private final long mostThreads;
  private final long mostNames;
  private final long mostBytes;
  private long count; // of all names
  private long bytes; // of all names
  private TraceLimit exceeded; // null unless reading has ended at a limit
  private long most;
  private long found;

  FileNames(TraceLimits limits) {
    mostThreads = limits.most(TraceLimit.THREADS);
    mostNames = limits.most(TraceLimit.NAMES);
    mostBytes = limits.most(TraceLimit.NAME_BYTES);
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new TextList();
    }
  }

  /** Names of earlier splits. */
  private static final class Repeated {
    private final Int2IntOpenHashMap positions = new Int2IntOpenHashMap();
    private final TextList texts = new TextList();
  }

  /**
   * Begins with a split other than the first one.
   *
   * @param earlier how many names each space has in earlier splits
   */
  void begin(int[] earlier) {
    System.arraycopy(earlier, 0, before, 0, before.length);
    Arrays.setAll(repeated, rank -> new Repeated());
  }

  /** How many names a space has so far. */
  int size(int rank) {
    return before[rank] + texts[rank].size();
  }

  /**
   * Reads the names that a split repeats; false if they are invalid, or exceed a limit. If the
   * splits before have been read, they are known.
   */
  boolean readRepeated(BlockPayload payload) {
    for (int rank = 0; rank < texts.length; rank++) {
      int names = payload.count();
      if (names < 0) {
        return false;
      }
      for (int i = 0; i < names; i++) {
        int id = payload.number();
        if (id < 0 || id >= size(rank) || !readRepeated(payload, id, repeated[rank])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean readRepeated(BlockPayload payload, int id, Repeated into) {
    int length = payload.textLength();
    if (length < 0) {
      return false;
    }
    if (into == null || into.positions.containsKey(id)) {
      payload.moveTo(payload.at() + length);
      return true;
    }
    if (exceeds(TraceLimit.NAMES, mostNames, count + 1)
        || exceeds(TraceLimit.NAME_BYTES, mostBytes, bytes + length)) {
      return false;
    }
    count++;
    bytes += length;
    into.positions.put(id, into.texts.size());
    payload.moveText(length, into.texts);
    return true;
  }

  /**
   * Reads the names at the beginning of a payload; false if they are invalid, or exceed a limit.
   */
  boolean read(BlockPayload payload) {
    for (TextList list : texts) {
      int more = payload.count();
      if (more < 0
          || exceeds(TraceLimit.NAMES, mostNames, count + more)
          || list == texts[0]
              && exceeds(TraceLimit.THREADS, mostThreads, (long) list.size() + more)) {
        return false;
      }
      count += more;
      for (int i = 0; i < more; i++) {
        if (!readName(payload, list)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean readName(BlockPayload payload, TextList list) {
    int length = payload.textLength();
    if (length < 0 || exceeds(TraceLimit.NAME_BYTES, mostBytes, bytes + length)) {
      return false;
    }
    bytes += length;
    payload.moveText(length, list);
    return true;
  }

  private boolean exceeds(TraceLimit limit, long most, long amount) {
    if (amount <= most) {
      return false;
    }
    exceeded = limit;
    this.most = most;
    found = amount;
    return true;
  }

  /** The limit at which reading has ended, or null. */
  TraceLimit exceeded() {
    return exceeded;
  }

  /** Its value. */
  long most() {
    return most;
  }

  /** How much of what is limited has been found. */
  long found() {
    return found;
  }

  boolean isThread(int id) {
    return isKnown(0, id);
  }

  private boolean isKnown(int rank, int id) {
    int number = id - before[rank];
    return number >= 0
        ? number < texts[rank].size()
        : repeated[rank] != null && repeated[rank].positions.containsKey(id);
  }

  private String text(int rank, int id) {
    int number = id - before[rank];
    return number >= 0
        ? texts[rank].text(number)
        : repeated[rank].texts.text(repeated[rank].positions.get(id));
  }

  /** Whether an operand has a name, or belongs to an operation without operand. */
  boolean isOperand(Operand space, int operand) {
    return space == Operand.NONE || isKnown(ranks[space.ordinal()], operand);
  }

  /** Whether a location has a name, or is -1, which stands for none. */
  boolean isLocation(int location) {
    return location == EventSink.NO_LOCATION || isKnown(FileIds.LOCATIONS, location);
  }

  /**
   * Reads the rest of what {@link FileIds#writeSite} writes.
   *
   * @param op 1 + op, which has already been read
   * @param site receives the event without its thread, and the location
   * @return false if it is invalid
   */
  boolean readSite(BlockPayload payload, int op, long[] site) {
    if (op < 1 || op > Op.COUNT) {
      return false;
    }
    Operand space = Op.of(op - 1).operand();
    int operand = space == Operand.NONE ? 0 : payload.number();
    int location = payload.number() - 1;
    if (!isOperand(space, operand) || !isLocation(location)) {
      return false;
    }
    site[0] = EventBlock.word(Op.of(op - 1), 0, operand);
    site[1] = location;
    return true;
  }

  @Override
  public String name(Operand space, int id) {
    return text(ranks[space.ordinal()], id);
  }

  @Override
  public String location(int location) {
    return text(FileIds.LOCATIONS, location);
  }
}
