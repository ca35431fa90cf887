package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.TextList;

/** The names that have been read from a file so far. */
final class FileNames implements Names {
  private final TextList[] texts = new TextList[FileIds.LOCATIONS + 1];
  private final int[] ranks = FileIds.ranks();

  FileNames() {
    for (int i = 0; i < texts.length; i++) {
      texts[i] = new TextList();
    }
  }

  /** Reads the names at the beginning of a payload; false if they are invalid. */
  boolean read(BlockPayload payload) {
    for (TextList list : texts) {
      int more = payload.number();
      for (int i = 0; i < more; i++) {
        if (!payload.readText(list)) {
          return false;
        }
      }
      if (more < 0) {
        return false;
      }
    }
    return true;
  }

  boolean isThread(int id) {
    return id >= 0 && id < texts[0].size() && id <= EventBlock.MAX_THREAD;
  }

  /** Whether an operand has a name, or belongs to an operation without operand. */
  boolean isOperand(Operand space, int operand) {
    return space == Operand.NONE
        || (space == Operand.THREAD
            ? isThread(operand)
            : operand >= 0 && operand < texts[ranks[space.ordinal()]].size());
  }

  /** Whether a location has a name, or is -1, which stands for none. */
  boolean isLocation(int location) {
    return location >= -1 && location < texts[FileIds.LOCATIONS].size();
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
    return texts[ranks[space.ordinal()]].text(id);
  }

  @Override
  public String location(int location) {
    return texts[FileIds.LOCATIONS].text(location);
  }
}
