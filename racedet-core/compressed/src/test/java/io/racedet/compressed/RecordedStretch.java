package io.racedet.compressed;

import io.racedet.compressed.stretch.Stretch;
import java.util.ArrayList;
import java.util.List;

/** A stretch whose summary is the list of all its events. */
class RecordedStretch implements Stretch<List<Long>> {
  /** In place of an event that was passed. */
  static final long PASSED = -1;

  final List<Long> events = new ArrayList<>();
  final List<Long> details = new ArrayList<>();
  long added; // events in all, also before it was cleared

  @Override
  public void event(long word, long time, long detail) {
    add(word, time);
    details.add(detail);
  }

  @Override
  public void pass(long time) {
    add(PASSED, time);
  }

  private void add(long word, long time) {
    events.add(word);
    added++;
    if (time != events.size()) {
      throw new AssertionError("event " + events.size() + " has time " + time);
    }
  }

  @Override
  public void append(List<Long> next) {
    events.addAll(next);
  }

  @Override
  public List<Long> summary() {
    return List.copyOf(events);
  }

  @Override
  public long steps() {
    return events.size();
  }

  @Override
  public long space() {
    return events.size();
  }

  @Override
  public long size() {
    return 1;
  }

  @Override
  public void clear() {
    events.clear();
    details.clear();
  }
}
