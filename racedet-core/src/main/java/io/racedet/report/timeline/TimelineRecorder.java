package io.racedet.report.timeline;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.race.Witness;
import io.racedet.report.Section;
import io.racedet.report.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Makes the timelines of races while their trace goes by once more: of each access some
 * synchronisation events of its thread before and after it. Not thread-safe.
 */
public final class TimelineRecorder implements EventSink {
  /**
   * The accesses of a race.
   *
   * @param first index of the earlier one, 0 when there is none
   * @param second index of the later one
   */
  public record Pair(long first, long second) {}

  /** What is known of a pair so far. */
  private static final class Sight {
    private ThreadHistory firstHistory;
    private ThreadWindow first;
    private ThreadWindow second;
    private long countAtFirst;
    private int rank;
    private long omitted;
  }

  private final Names names;
  private final List<Pair> pairs;
  private final List<Sight> sights = new ArrayList<>();
  private final TreeMap<Long, List<Integer>> firsts = new TreeMap<>();
  private final TreeMap<Long, List<Integer>> seconds = new TreeMap<>();
  private final List<ThreadHistory> histories = new ArrayList<>();
  private long index;
  private int rank; // how many first accesses have been seen
  private long next; // index of the next access

  /**
   * Prepares for a trace.
   *
   * @param names names of its ids
   * @param pairs the races in it, by the indices of their accesses
   */
  public TimelineRecorder(Names names, List<Pair> pairs) {
    this.names = names;
    this.pairs = List.copyOf(pairs);
    for (int i = 0; i < pairs.size(); i++) {
      sights.add(new Sight());
      firsts.computeIfAbsent(pairs.get(i).first(), unseen -> new ArrayList<>()).add(i);
      seconds.computeIfAbsent(pairs.get(i).second(), unseen -> new ArrayList<>()).add(i);
    }
    firsts.remove(0L);
    next = Math.min(next(firsts), next(seconds));
  }

  /**
   * Takes the next event of a trace whose events are numbered as they come.
   *
   * @param op what happened
   * @param thread the thread
   * @param operand the operand
   * @param location where in the source
   */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (index == next || Moment.isSync(op)) {
      take(new Moment(index, EventBlock.word(op, thread, operand), location));
    }
  }

  /**
   * Takes the next events of a trace that have indices already.
   *
   * @param block the events
   */
  public void consume(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      index = block.indices()[i];
      long word = block.words()[i];
      if (index == next || Moment.isSync(EventBlock.op(word))) {
        take(new Moment(index, word, block.locations()[i]));
      }
    }
  }

  private static long next(TreeMap<Long, List<Integer>> accesses) {
    return accesses.isEmpty() ? Long.MAX_VALUE : accesses.firstKey();
  }

  private void take(Moment moment) {
    int thread = EventBlock.thread(moment.word());
    while (histories.size() <= thread) {
      histories.add(new ThreadHistory());
    }
    ThreadHistory history = histories.get(thread);
    if (Moment.isSync(moment.op())) {
      history.add(moment, rank);
      return;
    }
    if (next(seconds) == index) {
      for (int pair : seconds.pollFirstEntry().getValue()) {
        second(sights.get(pair), pairs.get(pair), history, moment);
      }
    }
    if (next(firsts) == index) {
      rank++;
      for (int pair : firsts.pollFirstEntry().getValue()) {
        Sight sight = sights.get(pair);
        sight.firstHistory = history;
        sight.first = history.windowAt(moment);
        sight.countAtFirst = history.count();
        sight.rank = rank;
      }
    }
    next = Math.min(next(firsts), next(seconds));
  }

  private static void second(Sight sight, Pair pair, ThreadHistory history, Moment moment) {
    sight.second = history.windowAt(moment);
    if (sight.first != null) {
      long ofFirst = sight.firstHistory.count() - sight.countAtFirst;
      long ofSecond = history.count() - history.countAt(sight.rank);
      sight.omitted =
          ofFirst
              + ofSecond
              - sight.first.shownBetween(pair.first(), pair.second())
              - sight.second.shownBetween(pair.first(), pair.second());
    }
  }

  /**
   * Returns what has been recorded, when the trace is over.
   *
   * @return a timeline for each pair, in their order; {@link Timeline#NONE} where the trace has no
   *     such access
   */
  public List<Timeline> timelines() {
    return sights.stream().map(this::timeline).toList();
  }

  private Timeline timeline(Sight sight) {
    if (sight.second == null) {
      return Timeline.NONE;
    }
    List<Witness.Step> steps = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    for (ThreadWindow window :
        sight.first == null ? List.of(sight.second) : List.of(sight.first, sight.second)) {
      window.moments().forEach(moment -> steps.add(step(moment)));
      String thread = thread(window.moments().get(0));
      for (ThreadWindow.Held held : window.sections()) {
        String lock = names.name(Operand.LOCK, Moment.lockOf(held.lock()));
        boolean isShared = Moment.isShared(held.lock());
        sections.add(new Section(thread, lock, isShared, held.from(), held.to()));
      }
    }
    steps.sort(Comparator.comparingLong(Witness.Step::index));
    sections.sort(Comparator.comparingLong(Section::from));
    return new Timeline(steps, sections, sight.omitted);
  }

  private String thread(Moment moment) {
    return names.name(Operand.THREAD, EventBlock.thread(moment.word()));
  }

  private Witness.Step step(Moment moment) {
    String location = moment.location() == NO_LOCATION ? "" : names.location(moment.location());
    return new Witness.Step(
        moment.index(), thread(moment), EventText.of(moment.word(), names), location);
  }
}
