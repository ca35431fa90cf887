package io.racedet.junit.truth.raw;

/** Objects by the identity of an owner and a number; not thread-safe, and uses no woven class. */
final class RawTable {
  private Object[] owners = new Object[1 << 10];
  private long[] numbers = new long[1 << 10];
  private Object[] values = new Object[1 << 10];
  private int size;

  Object get(Object owner, long number) {
    return values[slot(owner, number)];
  }

  void put(Object owner, long number, Object value) {
    if (2 * size >= owners.length) {
      grow();
    }
    int slot = slot(owner, number);
    if (owners[slot] == null) {
      size++;
    }
    owners[slot] = owner;
    numbers[slot] = number;
    values[slot] = value;
  }

  private int slot(Object owner, long number) {
    int mask = owners.length - 1;
    int hash = System.identityHashCode(owner) * 31 + (int) number;
    hash *= 0x9E3779B9;
    int slot = (hash ^ hash >>> 15) & mask;
    while (owners[slot] != null && !(owners[slot] == owner && numbers[slot] == number)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    Object[] oldOwners = owners;
    long[] oldNumbers = numbers;
    Object[] oldValues = values;
    owners = new Object[2 * oldOwners.length];
    numbers = new long[owners.length];
    values = new Object[owners.length];
    for (int i = 0; i < oldOwners.length; i++) {
      if (oldOwners[i] != null) {
        int slot = slot(oldOwners[i], oldNumbers[i]);
        owners[slot] = oldOwners[i];
        numbers[slot] = oldNumbers[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
