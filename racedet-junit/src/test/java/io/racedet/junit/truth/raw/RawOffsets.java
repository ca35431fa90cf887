package io.racedet.junit.truth.raw;

import java.lang.invoke.VarHandle;

/** The offsets of what handles stand for; filled before the first run. */
public final class RawOffsets {
  private static final RawTable KNOWN = new RawTable();
  private static Place elements;

  private RawOffsets() {}

  /** An offset of the first element or field, and the distance of elements. */
  private static final class Place {
    final long base;
    final int scale;

    Place(long base, int scale) {
      this.base = base;
      this.scale = scale;
    }
  }

  /** Makes a handle known. */
  public static void define(VarHandle handle, long base, int scale) {
    KNOWN.put(handle, 0, new Place(base, scale));
  }

  /** Makes the layout of arrays of objects known. */
  public static void defineElements(long base, int scale) {
    elements = new Place(base, scale);
  }

  /** The offset of an element of an array of objects. */
  static long ofElement(int index) {
    return elements.base + (long) elements.scale * index;
  }

  /** The offset, or -1 for an unknown handle. */
  static long of(VarHandle handle, int index) {
    Place place = (Place) KNOWN.get(handle, 0);
    return place == null ? -1 : place.base + (long) place.scale * Math.max(index, 0);
  }
}
