package io.racedet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Variables by handle, and which dense id each handle has now: the allocation of an object gives
 * its variables new ones.
 */
final class VariableTable {
  private final NameTable names = new NameTable("variable");
  private final Map<String, IntArrayList> ofOwner = new HashMap<>();
  private int[] current = new int[16]; // by handle
  private int[] handles = new int[16]; // by dense id
  private int known; // handles
  private int ids;

  int of(String name) {
    int handle = names.of(name);
    if (handle >= known) {
      add(handle);
      int dot = name.lastIndexOf('.');
      if (dot > 0) {
        ofOwner.computeIfAbsent(name.substring(0, dot), o -> new IntArrayList()).add(handle);
      }
    }
    return handle;
  }

  int of(long number) {
    int handle = names.of(number);
    if (handle >= known) {
      add(handle);
    }
    return handle;
  }

  int id(int handle) {
    if (handle < 0 || handle >= known) {
      names.check(handle);
    }
    return current[handle];
  }

  void allocate(String owner) {
    IntArrayList variables = ofOwner.get(owner);
    if (variables != null) {
      for (int i = 0; i < variables.size(); i++) {
        renew(variables.getInt(i));
      }
    }
  }

  String nameOfId(int id) {
    return names.name(handles[id]);
  }

  String name(int handle) {
    return names.name(handle);
  }

  private void add(int handle) {
    if (handle >= current.length) {
      current = Arrays.copyOf(current, 2 * current.length);
    }
    known = handle + 1;
    renew(handle);
  }

  private void renew(int handle) {
    if (ids == handles.length) {
      handles = Arrays.copyOf(handles, 2 * ids);
    }
    handles[ids] = handle;
    current[handle] = ids++;
  }
}
