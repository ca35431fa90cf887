package io.racedet.junit.truth;

import io.racedet.junit.Schedule;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.truth.program.RandomProgram;
import io.racedet.junit.truth.raw.RawHooks;
import io.racedet.junit.truth.raw.RawTouch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs a program many times, and compares the order by the model with the raw order. */
final class Oracle {
  /* Programs take milliseconds; a machine may stop for some time. */
  private static final long PATIENCE_MILLIS = TimeUnit.MINUTES.toMillis(3);
  private static final long PLENTY = 4_000_000;

  private final RacedetAgent agent = RawAgent.install();
  private final RandomProgram program;
  private final Map<Pair.Key, Pair> pairs = new LinkedHashMap<>();
  private long compared;
  private final Map<String, Integer> damaged = new TreeMap<>();
  private int held = -1;
  private int heldLess = -1;

  Oracle(RandomProgram program) {
    this.program = program;
  }

  /** The pairs of steps that were compared. */
  Map<Pair.Key, Pair> pairs() {
    return pairs;
  }

  /** How many pairs were compared, those of each run counted. */
  long compared() {
    return compared;
  }

  /** How many recordings could not be used, by what is wrong with them. */
  Map<String, Integer> damaged() {
    return damaged;
  }

  /** Runs it without comparing: what the first runs link or initialise orders their threads. */
  void warmUp(long seed) throws InterruptedException {
    run(seed);
    run(seed + 1);
    pairs.clear();
    compared = 0;
  }

  /** Holds a step back in the runs that follow, and another one for less time; none is negative. */
  void hold(int step, int other) {
    held = step;
    heldLess = other;
    program.hold(step, other);
  }

  /** Runs it once. */
  void run(long seed) throws InterruptedException {
    Thread main = new Thread(() -> runProgram(seed), "truth-main");
    main.setDaemon(true);
    Recording recording =
        Recording.start(
            agent.sites(),
            new RecordingOptions(
                Schedule.NONE, seed, PLENTY, name -> name.startsWith(RawAgent.PROGRAMS)));
    RawHooks.start(seed, program.steps());
    main.start();
    main.join(PATIENCE_MILLIS);
    boolean ended = !main.isAlive();
    RawTouch[] truth = RawHooks.stop();
    try (RecordedTrace trace = recording.stop()) {
      if (!ended) {
        throw new AssertionError("does not end: " + program + "\n" + Stacks.all());
      }
      if (trace.damaged() || trace.truncated()) {
        damaged.merge(trace.truncated() ? "cut" : trace.damage(), 1, Integer::sum);
      } else {
        compare(truth, new ModelOrder(trace));
      }
    }
  }

  private void runProgram(long seed) {
    try {
      program.run(seed);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void compare(RawTouch[] truth, ModelOrder model) {
    for (int one = 0; one < truth.length; one++) {
      for (int two = one + 1; two < truth.length; two++) {
        if (isOnce(truth, model, one)
            && isOnce(truth, model, two)
            && truth[one].thread() != truth[two].thread()) {
          compare(truth, model, one, two);
        }
      }
    }
    if (held >= 0 && !isOnce(truth, model, held)) {
      countOthers(truth);
    }
    pairs.forEach(
        (key, pair) -> {
          countRepeated(truth, key.first(), key.second(), pair);
          countRepeated(truth, key.second(), key.first(), pair);
        });
  }

  /* That a step is taken no second time is nothing that a thread learns. */
  private static void countRepeated(RawTouch[] truth, Pair.Place one, Pair.Place other, Pair pair) {
    RawTouch touch = truth[one.step()];
    RawTouch otherTouch = truth[other.step()];
    if (touch != null
        && touch.count() > 1
        && isTaken(otherTouch, other.history())
        && !touch.allBefore(otherTouch)) {
      pair.addWithoutOne();
      if (!otherTouch.before(touch)) {
        pair.addOverlap();
      }
    }
  }

  /* What others learn where the held step is taken twice, or not at all. */
  private void countOthers(RawTouch[] truth) {
    pairs.forEach(
        (key, pair) -> {
          Pair.Place other = key.other(held);
          if (other != null && isTaken(truth[other.step()], other.history())) {
            pair.addWithoutOne();
          }
        });
  }

  private static boolean isTaken(RawTouch touch, long history) {
    return touch != null && touch.count() == 1 && touch.history() == history;
  }

  private static boolean isOnce(RawTouch[] truth, ModelOrder model, int step) {
    return truth[step] != null && truth[step].count() == 1 && model.count(step) == 1;
  }

  private void compare(RawTouch[] truth, ModelOrder model, int one, int two) {
    int inTruth = truth[one].before(truth[two]) ? -1 : truth[two].before(truth[one]) ? 1 : 0;
    int inModel = model.before(one, two) ? -1 : model.before(two, one) ? 1 : 0;
    compared++;
    Pair.Key key =
        new Pair.Key(
            new Pair.Place(one, truth[one].history()), new Pair.Place(two, truth[two].history()));
    pairs.computeIfAbsent(key, any -> new Pair()).add(inTruth, inModel, held(one, two, inTruth));
  }

  /* That the later one is held back says nothing. */
  private Pair.Hold held(int one, int two, int inTruth) {
    if (held < 0) {
      return heldLess < 0 ? Pair.Hold.NONE : Pair.Hold.OTHER;
    }
    boolean isOwn = held == one && inTruth <= 0 || held == two && inTruth >= 0;
    boolean isOnlyOne = heldLess != one && heldLess != two;
    return isOwn && isOnlyOne ? Pair.Hold.OWN : Pair.Hold.OTHER;
  }
}
