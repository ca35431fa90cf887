package io.racedet.junit.truth;

import io.racedet.junit.truth.program.RandomProgram;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The comparison of the model with the JDK over many random programs. */
final class Comparison {
  /** A difference must still be there in so many times more runs. */
  private static final int CONFIRMING = 6;

  /** In so many runs at most, a step that comes first is held back. */
  private static final int HELD_RUNS = 200;

  /** In so many runs, such a step is held back together with each other one. */
  private static final int TWICE_HELD_RUNS = 10;

  /** In so many runs at most, what a held step has never left to happen is looked for again. */
  private static final int RARE_RUNS = 4_000;

  /** All differences between the same calls, and the smallest program that has one. */
  private static final class Kind {
    private final Difference example;
    private RandomProgram smallest;
    private final String first;
    private String text;
    private int count;

    Kind(Difference example, String first) {
      this.example = example;
      this.first = first;
    }

    void add(RandomProgram program, Difference difference) {
      count++;
      if (smallest == null || program.calls() < smallest.calls()) {
        smallest = program;
        text = difference.text(program);
      }
    }

    @Override
    public String toString() {
      return count
          + " x "
          + example.kind()
          + ' '
          + example.what()
          + "\n  "
          + text
          + "\n  first found after "
          + first
          + "\n  in "
          + smallest;
    }
  }

  private final int runs;
  private final Map<String, Kind> kinds = new HashMap<>();
  private final long start = System.nanoTime();
  private long programs;
  private long allRuns;
  private long pairs;
  private final Map<String, Integer> damaged = new TreeMap<>();

  Comparison(int runs) {
    this.runs = runs;
  }

  /** Compares in programs of consecutive seeds, until the time is over. */
  void compareFor(long seconds, long firstSeed, List<String> families) throws InterruptedException {
    RawAgent.install();
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    for (long seed = firstSeed; System.nanoTime() < end; seed++) {
      compare(seed, families.get((int) (seed % families.size())));
    }
  }

  /**
   * Compares in a number of programs of each family.
   *
   * @param last a difference after which no further program is compared, or null
   */
  void comparePrograms(int count, long firstSeed, List<String> families, Pattern last)
      throws InterruptedException {
    RawAgent.install();
    for (int i = 0; i < count * families.size() && !isFound(last); i++) {
      compare(firstSeed + i, families.get(i % families.size()));
    }
  }

  private void compare(long seed, String family) throws InterruptedException {
    RandomProgram program = RandomProgram.of(seed, family);
    Oracle oracle = new Oracle(program);
    oracle.warmUp(seed);
    int run = 0;
    while (run < runs
        || run < CONFIRMING * runs && Difference.isDifferent(program, oracle.pairs())) {
      oracle.run(seed * 1_000 + run++);
    }
    run += withHeldSteps(program, oracle, seed * 1_000 + run);
    run += withTwoHeldSteps(program, oracle, seed * 1_000 + run);
    run += withRareOutcomes(program, oracle, seed * 1_000 + run);
    programs++;
    allRuns += run;
    pairs += oracle.compared();
    oracle.damaged().forEach((what, count) -> damaged.merge(what, count, Integer::sum));
    for (Difference difference : Difference.decided(program, oracle.pairs(), share(HELD_RUNS))) {
      kinds
          .computeIfAbsent(
              difference.kind() + difference.what(), any -> new Kind(difference, soFar()))
          .add(program, difference);
    }
  }

  /*
   * What comes first by chance or because it takes less time, comes later when it is held back. An
   * order that is still there, or an outcome that is not there any more without it, is no chance.
   * Where the model has an order too many, either step may be what comes first.
   */
  private int withHeldSteps(RandomProgram program, Oracle oracle, long firstSeed)
      throws InterruptedException {
    Set<Integer> held = new HashSet<>();
    int run = 0;
    for (int step = next(program, oracle, held); step >= 0; step = next(program, oracle, held)) {
      held.add(step);
      oracle.hold(step, -1);
      for (int i = 0; i < HELD_RUNS && isOpen(program, oracle, step, i); i++) {
        oracle.run(firstSeed + run++);
      }
      oracle.hold(-1, -1);
    }
    return run;
  }

