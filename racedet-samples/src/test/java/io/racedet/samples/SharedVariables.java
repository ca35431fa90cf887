package io.racedet.samples;

import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The variables that the threads of a subject were seen to share: without that, finding no race on
 * a variable proves nothing.
 */
final class SharedVariables {
  /** Rare branches need many perturbed runs. */
  private static final int ATTEMPTS = 300;

  private final Set<String> seen = new HashSet<>();

  /** Records a subject under changing schedules until two threads used each wanted variable. */
  static Set<String> of(Class<? extends Subject> subject, Set<String> wanted) throws Exception {
    Scope scope = Scope.of(SharedVariables.class, List.of(), List.of());
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(scope);
    Predicate<String> classes = agent.classesOf(scope);
    SharedVariables shared = new SharedVariables();
    Schedule[] schedules = Schedule.values();
    for (int i = 0; i < ATTEMPTS && !shared.seen.containsAll(wanted); i++) {
      RecordingOptions options =
          new RecordingOptions(schedules[i % schedules.length], i, Long.MAX_VALUE, classes);
      shared.record(agent, options, subject);
    }
    return shared.seen;
  }

  private void record(RacedetAgent agent, RecordingOptions options, Class<? extends Subject> type)
      throws Exception {
    Recording recording = Recording.start(agent.sites(), options);
    RecordedTrace trace;
    try {
      type.getConstructor().newInstance().run();
    } finally {
      trace = recording.stop();
    }
    try (trace) {
      Set<Use> shared = new LinkedHashSet<>();
      Map<Use, Integer> firstUsers = new HashMap<>();
      trace.replay(
          (op, thread, operand, location) -> {
            Use use = new Use(op.operand(), operand);
            if (isVariable(use) && firstUsers.computeIfAbsent(use, any -> thread) != thread) {
              shared.add(use);
            }
          });
      shared.forEach(use -> seen.add(trace.names().name(use.space(), use.id())));
    }
  }

  /** Plain variables, or volatile and atomic ones. */
  private static boolean isVariable(Use use) {
    return use.space() == Op.Operand.VARIABLE || use.space() == Op.Operand.SYNC;
  }

  private record Use(Op.Operand space, int id) {}
}
