package io.racedet.samples;

import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.sites.Site;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tries to confirm every pair of conflicting accesses of a subject, whether or not an engine
 * reports it as a race.
 */
final class ForcedMeetings {
  private static final int ATTEMPTS = 4;
  private static final int RECORDINGS = 3;
  private static final int THREADS = 2;

  /** The accesses to one variable, by location. */
  private record Use(String location, int thread, boolean write, boolean atomic) {
    boolean conflictsWith(Use other) {
      return thread != other.thread && (write || other.write) && !(atomic && other.atomic);
    }
  }

  private final RacedetAgent agent;
  private final Scope scope = Scope.of(ForcedMeetings.class, List.of(), List.of());
  private final Class<? extends Subject> type;

  private ForcedMeetings(RacedetAgent agent, Class<? extends Subject> type) {
    this.agent = agent;
    this.type = type;
    agent.cover(scope);
  }

  /** The pairs that were tried, and whether threads were ever held at both accesses. */
  static Map<Set<String>, Boolean> of(Class<? extends Subject> type) throws Exception {
    ForcedMeetings meetings = new ForcedMeetings(RacedetAgent.install(), type);
    Map<Set<String>, Boolean> caught = new LinkedHashMap<>();
    for (Set<String> pair : meetings.conflicts()) {
      caught.put(pair, meetings.isCaught(List.copyOf(pair)));
    }
    return caught;
  }

  private Set<Set<String>> conflicts() throws Exception {
    Set<Set<String>> pairs = new LinkedHashSet<>();
    for (int i = 0; i < RECORDINGS; i++) {
      try (RecordedTrace trace = record(options(i))) {
        uses(trace).forEach(uses -> addConflicts(uses, pairs));
      }
    }
    return pairs;
  }

  private static void addConflicts(List<Use> uses, Set<Set<String>> pairs) {
    for (Use one : uses) {
      for (Use other : uses) {
        if (one.conflictsWith(other)) {
          Set<String> pair = new LinkedHashSet<>(List.of(one.location));
          pair.add(other.location);
          pairs.add(pair);
        }
      }
    }
  }

  private static Iterable<List<Use>> uses(RecordedTrace trace) {
    List<int[]> accesses = new ArrayList<>(); // location, variable, thread, write, atomic
    trace.replay(
        (op, thread, variable, location) -> {
          if (op.operand() == Op.Operand.VARIABLE) {
            int write = op == Op.WRITE || op == Op.ATOMIC_WRITE ? 1 : 0;
            int atomic = op == Op.ATOMIC_READ || op == Op.ATOMIC_WRITE ? 1 : 0;
            accesses.add(new int[] {location, variable, thread, write, atomic});
          }
        });
    Map<Integer, List<Use>> byVariable = new LinkedHashMap<>();
    for (int[] access : accesses) {
      String place = trace.site(access[0]).map(Site::location).orElse("");
      Use use = new Use(place, access[2], access[3] == 1, access[4] == 1);
      List<Use> uses = byVariable.computeIfAbsent(access[1], any -> new ArrayList<>());
      if (!use.location.isEmpty() && !uses.contains(use)) {
        uses.add(use);
      }
    }
    return byVariable.values();
  }

  private boolean isCaught(List<String> pair) throws Exception {
    SiteTable sites = agent.sites();
    int[] first = sites.sitesAt(pair.get(0));
    int[] second = sites.sitesAt(pair.get(pair.size() - 1));
    boolean caught = false;
    for (int attempt = 0; attempt < ATTEMPTS && !caught; attempt++) {
      int late = attempt % (THREADS + 1); // slot 0 is this thread's
      RecordingOptions how =
          options(attempt).meeting(first, second, attempt, -1, late == 0 ? -1 : late);
      try (RecordedTrace trace = record(how)) {
        caught = trace.confirmed();
      }
    }
    return caught;
  }

  private RecordingOptions options(int seed) {
    return new RecordingOptions(Schedule.TARGETED, seed, Long.MAX_VALUE, agent.classesOf(scope));
  }

  private RecordedTrace record(RecordingOptions how) throws Exception {
    Recording recording = Recording.start(agent.sites(), how);
    try {
      type.getConstructor().newInstance().run();
    } catch (Throwable failure) {
      recording.stop().close();
      throw failure;
    }
    return recording.stop();
  }
}
