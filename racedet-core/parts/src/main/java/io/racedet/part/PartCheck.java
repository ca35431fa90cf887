package io.racedet.part;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.ids.LockUse;
import io.racedet.part.RacesByKey.Key;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares each access with the last conflicting one of each other thread, as {@code djit} and
 * {@code eraser} define it. Not thread-safe.
 */
final class PartCheck implements PartState.Check {
  /** An earlier access that conflicts. */
  private record Earlier(int thread, int kind, long time, long detail, boolean isOrdered) {}

  private final PartOrder order;
  private final PartHistories histories;
  private final PartNames before; // of accesses of earlier parts
  private final Names names; // of this part
  private final boolean everyPair;
  private final RacesByKey djit = new RacesByKey();
  private final RacesByKey eraser = new RacesByKey();
  private final List<Earlier> earlier = new ArrayList<>();
  private boolean wasViolated;
  private boolean isRaceless; // the access
  private int thread; // of the access
  private int kind;
  private long detail;

  PartCheck(
      PartOrder order, PartHistories histories, PartNames before, Names names, boolean everyPair) {
    this.order = order;
    this.histories = histories;
    this.before = before;
    this.names = names;
    this.everyPair = everyPair;
  }

  PartRaces races(long events) {
    return new PartRaces(events, djit, eraser);
  }

  @Override
  public void before(
      int variable, VariableHistory history, int by, int ofKind, long index, long ofDetail) {
    thread = by;
    kind = ofKind;
    detail = ofDetail;
    wasViolated = history.isViolated(histories.locks());
    if (!history.isQuiet(by, ofKind)) {
      compare(history);
    }
    isRaceless = earlier.isEmpty();
    if (!isRaceless) {
      earlier.sort(Comparator.comparingLong(Earlier::time));
      earlier.forEach(first -> report(djit, PartRaces.DJIT, variable, history, first, index));
      earlier.clear();
    }
  }

  /** Collects the last conflicting access by each thread that is not ordered before this one. */
  private void compare(VariableHistory history) {
    for (int at = 0; at < history.size(); at++) {
      int other = history.thread(at);
      int conflicting = other == thread ? -1 : history.conflicting(at, kind);
      if (conflicting >= 0 && order.known(thread, other) < history.time(at, conflicting)) {
        earlier.add(earlier(history, at, conflicting));
      }
    }
  }

  private Earlier earlier(VariableHistory history, int at, int conflicting) {
    int other = history.thread(at);
    long time = history.time(at, conflicting);
    boolean isOrdered = order.known(thread, other) >= time;
    return new Earlier(other, conflicting, time, history.detail(at, conflicting), isOrdered);
  }

  @Override
  public void after(int variable, VariableHistory history, long index) {
    if (isRaceless) {
      history.setQuiet(kind);
    }
    if (!wasViolated && history.isViolated(histories.locks())) {
      report(eraser, PartRaces.ERASER, variable, history, last(history), index);
    }
  }

  /** The last conflicting access by another thread, or one that stands for none. */
  private Earlier last(VariableHistory history) {
    Earlier last = new Earlier(-1, VariableHistory.READ, 0, 0, true);
    for (int at = 0; at < history.size(); at++) {
      int conflicting = history.thread(at) == thread ? -1 : history.conflicting(at, kind);
      if (conflicting >= 0 && history.time(at, conflicting) > last.time()) {
        last = earlier(history, at, conflicting);
      }
    }
    return last;
  }

  private void report(
      RacesByKey into,
      String engine,
      int variable,
      VariableHistory history,
      Earlier first,
      long index) {
    into.add(
        key(variable, history, first, index),
        first.isOrdered(),
        () -> race(engine, variable, first, index));
  }

  private RaceKind raceKind(Earlier first) {
    return VariableHistory.isWrite(kind)
        ? RaceKind.of(VariableHistory.isWrite(first.kind()), true)
        : RaceKind.WRITE_READ;
  }

  private Key key(int variable, VariableHistory history, Earlier first, long index) {
    if (everyPair) {
      return Key.ofPair(first.time(), index);
    }
    int one = first.time() == 0 ? EventSink.NO_LOCATION : PartHistories.location(first.detail());
    int other = PartHistories.location(detail);
    return one == EventSink.NO_LOCATION || other == EventSink.NO_LOCATION
        ? Key.ofVariable(
            variable,
            histories.allocated(history.owner),
            raceKind(first),
            first.thread(),
            thread,
            one,
            other)
        : Key.ofLocations(one, other);
  }

  private Race race(String engine, int variable, Earlier first, long index) {
    return new Race(
        engine,
        names.name(Operand.VARIABLE, variable),
        raceKind(first),
        first.time() == 0
            ? Access.UNKNOWN
            : access(first.time(), first.thread(), first.kind(), first.detail()),
        access(index, thread, kind, detail),
        1,
        Proof.of(first.isOrdered() ? Grade.PREDICTED : Grade.OBSERVED, ""));
  }

  private Access access(long index, int by, int ofKind, long ofDetail) {
    List<String> held = new ArrayList<>();
    for (long lock : histories.locks().list(PartHistories.list(ofDetail))) {
      String name = name(Operand.LOCK, LockUse.lock((int) lock));
      held.add(LockUse.isShared((int) lock) ? name + " (shared)" : name);
    }
    return new Access(
        index,
        name(Operand.THREAD, by),
        VariableHistory.isWrite(ofKind),
        VariableHistory.isAtomic(ofKind),
        locationName(PartHistories.location(ofDetail)),
        held);
  }

  private String name(Operand space, int id) {
    String name = before.name(space, id);
    return name != null ? name : names.name(space, id);
  }

  private String locationName(int location) {
    if (location == EventSink.NO_LOCATION) {
      return "";
    }
    String name = before.location(location);
    return name != null ? name : names.location(location);
  }
}
