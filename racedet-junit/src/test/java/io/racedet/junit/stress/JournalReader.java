package io.racedet.junit.stress;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The events that the journal of one thread demands, one after the other. */
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

  /** The next event, null at the end. */
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

  /** Takes an event back, to be the next once more. */
  void again(Expected.Event event) {
    events.again(event);
  }

  /** Keeps a value of a copy that is under way. */
  void lift(long value) {
    copied.add(value);
  }

  /** Gives the value back that has been kept for longest. */
  long drop() {
    return copied.remove();
  }

  /** The arrays that one thread alone has used: ranges of them are not worth an event. */
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

  /** The array of an element, or the whole name of anything else. */
  static String arrayOf(Expected.Event event) {
    int bracket = event.operand().indexOf('[');
    return bracket < 0 ? event.operand() : event.operand().substring(0, bracket);
  }
}
