package io.racedet.junit.record;

import io.racedet.event.Names;
import io.racedet.event.Op.Operand;

/** The names of ids that are known later than the ids. Not thread-safe. */
final class LaterNames implements Names {
  private Names known;

  void set(Names names) {
    known = names;
  }

  @Override
  public String name(Operand space, int id) {
    return known.name(space, id);
  }

  @Override
  public String location(int location) {
    return known.location(location);
  }
}
