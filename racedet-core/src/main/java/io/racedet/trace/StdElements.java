package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Walk;
import io.racedet.trace.bytes.Progression;
import io.racedet.trace.bytes.StdRange;
import io.racedet.trace.bytes.TextTable;

/** The accesses of a range of the text format, block by block, with the ids of the elements. */
final class StdElements {
  /** Whether there may be one more name, of a length. */
  @FunctionalInterface
  interface Room {
    boolean isFor(int length);
  }

  private static final int ABSENT = -1;

  private final TextTable variables;
  private final Room room;
  private final StdRange range = new StdRange();
  private final Progression part = new Progression();
  private Op op;
  private int thread;
  private int location;
  private int done; // accesses
  private int count; // of accesses; as many as are done if there is no range

  StdElements(TextTable variables, Room room) {
    this.variables = variables;
    this.room = room;
  }

  /** Parses the operand of an access; false if it is not a range. */
  boolean parse(Op access, byte[] text, int from, int to) {
    op = access;
    return (op == Op.READ || op == Op.WRITE)
        && LineFault.isName(text, from, to)
        && range.parse(text, from, to);
  }

  /** Begins with what was parsed. */
  void begin(int byThread, int atLocation) {
    thread = byThread;
    location = atLocation;
    done = 0;
    count = range.count();
    if (range.isDescending()) { // so that the ids go down, too
      for (int i = count - 1; i > 0 && element(i) != ABSENT; i--) {
        // The name is added.
      }
    }
  }

  /** Whether there are accesses left. */
  boolean isOpen() {
    return done < count;
  }

  /**
   * Appends accesses whose variables are at equal distances, up to one that would be too many
   * names.
   *
   * @param most how many there may be, at least 1
   */
  void append(EventBlock block, long most) {
    part.begin();
    while (part.count() < most && done < count) {
      int variable = element(done);
      if (variable == ABSENT || !part.goesOn(variable)) {
        break;
      }
      part.add(variable);
      done++;
    }
    if (part.count() > 0) {
      long walk = Walk.of(part.stride(), part.count());
      block.appendRange(EventBlock.word(op, thread, part.first()), walk, location);
    }
  }

  /** The id of the variable of an access; ABSENT if there are too many names. */
  private int element(int access) {
    int length = range.nameElement(access);
    int known = variables.find(range.name(), 0, length);
    return known == ABSENT && room.isFor(length) ? variables.add(range.name(), 0, length) : known;
  }
}
