package io.racedet.part;

import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Proof;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The races of an engine by their keys: of each the best pair, and how many there are. */
final class RacesByKey {
  /** What a pair has in common with others of the same race; ids are those of the file. */
  record Key(long a, long b, long c, long d, long e, long f, long g) {
    static final Comparator<Key> ORDER =
        Comparator.comparingLong(Key::a)
            .thenComparingLong(Key::b)
            .thenComparingLong(Key::c)
            .thenComparingLong(Key::d)
            .thenComparingLong(Key::e)
            .thenComparingLong(Key::f)
            .thenComparingLong(Key::g);
    private static final int OF_PAIR = -1;
    private static final int OF_LOCATIONS = -2;

    static Key ofPair(long first, long second) {
      return new Key(OF_PAIR, first, second, 0, 0, 0, 0);
    }

    static Key ofLocations(int one, int other) {
      return new Key(OF_LOCATIONS, Math.min(one, other), Math.max(one, other), 0, 0, 0, 0);
    }

    /** Of a variable since its allocation; the same for two writes, whichever thread is first. */
    static Key ofVariable(
        int variable, long allocated, RaceKind kind, int thread, int other, int one, int two) {
      boolean isTurned = kind == RaceKind.WRITE_WRITE && thread > other;
      return new Key(
          variable,
          allocated,
          kind.ordinal(),
          isTurned ? other : thread,
          isTurned ? thread : other,
          isTurned ? two : one,
          isTurned ? one : two);
    }
  }

  /** The best pair of a race, and how many pairs it has. */
  private record Found(Race best, long count) {
    private static final Comparator<Race> BETTER =
        Comparator.comparing((Race race) -> race.grade() == Grade.PREDICTED)
            .thenComparingLong(race -> race.second().index())
            .thenComparingLong(race -> race.first().index());

    private Found and(Found other) {
      boolean isBetter = BETTER.compare(other.best, best) < 0;
      return new Found(isBetter ? other.best : best, count + other.count);
    }

    private Race race() {
      return best.counted(count);
    }
  }

  private final Map<Key, Found> found = new HashMap<>();

  /** Adds a pair, later than all before it. */
  void add(Key key, boolean isOrdered, Supplier<Race> race) {
    Found known = found.get(key);
    boolean isBetter = known == null || !isOrdered && known.best().grade() == Grade.PREDICTED;
    found.put(
        key,
        isBetter
            ? new Found(race.get(), known == null ? 1 : known.count() + 1)
            : new Found(known.best(), known.count() + 1));
  }

  /** Adds all races. */
  void addAll(RacesByKey others) {
    others.found.forEach((key, race) -> found.merge(key, race, Found::and));
  }

  /** The races in the order of their later accesses, then of their earlier ones. */
  List<Race> races() {
    return found.values().stream()
        .map(Found::race)
        .sorted(
            Comparator.comparingLong((Race race) -> race.second().index())
                .thenComparingLong(race -> race.first().index()))
        .toList();
  }

  void write(PartOutput out) {
    out.number(found.size());
    found.keySet().stream()
        .sorted(Key.ORDER)
        .forEach(
            key -> {
              for (long part :
                  List.of(key.a(), key.b(), key.c(), key.d(), key.e(), key.f(), key.g())) {
                out.word(part);
              }
              out.number(found.get(key).count());
              write(found.get(key).best(), out);
            });
  }

  private static void write(Race race, PartOutput out) {
    out.text(race.engine());
    out.text(race.variable());
    out.number(race.kind().ordinal());
    out.number(race.grade().ordinal());
    write(race.first(), out);
    write(race.second(), out);
  }

  private static void write(Access access, PartOutput out) {
    out.number(access.index());
    if (access.isKnown()) {
      out.text(access.thread());
      out.number((access.write() ? 1 : 0) | (access.atomic() ? 2 : 0));
      out.text(access.location());
      out.number(access.lockset().size());
      access.lockset().forEach(out::text);
    }
  }

  static RacesByKey read(PartInput in) {
    RacesByKey races = new RacesByKey();
    for (int left = in.integer(); left > 0; left--) {
      Key key =
          new Key(in.word(), in.word(), in.word(), in.word(), in.word(), in.word(), in.word());
      long count = in.number();
      races.found.put(key, new Found(readRace(in), count));
    }
    return races;
  }

  private static Race readRace(PartInput in) {
    String engine = in.text();
    String variable = in.text();
    RaceKind kind = RaceKind.values()[in.integer()];
    Grade grade = Grade.values()[in.integer()];
    return new Race(engine, variable, kind, readAccess(in), readAccess(in), 1, Proof.of(grade, ""));
  }

  private static Access readAccess(PartInput in) {
    long index = in.number();
    if (index == 0) {
      return Access.UNKNOWN;
    }
    String thread = in.text();
    int flags = in.integer();
    String location = in.text();
    List<String> lockset = new ArrayList<>();
    for (int left = in.integer(); left > 0; left--) {
      lockset.add(in.text());
    }
    return new Access(index, thread, (flags & 1) != 0, (flags & 2) != 0, location, lockset);
  }
}
