package io.racedet.part;

import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/** The names of threads, locks and locations that accesses of a part have. Not thread-safe. */
final class PartNames implements Names {
  private final Int2ObjectOpenHashMap<String> threads = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<String> locks = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<String> locations = new Int2ObjectOpenHashMap<>();

  /** Sets of ids. */
  record Used(BitSet threads, BitSet locks, BitSet locations) {
    Used() {
      this(new BitSet(), new BitSet(), new BitSet());
    }
  }

  /** Adds names. */
  void add(Used used, Names names) {
    used.threads().stream().forEach(id -> threads.put(id, names.name(Operand.THREAD, id)));
    used.locks().stream().forEach(id -> locks.put(id, names.name(Operand.LOCK, id)));
    used.locations().stream().forEach(id -> locations.put(id, names.location(id)));
  }

  /** Those of a set of ids that have a name. */
  Used among(Used ids) {
    return new Used(
        known(ids.threads(), threads),
        known(ids.locks(), locks),
        known(ids.locations(), locations));
  }

  private static BitSet known(BitSet ids, Int2ObjectOpenHashMap<String> names) {
    BitSet known = new BitSet();
    ids.stream().filter(names::containsKey).forEach(known::set);
    return known;
  }

  @Override
  public String name(Operand space, int id) {
    return (space == Operand.THREAD ? threads : locks).get(id);
  }

  @Override
  public String location(int location) {
    return locations.get(location);
  }

  void write(PartOutput out) {
    write(threads, out);
    write(locks, out);
    write(locations, out);
  }

  private static void write(Int2ObjectOpenHashMap<String> names, PartOutput out) {
    int[] ids = names.keySet().toIntArray();
    Arrays.sort(ids);
    out.number(ids.length);
    for (int id : ids) {
      out.number(id);
      out.text(names.get(id));
    }
  }

  static PartNames read(PartInput in) {
    PartNames names = new PartNames();
    read(names.threads, in);
    read(names.locks, in);
    read(names.locations, in);
    return names;
  }

  private static void read(Int2ObjectOpenHashMap<String> names, PartInput in) {
    for (int left = in.integer(); left > 0; left--) {
      names.put(in.integer(), in.text());
    }
  }
}
