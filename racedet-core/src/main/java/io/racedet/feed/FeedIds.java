package io.racedet.feed;

import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.wellformed.NameTable;
import io.racedet.wellformed.VariableTable;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.BitSet;

/**
 * The names, handles and ids of a feed. A handle that was forgotten, and the id of a variable that
 * was allocated anew, stay what they were until they are released, when no engine refers to them.
 */
public final class FeedIds implements Names {
  private final NameTable threads = new NameTable("thread");
  private final NameTable locks = new NameTable("lock");
  private final NameTable syncs = new NameTable("sync");
  private final NameTable channels = new NameTable("channel");
  private final NameTable objects = new NameTable("object");
  private final NameTable locations = new NameTable("location");
  private final VariableTable variables = new VariableTable(objects);

  @Override
  public String name(Operand space, int id) {
    return space == Operand.VARIABLE ? variables.nameOfId(id) : table(space).name(id);
  }

  @Override
  public String location(int location) {
    return locations.name(location);
  }

  public int handle(Operand space, String name) {
    return space == Operand.VARIABLE ? variables.of(name) : table(space).of(name);
  }

  public int handle(Operand space, long number) {
    return space == Operand.VARIABLE ? variables.of(number) : table(space).of(number);
  }

  public int member(int object, String name) {
    return variables.member(object, name);
  }

  public int thread(String name) {
    return threads.of(name);
  }

  public int locationOf(String text) {
    return locations.of(text);
  }

  /** Sets the largest handle of a thread. */
  void limitThreads(int largest) {
    threads.limit(largest);
  }

  void checkThread(int thread) {
    threads.check(thread);
  }

  void checkLocation(int location) {
    locations.check(location);
  }

  /** The id of a handle; it is the handle itself, except for variables. */
  int id(Operand space, int handle) {
    if (space == Operand.VARIABLE) {
      return variables.id(handle);
    }
    if (space == Operand.NONE) {
      return 0;
    }
    table(space).check(handle);
    return handle;
  }

  /** The name of a handle, empty where there is no operand. */
  String nameOfHandle(Operand space, int handle) {
    return switch (space) {
      case NONE -> "";
      case VARIABLE -> variables.name(handle);
      default -> table(space).name(handle);
    };
  }

  void allocate(int object) {
    variables.allocate(object);
  }

  void forget(Operand space, int handle) {
    switch (space) {
      case VARIABLE -> variables.forget(handle);
      case OBJECT -> {
        objects.check(handle);
        variables.forgetMembers(handle);
        objects.forget(handle);
      }
      default -> table(space).forget(handle);
    }
  }

  /** The ids that were forgotten and not released. */
  IntList dropped(Operand space) {
    return space == Operand.VARIABLE ? variables.droppedIds() : table(space).dropped();
  }

  /** Releases what was forgotten of a space. */
  void release(Operand space) {
    release(space, new BitSet());
  }

  /** Releases what was forgotten of a space, except for some. */
  void release(Operand space, BitSet used) {
    if (space == Operand.VARIABLE) {
      variables.release();
      objects.release(used);
    } else {
      table(space).release(used);
    }
  }

  private NameTable table(Operand space) {
    return switch (space) {
      case THREAD -> threads;
      case LOCK -> locks;
      case SYNC -> syncs;
      case CHANNEL -> channels;
      case OBJECT -> objects;
      case NONE, VARIABLE -> throw new IllegalArgumentException("operand: " + space);
    };
  }
}
