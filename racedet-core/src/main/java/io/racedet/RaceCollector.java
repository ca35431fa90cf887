package io.racedet;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePoint;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Turns the pairs that engines send into races with names, one for each pair of locations. */
final class RaceCollector {
  /* Unordered: the smaller location first. Which variable it is does not matter: one pair of source
   * lines is one mistake, on however many objects. */
  private record Locations(int smaller, int larger) {}

  private static final class Found {
    Race race;
    long count = 1;

    Found(Race race) {
      this.race = race;
    }
  }

  private final LockContexts contexts;
  private final Names names;
  private final boolean everyPair;
  private final Consumer<Race> listener;
  private final Map<Locations, Found> byLocations = new LinkedHashMap<>();
  private final List<Found> found = new ArrayList<>();

  RaceCollector(LockContexts contexts, Names names, boolean everyPair, Consumer<Race> listener) {
    this.contexts = contexts;
    this.names = names;
    this.everyPair = everyPair;
    this.listener = listener;
  }

  void add(
      String engine,
      int variable,
      RaceKind kind,
      boolean ordered,
      RacePoint first,
      RacePoint second) {
    if (everyPair || isUnknown(first) || isUnknown(second)) {
      found.add(new Found(race(engine, variable, kind, ordered, first, second)));
      return;
    }
    Locations key =
        new Locations(
            Math.min(first.location(), second.location()),
            Math.max(first.location(), second.location()));
    Found before = byLocations.get(key);
    if (before != null) {
      addAgain(before, engine, variable, kind, ordered, first, second);
      return;
    }
    Found now = new Found(race(engine, variable, kind, ordered, first, second));
    byLocations.put(key, now);
    found.add(now);
  }

  /* A pair counts once for each engine's finding it, so only the first engine's findings count; but
   * one that was observed says more than one that was predicted. */
  private void addAgain(
      Found before,
      String engine,
      int variable,
      RaceKind kind,
      boolean ordered,
      RacePoint first,
      RacePoint second) {
    if (before.race.engine().equals(engine)) {
      before.count++;
    }
    if (!ordered && before.race.grade() == Grade.PREDICTED) {
      before.race = race(engine, variable, kind, false, first, second);
    }
  }

  List<Race> races() {
    List<Race> races = new ArrayList<>(found.size());
    for (Found f : found) {
      Race r = f.race;
      races.add(
          new Race(r.engine(), r.variable(), r.kind(), r.grade(), r.first(), r.second(), f.count));
    }
    return races;
  }

  private static boolean isUnknown(RacePoint point) {
    return point.location() == EventSink.NO_LOCATION;
  }

  private Race race(
      String engine,
      int variable,
      RaceKind kind,
      boolean ordered,
      RacePoint first,
      RacePoint second) {
    Race race =
        new Race(
            engine,
            names.name(Operand.VARIABLE, variable),
            kind,
            ordered ? Grade.PREDICTED : Grade.OBSERVED,
            access(first, kind != RaceKind.READ_WRITE),
            access(second, kind != RaceKind.WRITE_READ),
            1);
    listener.accept(race);
    return race;
  }

  private Access access(RacePoint point, boolean write) {
    return new Access(
        point.index(),
        names.name(Operand.THREAD, contexts.thread(point.context())),
        write,
        point.atomic(),
        isUnknown(point) ? "" : names.location(point.location()),
        lockset(point.context()));
  }

  private List<String> lockset(int context) {
    LinkedList<String> locks = new LinkedList<>();
    for (int c = context; !contexts.holdsNothing(c); c = contexts.parent(c)) {
      String name = names.name(Operand.LOCK, contexts.lock(c));
      locks.addFirst(contexts.isShared(c) ? name + " (shared)" : name);
    }
    return locks;
  }
}
