package io.racedet.junit.stress;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Reads the events that the journal of one thread requires, one by one. */
final class JournalReader {
  private final ProgramText program;
  private final Journal journal;
  private final Expected events = new Expected();
  private final ArrayDeque<Long> copied = new ArrayDeque<>();
  private int entry;

  JournalReader(ProgramRun run, int thread) {
    program = run.program();
    journal = run.journals().get(thread);
  }

  /** Returns the next event; null at the end. */
  Expected.Event next() {
    while (events.isEmpty()) {
      if (entry == journal.size()) {
        return null;
      }
      int line = journal.line(entry);
      events.at(line);
      program
          .steps()
          .get(line)
          .expect(journal.value(entry), journal.success(entry), journal.other(entry), events);
      entry++;
    }
    return events.next();
  }

  /** Puts an event back, to be returned again. */
  void again(Expected.Event event) {
    events.again(event);
  }

  /** Keeps a value that a copy operation has read. */
  void lift(long value) {
    copied.add(value);
  }

  /** Removes and returns the oldest of these values. */
  long drop() {
    return copied.remove();
  }

  /** The arrays that only one thread has used: ranges of them are not expanded into events. */
  static Set<String> arraysOfOneThread(ProgramRun run) {
    Map<String, Set<Integer>> users = new HashMap<>();
    for (int thread = 0; thread < run.journals().size(); thread++) {
      JournalReader reader = new JournalReader(run, thread);
      for (Expected.Event event = reader.next(); event != null; event = reader.next()) {
        users.computeIfAbsent(arrayOf(event), array -> new HashSet<>()).add(thread);
      }
    }
    users.values().removeIf(threads -> threads.size() > 1);
    return users.keySet();
  }

  /** The queue of an element, or of the channel of what was removed. */
  static String queueOf(Expected.Event event) {
    return event.operand().split("[@ ]", 2)[0];
  }

  /** The array of an element, or the whole name of anything else. */
  static String arrayOf(Expected.Event event) {
    int bracket = event.operand().indexOf('[');
    return bracket < 0 ? event.operand() : event.operand().substring(0, bracket);
  }
}
