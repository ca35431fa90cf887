package io.racedet.report.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.race.Witness.Step;
import io.racedet.report.Section;
import io.racedet.report.Timeline;
import io.racedet.report.timeline.TimelineRecorder.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimelineRecorderTest {
  private static final int A = 0;
  private static final int B = 1;

  /** An event of the trace. */
  private record Event(Op op, int thread, int operand, int location) {}

  private final List<Event> trace = new ArrayList<>();

  private long add(Op op, int thread, int operand) {
    return add(op, thread, operand, EventSink.NO_LOCATION);
  }

  private long add(Op op, int thread, int operand, int location) {
    trace.add(new Event(op, thread, operand, location));
    return trace.size();
  }

  private Timeline timeline(long first, long second) {
    return timelines(new Pair(first, second)).get(0);
  }

  private List<Timeline> timelines(Pair... pairs) {
    TimelineRecorder recorder = new TimelineRecorder(Names.IDS, List.of(pairs));
    trace.forEach(e -> recorder.event(e.op(), e.thread(), e.operand(), e.location()));
    return recorder.timelines();
  }

  @Property
  void completeTimelines_doNotChange(@ForAll Random random) {
    int first = 1 + random.nextInt(60);
    Pair pair = new Pair(first, first + 1 + random.nextInt(30));
    TimelineRecorder recorder = new TimelineRecorder(Names.IDS, List.of(pair));
    List<Timeline> complete = null;
    for (int i = 1; i <= 200; i++) {
      int thread = i == pair.first() ? A : i == pair.second() ? B : random.nextInt(3);
      boolean isAccess = i == pair.first() || i == pair.second();
      Op op = isAccess ? Op.WRITE : random.nextBoolean() ? Op.SEND : Op.RECEIVE;
      recorder.event(op, thread, random.nextInt(3), EventSink.NO_LOCATION);
      if (complete != null) {
        assertThat(recorder.timelines()).isEqualTo(complete);
      } else if (recorder.isComplete()) {
        complete = recorder.timelines();
      }
    }
    assertThat(complete).isNotNull();
  }

  private static List<Long> indices(Timeline timeline) {
    return timeline.steps().stream().map(Step::index).toList();
  }

  @Test
  void sectionsAroundTheAccesses_areShown_withBothAccesses() {
    long first = add(Op.WRITE, A, 0);
    long open = add(Op.ACQUIRE, A, 7);
    add(Op.WRITE, A, 1);
    long close = add(Op.RELEASE, A, 7);
    long openOther = add(Op.ACQUIRE_SHARED, B, 7);
    long second = add(Op.READ, B, 0);
    long closeOther = add(Op.RELEASE_SHARED, B, 7);

    Timeline timeline = timeline(first, second);

    assertThat(indices(timeline))
        .containsExactly(first, open, close, openOther, second, closeOther);
    assertThat(timeline.steps().get(0)).isEqualTo(new Step(1, "thread 0", "w(variable 0)", ""));
    assertThat(timeline.sections())
        .containsExactly(
            new Section("thread 0", "lock 7", false, open, close),
            new Section("thread 1", "lock 7", true, openOther, closeOther));
    assertThat(timeline.omitted()).isZero();
  }

  @Test
  void section_thatBeginsBeforeOrEndsAfterWhatIsShown_isOpen() {
    add(Op.ACQUIRE, A, 1);
    for (int i = 0; i < 10; i++) {
      add(Op.SEND, A, i);
    }
    long first = add(Op.WRITE, A, 0);
    long acquired = add(Op.ACQUIRE, B, 2);
    long second = add(Op.WRITE, B, 0);
    for (int i = 0; i < 10; i++) {
      add(Op.SEND, A, i);
      add(Op.SEND, B, i);
    }
    add(Op.RELEASE, A, 1);
    add(Op.RELEASE, B, 2);

    assertThat(timeline(first, second).sections())
        .containsExactly(
            new Section("thread 0", "lock 1", false, 0, 0),
            new Section("thread 1", "lock 2", false, acquired, 0));
  }

  @Test
  void innerAcquire_ofALockThatIsHeld_isNoSection() {
    long open = add(Op.ACQUIRE, A, 1);
    add(Op.ACQUIRE, A, 1);
    long first = add(Op.WRITE, A, 0);
    add(Op.RELEASE, A, 1);
    long close = add(Op.RELEASE, A, 1);
    long second = add(Op.WRITE, B, 0);

    assertThat(timeline(first, second).sections())
        .containsExactly(new Section("thread 0", "lock 1", false, open, close));
    assertThat(indices(timeline(first, second))).containsExactly(open, first, close, second);
  }

  @Test
  void raceWithoutAFirstAccess_hasTheTimelineOfTheSecond() {
    long other = add(Op.SEND, A, 0);
    long open = add(Op.ACQUIRE, B, 1);
    long second = add(Op.WRITE, B, 0);

    assertThat(indices(timeline(0, second))).containsExactly(open, second).doesNotContain(other);
  }

  @Test
  void whatOneThreadAloneUses_isNotShown_andCounted() {
    long sent = add(Op.SEND, A, 1);
    add(Op.SEND, A, 2);
    long taken = add(Op.ACQUIRE, A, 3);
    long first = add(Op.WRITE, A, 0);
    long released = add(Op.RELEASE, A, 3);
    add(Op.ACQUIRE, A, 4);
    add(Op.RELEASE, A, 4);
    long forked = add(Op.FORK, A, 2);
    long received = add(Op.RECEIVE, B, 1);
    add(Op.ACQUIRE, B, 1);
    long second = add(Op.READ, B, 0);

    Timeline timeline = timeline(first, second);

    assertThat(indices(timeline))
        .containsExactly(sent, taken, first, released, forked, received, received + 1, second);
    assertThat(timeline.sections())
        .containsExactly(
            new Section("thread 0", "lock 3", false, taken, released),
            new Section("thread 1", "lock 1", false, received + 1, 0));
    assertThat(timeline.omitted()).isEqualTo(2);
  }

  /** It is what a report names beside the accesses, whatever the other thread does. */
  @Test
  void nextSynchronisationWithALocation_onTheWayToTheOther_isShown() {
    add(Op.SYNC_WRITE, A, 8, 1);
    long first = add(Op.WRITE, A, 0, 2);
    add(Op.SEND, A, 3);
    long opened = add(Op.ACQUIRE, A, 4, 3);
    long closed = add(Op.RELEASE, A, 4, 4);
    add(Op.SYNC_WRITE, A, 5, 5);
    add(Op.SYNC_READ, B, 6, 6);
    long read = add(Op.SYNC_READ, B, 7, 7);
    add(Op.RECEIVE, B, 9);
    long second = add(Op.READ, B, 0, 8);
    add(Op.SYNC_WRITE, B, 10, 9);

    Timeline timeline = timeline(first, second);

    assertThat(indices(timeline)).containsExactly(first, opened, closed, read, second);
    assertThat(timeline.sections())
        .containsExactly(new Section("thread 0", "lock 4", false, opened, closed));
    assertThat(timeline.omitted()).isEqualTo(4);
  }

  @Test
  void accessThatTheTraceHasNot_hasNoTimeline() {
    add(Op.WRITE, A, 0);

    assertThat(timeline(1, 99)).isEqualTo(Timeline.NONE);
  }

  @Test
  void accessOfSeveralRaces_isInTheTimelineOfEach() {
    add(Op.WRITE, A, 0);
    add(Op.WRITE, B, 0);
    add(Op.WRITE, 2, 0);

    assertThat(timelines(new Pair(1, 2), new Pair(2, 3), new Pair(1, 3)))
        .extracting(TimelineRecorderTest::indices)
        .containsExactly(List.of(1L, 2L), List.of(2L, 3L), List.of(1L, 3L));
  }

  /* By definition: of the events of both threads between the accesses, those that are not steps. */
  @Property(tries = 300)
  void omitted_isWhatIsNotShownOfTheTwoThreadsBetweenTheAccesses(@ForAll long seed) {
    Random random = new Random(seed);
    trace.clear();
    List<Long> accesses = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      int thread = random.nextInt(3);
      if (random.nextInt(12) == 0) {
        accesses.add(add(Op.WRITE, thread, 0));
      } else {
        add(random.nextBoolean() ? Op.SEND : Op.READ, thread, 1);
      }
    }
    for (int i = 1; i < accesses.size(); i++) {
      long first = accesses.get(i - 1 - random.nextInt(i));
      long second = accesses.get(i);
      if (at(first).thread() != at(second).thread()) {
        Timeline timeline = timeline(first, second);
        List<Long> shown = indices(timeline);
        long expected =
            LongStream.range(first + 1, second)
                .filter(index -> at(index).op() == Op.SEND)
                .filter(index -> isOf(first, index) || isOf(second, index))
                .filter(index -> !shown.contains(index))
                .count();

        assertThat(timeline.omitted()).isEqualTo(expected);
        assertThat(shown).isSorted().doesNotHaveDuplicates().contains(first, second);
      }
    }
  }

  private Event at(long index) {
    return trace.get((int) index - 1);
  }

  private boolean isOf(long access, long index) {
    return at(access).thread() == at(index).thread();
  }
}
