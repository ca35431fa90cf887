package io.racedet.junit.truth;

import io.racedet.junit.truth.program.RandomProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A difference between the model and the JDK in one program.
 *
 * @param kind whether the model lacks an order or has one too many
 * @param earlier the step that comes first, where the order is known
 * @param later the other step
 * @param what the calls between which the model is wrong, without numbers
 * @param key the steps
 * @param pair the numbers of runs
 */
record Difference(String kind, int earlier, int later, String what, Pair.Key key, Pair pair) {
  private static final String FALSE_ALARM = "FALSE ALARM";
  private static final int LEAST = 8;

  /** The differences in a program; those that follow from others are left out. */
  static List<Difference> of(RandomProgram program, Map<Pair.Key, Pair> pairs) {
    List<Difference> all = new ArrayList<>();
    pairs.forEach(
        (key, pair) -> {
          String kind = kind(program, key, pair);
          if (kind != null) {
            all.add(of(program, kind, key, pair));
          }
        });
    return all.stream()
        .filter(one -> all.stream().noneMatch(other -> other.implies(one, program)))
        .toList();
  }

  /**
   * The differences that are there whenever a step is held back that comes first, or by what comes
   * of it.
   *
   * @param share how many times more runs there are in which no step is held back
   */
  static List<Difference> decided(RandomProgram program, Map<Pair.Key, Pair> pairs, double share) {
    Map<Pair.Key, Pair> decided = new LinkedHashMap<>(pairs);
    decided.values().removeIf(pair -> pair.isFalseAlarm(LEAST) && !pair.isDecided(LEAST, share));
    return of(program, decided);
  }

  private static Difference of(RandomProgram program, String kind, Pair.Key key, Pair pair) {
    int first = key.first().step();
    int second = key.second().step();
    int earlier = pair.isBackwards() ? second : first;
    int later = pair.isBackwards() ? first : second;
    String what =
        program.family() + ": " + program.callAfter(earlier) + "  ->  " + program.callBefore(later);
    return new Difference(kind, earlier, later, what.replaceAll("[0-9]+", "#"), key, pair);
  }

  static boolean isDifferent(RandomProgram program, Map<Pair.Key, Pair> pairs) {
    return pairs.entrySet().stream()
        .anyMatch(pair -> kind(program, pair.getKey(), pair.getValue()) != null);
  }

  private static String kind(RandomProgram program, Pair.Key key, Pair pair) {
    if (pair.isFalseAlarm(LEAST)) {
      return FALSE_ALARM;
    }
    if (pair.isExclusion(LEAST)
        && program.step(key.first().step()).startsWith("inside ")
        && program.step(key.second().step()).startsWith("inside ")) {
      return "FALSE ALARM (exclusion)";
    }
    return pair.isMiss(LEAST) ? "MISS" : null;
  }

  /** The numbers of runs, and what the threads had learnt. */
  String text(RandomProgram program) {
    return pair + "\n  " + key.first().text(program) + ";  " + key.second().text(program);
  }

  /** The steps that are held back, one at a time, to find out whether the difference is there. */
  Stream<Integer> holds() {
    return isFalseAlarm() ? Stream.of(earlier) : Stream.of(earlier, later);
  }

  /** Whether the model lacks an order. */
  boolean isFalseAlarm() {
    return kind.equals(FALSE_ALARM);
  }

  private boolean implies(Difference other, RandomProgram program) {
    return this != other
        && kind.equals(other.kind)
        && notBefore(program, earlier, other.earlier)
        && notBefore(program, other.later, later)
        && (earlier != other.earlier || later != other.later);
  }

  /* Steps of one thread are numbered in its order. */
  private static boolean notBefore(RandomProgram program, int step, int other) {
    return step == other
        || step > other
            && program.thread(step) >= 0
            && program.thread(step) == program.thread(other);
  }
}
