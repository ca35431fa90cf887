package io.racedet.part;

import io.racedet.wellformed.MemberTable;
import it.unimi.dsi.fastutil.HashCommon;

/**
 * An object of which a trace allocates others of the same name, as the two halves of a hash of its
 * name: of 128 bits, so that no two names of a trace have the same one.
 *
 * @param high one half
 * @param low the other half
 */
record VariableOwner(long high, long low) {
  private static final long SEED = 0x9E37_79B9_7F4A_7C15L;

  /** The owner of a variable, named in its name; null if there is none. */
  static VariableOwner ofVariable(String name) {
    int length = MemberTable.lengthOfObject(name);
    return length > 0 ? of(name, length) : null;
  }

  static VariableOwner of(String name) {
    return of(name, name.length());
  }

  private static VariableOwner of(String name, int length) {
    long high = length;
    long low = ~(long) length * SEED;
    for (int i = 0; i < length; i++) {
      high = HashCommon.murmurHash3(high ^ name.charAt(i));
      low = HashCommon.mix(low + SEED * (1L + name.charAt(i)));
    }
    return new VariableOwner(high, low);
  }
}
