package io.racedet.compressed.stretch;

import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/** Dense slots for the variables of a stretch: each has flags and the heads of two lists. */
final class VariableSlots {
  /** No slot, and the end of a list. */
  static final int NONE = DenseIds.NONE;

  private final DenseIds variables = new DenseIds(); // their numbers are the slots
  int[] flags = new int[16]; // by slot
  int[] first = new int[16]; // the list for what comes before the stretch
  int[] last = new int[16]; // the list for what comes after it

  void clear() {
    variables.clear();
  }

  int size() {
    return variables.size();
  }

  /** The slot of a variable, which gets one if it has none. */
  int of(int variable) {
    int slot = variables.find(variable);
    return slot == NONE ? add(variable) : slot;
  }

  private int add(int variable) {
    int slot = variables.add(variable);
    if (slot == flags.length) {
      flags = IntArrays.grow(flags, slot + 1);
      first = IntArrays.grow(first, slot + 1);
      last = IntArrays.grow(last, slot + 1);
    }
    flags[slot] = 0;
    first[slot] = NONE;
    last[slot] = NONE;
    return slot;
  }

  /** The variables by slot. */
  int[] variables() {
    return variables.toArray();
  }

  /** A copy of the flags by slot. */
  int[] flags() {
    return Arrays.copyOf(flags, variables.size());
  }
}
