package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import io.racedet.event.EventSink;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RaceFeedTest {
  private final RaceFeed feed = RaceFeed.with("fasttrack").open();

  @Test
  void names_racingWrites_areReportedByName() {
    feed.write("T1", "a.x", "A:1");
    feed.write("T2", "a.x", "A:2");

    Race race = feed.finish().races().get(0);

    assertThat(race.variable()).isEqualTo("a.x");
    assertThat(race.kind()).isEqualTo(RaceKind.WRITE_WRITE);
    assertThat(race.first().thread()).isEqualTo("T1");
    assertThat(race.second().location()).isEqualTo("A:2");
  }

  @Test
  void numbers_racingAccesses_areReportedByNumber() {
    int one = feed.handle(Operand.THREAD, 4711L);
    int two = feed.handle(Operand.THREAD, -1L);
    int variable = feed.handle(Operand.VARIABLE, 0xCAFEL);

    feed.event(Op.READ, one, variable, EventSink.NO_LOCATION);
    feed.event(Op.WRITE, two, variable, EventSink.NO_LOCATION);

    Race race = feed.finish().races().get(0);
    assertThat(race.variable()).isEqualTo("variable 51966");
    assertThat(race.first().thread()).isEqualTo("thread 4711");
    assertThat(race.second().thread()).isEqualTo("thread -1");
    assertThat(race.first().location()).isEmpty();
  }

  @Test
  void handle_sameName_isTheSame() {
    assertThat(feed.handle(Operand.LOCK, "m")).isEqualTo(feed.handle(Operand.LOCK, "m"));
    assertThat(feed.handle(Operand.VARIABLE, 7)).isEqualTo(feed.handle(Operand.VARIABLE, 7));
    assertThat(feed.handle(Operand.VARIABLE, "7")).isNotEqualTo(feed.handle(Operand.VARIABLE, 7));
  }

  @Test
  void manyNamesAndNumbers_keepTheirHandles() {
    for (int i = 0; i < 1000; i++) {
      assertThat(feed.handle(Operand.VARIABLE, "v" + i)).isEqualTo(2 * i);
      assertThat(feed.handle(Operand.VARIABLE, (long) i)).isEqualTo(2 * i + 1);
    }
    assertThat(feed.handle(Operand.VARIABLE, "v999")).isEqualTo(1998);
  }

  @Test
  void alloc_makesVariablesOfTheObjectOthers() {
    feed.write("T1", "o.x", "A:1");
    feed.write("T1", "p.x", "A:2");
    feed.event(Op.ALLOC, "T2", "o", "A:3");
    feed.write("T2", "o.x", "A:4");
    feed.write("T2", "p.x", "A:5");

    assertThat(feed.finish().races()).extracting(Race::variable).containsExactly("p.x");
  }

  @Test
  void races_ofOnePairOfLocations_areOneWithACount() {
    for (int i = 0; i < 5; i++) {
      feed.write("T1", "a[" + i + "]", "A:1");
      feed.write("T2", "a[" + i + "]", "A:2");
    }

    List<Race> races = feed.finish().races();

    assertThat(races).hasSize(1);
    assertThat(races.get(0).count()).isEqualTo(5);
  }

  @Test
  void everyPair_keepsThemApart() {
    RaceFeed every = RaceFeed.with("fasttrack").everyPair(true).open();
    for (int i = 0; i < 5; i++) {
      every.write("T1", "a[" + i + "]", "A:1");
      every.write("T2", "a[" + i + "]", "A:2");
    }

    assertThat(every.finish().races()).hasSize(5).allMatch(race -> race.count() == 1);
  }

  @Test
  void onRace_isToldOfEachRaceOnce() {
    List<Race> told = new ArrayList<>();
    RaceFeed telling = RaceFeed.with("fasttrack").onRace(told::add).open();
    telling.write("T1", "x", "A:1");
    telling.write("T2", "x", "A:2");
    telling.write("T1", "x", "A:1");

    assertThat(telling.finish().races()).hasSameSizeAs(told).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "T2|acq(m); a lock that no other thread holds",
        "T2|acqr(m); a lock that no other thread holds exclusively",
        "T2|rel(m); a lock that the thread holds exclusively",
        "T1|relr(m); a lock that the thread holds in read mode",
        "T1|acq(r); a lock that no other thread holds in read mode",
        "T2|acq(r); a release of the read mode before an acquire of the write mode",
        "T1|fork(T1); another thread",
        "T1|fork(T2); a thread that has not run",
        "T1|fork(T3); a thread that has not been forked",
        "T1|join(T1); another thread",
        "T4|w(x); no event of a thread after its join",
        "T5|w(x); no event of a thread after its end",
        "T1|begin; begin as the thread's first event"
      })
  void malformedEvent_namesWhatWasExpected(String text, String expected) {
    prepare();
    String thread = text.substring(0, text.indexOf('|'));
    String rest = text.substring(text.indexOf('|') + 1);
    boolean hasOperand = rest.endsWith(")");
    String mnemonic = hasOperand ? rest.substring(0, rest.indexOf('(')) : rest;
    String operand = hasOperand ? rest.substring(rest.indexOf('(') + 1, rest.length() - 1) : "";

    assertThatExceptionOfType(MalformedEventException.class)
        .isThrownBy(() -> feed.event(op(mnemonic), thread, operand, ""))
        .withMessage("event 8: " + text + " is not well formed (expected: " + expected + ")")
        .satisfies(e -> assertThat(e.index()).isEqualTo(8));
  }

  private void prepare() {
    feed.acquire("T1", "m", "");
    feed.acquireShared("T2", "r", "");
    feed.fork("T1", "T3", "");
    feed.fork("T1", "T4", "");
    feed.write("T4", "y", "");
    feed.join("T1", "T4", "");
    feed.event(Op.END, "T5", "", "");
  }

  private static Op op(String mnemonic) {
    for (Op op : Op.values()) {
      if (op.mnemonic().equals(mnemonic)) {
        return op;
      }
    }
    throw new IllegalArgumentException(mnemonic);
  }

  @Test
  void malformedEvent_losesNothingAndLetsTheFeedGoOn() {
    feed.write("T1", "x", "A:1");
    assertThatExceptionOfType(MalformedEventException.class)
        .isThrownBy(() -> feed.release("T2", "m", ""));
    feed.write("T2", "x", "A:2");

    RaceReport report = feed.finish();

    assertThat(report.races()).hasSize(1);
    assertThat(report.events()).isEqualTo(2);
  }

  @Test
  void lenient_leavesMalformedEventsOutAndCountsThem() {
    RaceFeed lenient = RaceFeed.with("fasttrack").lenient(true).open();
    lenient.release("T1", "m", "");
    lenient.acquire("T1", "m", "");
    lenient.acquire("T2", "m", "");

    RaceReport report = lenient.finish();

    assertThat(report.dropped()).isEqualTo(2);
    assertThat(report.events()).isEqualTo(1);
    assertThat(report.text()).isEqualTo("0 races in 1 event; 2 not well-formed, left out\n");
  }

  @Test
  void downgrade_isTwoSectionsThatOverlap() {
    feed.acquire("T1", "m", "");
    feed.acquireShared("T1", "m", "");
    feed.release("T1", "m", "");
    feed.acquireShared("T2", "m", "");
    feed.read("T2", "x", "A:1");
    feed.releaseShared("T1", "m", "");

    assertThat(feed.finish().races()).isEmpty();
  }

  @Test
  void wake_isAfterTheNotifyThatCausedIt_thoughTheNotifierHoldsNoLock() {
    feed.write("T1", "x", "A:1");
    feed.acquire("T2", "m", "");
    feed.release("T2", "m", "");
    feed.notify("T1", "m#c", "");
    feed.acquire("T2", "m", "");
    feed.notify("T3", "m#c", "");
    feed.write("T3", "y", "A:2");
    feed.wake("T2", "m#c", "");
    feed.read("T2", "x", "B:1");
    feed.read("T2", "y", "B:2");

    assertThat(feed.finish().races()).extracting(Race::variable).containsExactly("y");
  }

  @Test
  void wake_withoutANotifyDuringItsWait_isAfterNone() {
    feed.write("T1", "x", "A:1");
    feed.notify("T1", "m", "");
    feed.acquire("T2", "m", "");
    feed.release("T2", "m", "");
    feed.acquire("T2", "m", "");
    feed.wake("T2", "m", "");
    feed.read("T2", "x", "B:1");

    assertThat(feed.finish().races()).hasSize(1);
  }

  @Test
  void manyNotifies_keepThatOfAThreadThatHasResumed() {
    feed.write("T1", "x", "A:1");
    feed.acquire("T2", "m", "");
    feed.release("T2", "m", "");
    feed.notify("T1", "m", "");
    feed.acquire("T2", "m", "");
    for (int i = 0; i < 1000; i++) {
      feed.notify("T3", "m", "");
    }
    feed.wake("T2", "m", "");
    feed.read("T2", "x", "B:1");

    assertThat(feed.finish().races()).isEmpty();
  }

  @Test
  void atomicAccesses_raceWithPlainOnesOnly() {
    feed.begin("T1", "");
    feed.begin("T2", "");
    feed.atomicWrite("T1", "x", "A:1");
    feed.atomicWrite("T2", "x", "B:1");
    feed.atomicRead("T1", "x", "A:2");
    feed.read("T2", "x", "B:2");
    feed.alloc("T1", "o", "");
    feed.end("T1", "");
    feed.end("T2", "");

    assertThat(feed.finish().races())
        .extracting(race -> race.first().location(), race -> race.second().location())
        .containsExactly(tuple("A:1", "B:2"));
  }

  @Test
  void unknownEngine_messageListsTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RaceFeed.with("fastrack"))
        .withMessageStartingWith("engine: fastrack (expected: one of fasttrack");
  }

  @Test
  void noEngine_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(RaceFeed::with);
  }

  @Test
  void foreignHandles_areRefused() {
    int thread = feed.handle(Operand.THREAD, "T1");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> feed.event(Op.READ, thread, 3, EventSink.NO_LOCATION))
        .withMessage("variable handle: 3 (expected: 0..-1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> feed.event(Op.END, 9, 0, EventSink.NO_LOCATION))
        .withMessage("thread handle: 9 (expected: 0..0)");
  }

  @Test
  void finish_again_isRefused() {
    feed.finish();
    assertThatIllegalStateException().isThrownBy(feed::finish);
  }
}
