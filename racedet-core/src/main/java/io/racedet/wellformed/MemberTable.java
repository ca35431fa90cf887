package io.racedet.wellformed;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The handles of the variables of each object. The variables of an object with a name are those
 * with this name, a dot and a member. Adding and removing one costs O(1).
 */
public final class MemberTable {
  private static final int FEW = 2;

  private final Map<String, IntArrayList> ofName = new HashMap<>();
  private final Int2ObjectOpenHashMap<IntArrayList> ofNumber = new Int2ObjectOpenHashMap<>();

  private IntArrayList[] siblings = new IntArrayList[16]; // by handle: its list, or null
  private int[] position = new int[16]; // by handle: where it is in the list

  /** How many characters of the name of a variable name its object; 0 if it is of none. */
  public static int lengthOfObject(String name) {
    return Math.max(0, name.lastIndexOf('.'));
  }

  /** Adds a variable to the object that its name begins with, if there is one. */
  public void add(String name, int handle) {
    int length = lengthOfObject(name);
    if (length > 0) {
      add(ofName.computeIfAbsent(name.substring(0, length), o -> new IntArrayList(FEW)), handle);
    }
  }

  /** Adds a variable to an object that has a number, not a name. */
  void add(int object, int handle) {
    add(ofNumber.computeIfAbsent(object, o -> new IntArrayList(FEW)), handle);
  }

  private void add(IntArrayList list, int handle) {
    if (handle >= position.length) {
      position = IntArrays.grow(position, handle + 1);
      siblings = ObjectArrays.grow(siblings, handle + 1);
    }
    position[handle] = list.size();
    siblings[handle] = list;
    list.add(handle);
  }

  /** The variables of an object with a name; valid until one is added or removed. */
  public IntList of(String object) {
    IntArrayList list = ofName.get(object);
    return list == null ? IntLists.EMPTY_LIST : list;
  }

  /** The variables of an object that has a number; valid until one is added or removed. */
  IntList of(int object) {
    IntArrayList list = ofNumber.get(object);
    return list == null ? IntLists.EMPTY_LIST : list;
  }

  /** Removes a variable from its object, if it has one; returns whether no others are left. */
  boolean remove(int handle) {
    IntArrayList list = handle < siblings.length ? siblings[handle] : null;
    if (list == null) {
      return false;
    }
    int last = list.removeInt(list.size() - 1);
    if (last != handle) {
      list.set(position[handle], last);
      position[last] = position[handle];
    }
    siblings[handle] = null;
    return list.isEmpty();
  }

  /** Removes the object of a variable with a name, of which no variables are left. */
  void removeObject(String name) {
    ofName.remove(name.substring(0, lengthOfObject(name)));
  }

  /** Removes an object that has a number, of which no variables are left. */
  void removeObject(int object) {
    ofNumber.remove(object);
  }
}
