package io.racedet.junit.record.merge;

import io.racedet.junit.record.ids.NumberedInts;

/**
 * Which objects are used by more than one thread of a trace. Accesses of the others are in no race,
 * whatever the order of the threads: they conflict with nothing, no other thread reads what they
 * write, and program order is all that orders them. So no relation, witness or refutation changes
 * without them.
 */
final class ObjectUsers {
  private static final int SEVERAL = -1;

  private final NumberedInts users = new NumberedInts(); // the slot of one, plus one

  /** A thread uses an object. */
  void use(long object, int slot) {
    int user = users.get(object);
    if (user != slot + 1 && user != SEVERAL) {
      users.set(object, user == 0 ? slot + 1 : SEVERAL);
    }
  }

  /** Whether several threads use an object. */
  boolean areSeveral(long object) {
    return users.get(object) == SEVERAL;
  }
}
