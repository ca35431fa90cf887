package io.racedet.report;

import io.racedet.event.Op;
import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.ReachedLimit;
import io.racedet.race.Witness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/** Reports with random contents, and texts that need escaping. Same seed, same report. */
public final class RandomReport {
  /** Texts that close elements, strings and lines, or need more than one char. */
  static final List<String> HOSTILE =
      List.of(
          "</script><img src=x onerror=alert(1)>",
          "<!--<script>",
          "\"; alert('x'); //",
          "a\nb\r\tc",
          "\u2028\u2029\u0000\u001b[31m",
          "]]>&amp;&lt;",
          "\\u003c\\",
          "javascript:alert(1)",
          "ünïcode 線 \ud83d\ude00",
          "%s %d {0} ${x} #{y}",
          "../../../etc/passwd",
          "");

  private final Random random;

  public RandomReport(long seed) {
    random = new Random(seed);
  }

  public RunReport next() {
    return new RunReport(
        text(),
        list(this::test),
        list(this::race),
        list(this::deadlock),
        list(this::gone),
        list(this::text));
  }

  private ReportedDeadlock deadlock() {
    return new ReportedDeadlock(
        random.nextInt(1000),
        List.of(request(), request()),
        new Evidence(
            one(Grade.values()),
            text(),
            text(),
            text(),
            new WitnessOrder(
                random.nextInt(99),
                random.nextInt(99),
                list(this::step),
                random.nextInt(99),
                text())),
        new History(List.of(sighting()), 0, text(), text(), text(), standing()));
  }

  private Standing standing() {
    return new Standing(one(Standing.State.values()), text(), list(this::text));
  }

  private GoneRace gone() {
    KnownRace race =
        new KnownRace(
            RaceKey.ofTexts(text(), text(), text()),
            text(),
            text(),
            one(Grade.values()),
            random.nextBoolean(),
            list(this::frame),
            new KnownRace.Seen(text(), text(), text()),
            list(() -> new KnownRace.ByTest(text(), random.nextInt(5), text())),
            new KnownRace.Again(list(this::text), list(this::text), text()));
    return new GoneRace(race, list(this::text));
  }

  private ReportedRequest request() {
    return new ReportedRequest(
        new Position(
            random.nextInt(Integer.MAX_VALUE),
            text(),
            new Instruction(
                text(), text(), text(), random.nextInt(9) - 1, text(), random.nextInt(99)),
            list(this::frame),
            list(this::frame),
            text()),
        text(),
        random.nextBoolean(),
        list(() -> new LockHold(text(), random.nextBoolean(), list(this::frame))));
  }

  ReportedRace race() {
    return new ReportedRace(
        new Conflict(
            new ReportedVariable(text(), text(), text()),
            one(RaceKind.values()),
            random.nextInt(4) == 0 ? ReportedAccess.UNKNOWN : access(),
            access()),
        text(),
        random.nextInt(1000),
        text(),
        new Timeline(list(this::step), list(this::section), random.nextInt(9)),
        new Evidence(
            one(Grade.values()),
            text(),
            text(),
            text(),
            new WitnessOrder(
                random.nextInt(99),
                random.nextInt(99),
                list(this::step),
                random.nextInt(99),
                text())),
        new History(List.of(sighting()), random.nextInt(99), text(), text(), text(), standing()));
  }

  private ReportedAccess access() {
    return new ReportedAccess(
        new Position(
            1 + random.nextInt(Integer.MAX_VALUE - 1),
            text(),
            new Instruction(
                text(), text(), text(), random.nextInt(9) - 1, text(), random.nextInt(99)),
            list(this::frame),
            list(this::frame),
            text()),
        random.nextBoolean(),
        random.nextBoolean(),
        list(() -> new HeldLock(text(), random.nextBoolean(), frame())),
        random.nextBoolean() ? Optional.empty() : Optional.of(syncPoint()));
  }

  private SyncPoint syncPoint() {
    return new SyncPoint(1 + random.nextInt(99), one(Op.values()), text(), frame());
  }

  private Frame frame() {
    return new Frame(text(), text(), text(), random.nextInt(99));
  }

  private Witness.Step step() {
    return new Witness.Step(1 + (random.nextLong() >>> 1) / 2, text(), text(), text());
  }

  private Section section() {
    return new Section(
        text(), text(), random.nextBoolean(), random.nextInt(99), random.nextInt(99));
  }

  private Occurrence sighting() {
    return new Occurrence(text(), 1 + random.nextInt(9), text(), text());
  }

  private TestRun test() {
    return new TestRun(
        text(),
        text(),
        text(),
        one(Outcome.values()),
        random.nextInt(100),
        random.nextLong() >>> 1,
        text(),
        list(this::text),
        list(this::text),
        list(this::text),
        random.nextInt(100),
        list(() -> new ReachedLimit(text(), text(), text())));
  }

  private String text() {
    return HOSTILE.get(random.nextInt(HOSTILE.size())) + random.nextInt(10);
  }

  private <T> List<T> list(Supplier<T> item) {
    List<T> list = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      list.add(item.get());
    }
    return list;
  }

  private <T> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