  /*
   * A call that gives up after some time needs another step that is late. Without one it may be that
   * the call gives up on a busy machine only, where by then all others have gone on.
   */
  private int withTwoHeldSteps(RandomProgram program, Oracle oracle, long firstSeed)
      throws InterruptedException {
    int run = 0;
    for (int other = 0; other < program.steps(); other++) {
      for (int step : neverHeld(program, oracle)) {
        oracle.hold(step, other);
        for (int i = 0; step != other && i < TWICE_HELD_RUNS; i++) {
          oracle.run(firstSeed + run++);
        }
      }
    }
    oracle.hold(-1, -1);
    return run;
  }

  /*
   * Outcomes that occur in few runs, and in none with a step held back, may need luck that has
   * nothing to do with the order. In more runs, every other with some step late, they occur again.
   */
  private int withRareOutcomes(RandomProgram program, Oracle oracle, long firstSeed)
      throws InterruptedException {
    int run = 0;
    while (run < RARE_RUNS && hasNeverHeld(program, oracle)) {
      oracle.hold(-1, run % 2 == 0 ? -1 : run / 2 % program.steps());
      oracle.run(firstSeed + run++);
    }
    oracle.hold(-1, -1);
    return run;
  }

  private boolean hasNeverHeld(RandomProgram program, Oracle oracle) {
    return Difference.decided(program, oracle.pairs(), share(HELD_RUNS)).stream()
        .anyMatch(difference -> difference.pair().isNeverHeld());
  }

  private List<Integer> neverHeld(RandomProgram program, Oracle oracle) {
    return Difference.decided(program, oracle.pairs(), share(HELD_RUNS)).stream()
        .filter(difference -> difference.isFalseAlarm() && difference.pair().isNeverHeld())
        .map(Difference::earlier)
        .distinct()
        .toList();
  }

  private static int next(RandomProgram program, Oracle oracle, Set<Integer> held) {
    return Difference.of(program, oracle.pairs()).stream()
        .flatMap(Difference::holds)
        .filter(step -> !held.contains(step))
        .findFirst()
        .orElse(-1);
  }

  private boolean isOpen(RandomProgram program, Oracle oracle, int step, int heldRuns) {
    Set<Difference> decided =
        Set.copyOf(Difference.decided(program, oracle.pairs(), share(heldRuns)));
    return Difference.of(program, oracle.pairs()).stream()
        .filter(difference -> difference.holds().anyMatch(one -> one == step))
        .anyMatch(difference -> !difference.isFalseAlarm() || !decided.contains(difference));
  }

  private double share(int heldRuns) {
    return (double) CONFIRMING * runs / Math.max(1, heldRuns);
  }

  private String soFar() {
    return programs
        + " programs, "
        + allRuns
        + " runs, "
        + (System.nanoTime() - start) / 1_000_000_000L
        + " s";
  }

  /** The first of the differences between calls that contain some text, or null. */
  String first(String kind, String calls) {
    return kinds.values().stream()
        .filter(one -> one.example.kind().equals(kind) && one.example.what().contains(calls))
        .map(one -> one.first)
        .findFirst()
        .orElse(null);
  }

  private boolean isFound(Pattern difference) {
    return difference != null && difference.matcher(toString()).find();
  }

  /** How many kinds of differences there are. */
  int differences() {
    return kinds.size();
  }

  @Override
  public String toString() {
    List<Kind> found = new ArrayList<>(kinds.values());
    found.sort(Comparator.comparingInt((Kind kind) -> -kind.count));
    StringBuilder text = new StringBuilder();
    text.append("programs ").append(programs).append(", runs ").append(allRuns);
    text.append(", pairs ").append(pairs).append(", damaged ").append(damaged);
    text.append(", kinds of differences ").append(found.size());
    found.forEach(kind -> text.append("\n\n").append(kind));
    return text.toString();
  }
}
