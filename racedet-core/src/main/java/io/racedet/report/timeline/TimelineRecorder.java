package io.racedet.report.timeline;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import io.racedet.race.Witness;
import io.racedet.report.Section;
import io.racedet.report.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Collects the timelines of races while their trace is read again: for each access, some
 * synchronisation events of its thread before and after it. Not thread-safe.
 */
public final class TimelineRecorder implements EventSink {
  /**
   * The accesses of a race.
   *
   * @param first index of the earlier one, 0 if there is none
   */
  public record Pair(long first, long second) {}

  /** The state of a pair while the trace is read. */
  private static final class PairState {
    private ThreadHistory firstHistory;
    private EventWindow first;
    private EventWindow second;
    private long countAtFirst;
    private int rank;
    private long between; // synchronisation events of the two threads
  }

  private final Names names;
  private final List<Pair> pairs;
  private final List<PairState> states = new ArrayList<>();
  private final TreeMap<Long, List<Integer>> firsts = new TreeMap<>();
  private final TreeMap<Long, List<Integer>> seconds = new TreeMap<>();
  private final List<ThreadHistory> histories = new ArrayList<>();
  private final List<ThreadHistory> windowed = new ArrayList<>(); // those that have had windows
  private final RangeExpander expander = new RangeExpander(this::consumeEvents);
  private long index;
  private int rank; // how many earlier accesses have been read
  private long next; // index of the next access

  /**
   * Prepares for a trace.
   *
   * @param pairs the races in it, by the indices of their accesses
   */
  public TimelineRecorder(Names names, List<Pair> pairs) {
    this.names = names;
    this.pairs = List.copyOf(pairs);
    for (int i = 0; i < pairs.size(); i++) {
      states.add(new PairState());
      firsts.computeIfAbsent(pairs.get(i).first(), unseen -> new ArrayList<>()).add(i);
      seconds.computeIfAbsent(pairs.get(i).second(), unseen -> new ArrayList<>()).add(i);
    }
    firsts.remove(0L);
    next = Math.min(next(firsts), next(seconds));
  }

  /** Takes the next event of a trace whose events are numbered consecutively. */
  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    if (index == next || TimelineEvent.isSync(op)) {
      take(new TimelineEvent(index, EventBlock.word(op, thread, operand), location));
    }
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    EventSink.checkRange(op, first, stride, count);
    for (int done = 0; done < count; ) {
      long others = Math.max(0, next - index - 1); // before the next access of a pair
      int skipped = (int) Math.min(count - done, others);
      index += skipped;
      done += skipped;
      if (done < count) {
        event(op, thread, first + done++ * stride, location);
      }
    }
  }

  /** Takes the next events of a trace, which have indices. */
  public void consume(EventBlock block) {
    expander.accept(block);
  }

  private void consumeEvents(EventBlock block) {
    for (int i = 0; i < block.size(); i++) {
      index = block.indices()[i];
      long word = block.words()[i];
      if (index == next || TimelineEvent.isSync(EventBlock.op(word))) {
        take(new TimelineEvent(index, word, block.locations()[i]));
      }
    }
  }

  private static long next(TreeMap<Long, List<Integer>> accesses) {
    return accesses.isEmpty() ? Long.MAX_VALUE : accesses.firstKey();
  }

  private void take(TimelineEvent event) {
    int thread = EventBlock.thread(event.word());
    while (histories.size() <= thread) {
      histories.add(new ThreadHistory());
    }
    ThreadHistory history = histories.get(thread);
    if (TimelineEvent.isSync(event.op())) {
      history.add(event, rank);
      return;
    }
    windowed.add(history);
    if (next(seconds) == index) {
      for (int pair : seconds.pollFirstEntry().getValue()) {
        second(states.get(pair), history, event);
      }
    }
    if (next(firsts) == index) {
      rank++;
      for (int pair : firsts.pollFirstEntry().getValue()) {
        PairState state = states.get(pair);
        state.firstHistory = history;
        state.first = history.windowAt(event);
        state.countAtFirst = history.count();
        state.rank = rank;
      }
    }
    next = Math.min(next(firsts), next(seconds));
  }

  private static void second(PairState state, ThreadHistory history, TimelineEvent event) {
    state.second = history.windowAt(event);
    if (state.first != null) {
      long ofFirst = state.firstHistory.count() - state.countAtFirst;
      state.between = ofFirst + history.count() - history.countAt(state.rank);
    }
  }

  /**
   * {@return whether later events of the trace change no timeline; false, too, where a thread may
   * have no later events} Takes constant time, on average over the calls for a trace.
   */
  public boolean isComplete() {
    if (next != Long.MAX_VALUE) {
      return false;
    }
    int last = windowed.size() - 1;
    while (last >= 0 && windowed.get(last).isComplete()) {
      windowed.remove(last--); // no access is left that could give it another window
    }
    return last < 0;
  }

  /**
   * {@return the timelines, after the end of the trace, or when they are complete: a timeline for
   * each pair, in their order; {@link Timeline#NONE} if the trace has no such access}
   */
  public List<Timeline> timelines() {
    return IntStream.range(0, pairs.size())
        .mapToObj(i -> timeline(states.get(i), pairs.get(i)))
        .toList();
  }

  private Timeline timeline(PairState state, Pair pair) {
    if (state.second == null) {
      return Timeline.NONE;
    }
    List<Witness.Step> steps = new ArrayList<>();
    List<Section> sections = new ArrayList<>();
    add(state.second, state.first, steps, sections);
    if (state.first != null) {
      add(state.first, state.second, steps, sections);
    }
    steps.sort(Comparator.comparingLong(Witness.Step::index));
    sections.sort(Comparator.comparingLong(Section::from));
    long shown =
        steps.stream()
            .filter(step -> step.index() > pair.first() && step.index() < pair.second())
            .count();
    return new Timeline(steps, sections, state.first == null ? 0 : state.between - shown);
  }

  private void add(
      EventWindow window, EventWindow other, List<Witness.Step> steps, List<Section> sections) {
    List<TimelineEvent> events = window.concerning(other);
    events.forEach(event -> steps.add(step(event)));
    String thread = thread(events.get(0));
    for (EventWindow.Held held : window.sections()) {
      if (window.isConcerned(held, events)) {
        String lock = names.name(Operand.LOCK, TimelineEvent.lockOf(held.lock()));
        boolean isShared = TimelineEvent.isShared(held.lock());
        sections.add(new Section(thread, lock, isShared, held.from(), held.to()));
      }
    }
  }

  private String thread(TimelineEvent event) {
    return names.name(Operand.THREAD, EventBlock.thread(event.word()));
  }

  private Witness.Step step(TimelineEvent event) {
    String location = event.location() == NO_LOCATION ? "" : names.location(event.location());
    return new Witness.Step(
        event.index(), thread(event), EventText.of(event.word(), names), location);
  }
}
