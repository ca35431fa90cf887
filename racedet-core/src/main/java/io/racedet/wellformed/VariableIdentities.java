package io.racedet.wellformed;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Maps the handle of each variable to its current dense id: the allocation of an object assigns new
 * ids to its variables.
 */
final class VariableIdentities {
  private final MemberTable members = new MemberTable();
  private int[] current = new int[16]; // by handle
  private int[] handles = new int[16]; // by dense id
  private int known; // handles
  private int ids;

  /** The number of handles. */
  int size() {
    return known;
  }

  /** Adds the next handle, of a variable with a name. */
  void add(String name) {
    if (known == current.length) {
      current = IntArrays.grow(current, known + 1);
    }
    int handle = known++;
    renew(handle);
    members.add(name, handle);
  }

  int id(int handle) {
    return current[handle];
  }

  int handle(int id) {
    return handles[id];
  }

  void allocate(String owner) {
    IntList variables = members.of(owner);
    for (int i = 0; i < variables.size(); i++) {
      renew(variables.getInt(i));
    }
  }

  private void renew(int handle) {
    if (ids == handles.length) {
      handles = IntArrays.grow(handles, ids + 1);
    }
    handles[ids] = handle;
    current[handle] = ids++;
  }
}
