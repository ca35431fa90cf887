package io.racedet.wellformed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Maps the handle of each variable to its current dense id: the allocation of an object assigns new
 * ids to its variables.
 */
final class VariableIdentities {
  private final Map<String, IntArrayList> ofOwner = new HashMap<>();
  private int[] current = new int[16]; // by handle
  private int[] handles = new int[16]; // by dense id
  private int known; // handles
  private int ids;

  /** The number of handles. */
  int size() {
    return known;
  }

  /** Adds the next handle, whose variable belongs to the object before the last dot of its name. */
  void add(String name) {
    if (known == current.length) {
      current = IntArrays.grow(current, known + 1);
    }
    int handle = known++;
    renew(handle);
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      ofOwner.computeIfAbsent(name.substring(0, dot), o -> new IntArrayList()).add(handle);
    }
  }

  int id(int handle) {
    return current[handle];
  }

  int handle(int id) {
    return handles[id];
  }

  void allocate(String owner) {
    IntArrayList variables = ofOwner.get(owner);
    if (variables != null) {
      for (int i = 0; i < variables.size(); i++) {
        renew(variables.getInt(i));
      }
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
