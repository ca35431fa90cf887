package io.racedet.junit.check;

import io.racedet.RaceAnalysis;
import io.racedet.junit.record.LibraryCalls;
import io.racedet.junit.record.LockReplay;
import io.racedet.junit.results.IoFailure;
import io.racedet.race.AccessIds;
import io.racedet.race.RaceIds;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of libraries on whose objects several threads make calls that nothing orders, where
 * the data accesses of the class are not recorded: what races there, no check sees. Not
 * thread-safe.
 */
final class UnorderedLibraryCalls {
  /** In how many repetitions it is looked for them, and how many classes are named. */
  private static final int MAX_REPETITIONS = 10;

  private static final int MAX_CLASSES = 5;

  /** The most events of a repetition in which it is looked for them. */
  private static final long MAX_EVENTS = 4_000_000;

  private final Map<String, String> callsByClass = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private int repetitions;

  /** Looks for such calls in a repetition of so many events. */
  void add(LockReplay recording, long events) {
    boolean isLookedAt =
        recording.hasLibraryCalls() && repetitions < MAX_REPETITIONS && events <= MAX_EVENTS;
    if (!isLookedAt) {
      return;
    }
    repetitions++;
    try {
      search(recording);
    } catch (UncheckedIOException unreadable) {
      repetitions = MAX_REPETITIONS;
      problems.add(
          "calls of libraries that nothing orders are not looked for any more: the file of a long"
              + " recording cannot be read: "
              + IoFailure.text(unreadable.getCause()));
    } catch (RuntimeException | Error failed) { // the races of the repetition are known already
      repetitions = MAX_REPETITIONS;
      problems.add("calls of libraries that nothing orders are not looked for any more: " + failed);
    }
  }

  private void search(LockReplay recording) {
    RaceAnalysis analysis = RaceAnalysis.with("fasttrack").start();
    LibraryCalls calls = recording.libraryCalls(analysis);
    analysis.finish();
    for (RaceIds race : analysis.ids()) {
      String type = calls.className(race.second().variable());
      if (!type.isEmpty() && race.first().isKnown() && callsByClass.size() < MAX_CLASSES) {
        callsByClass.putIfAbsent(
            type, text(calls, race.first()) + " and " + text(calls, race.second()));
      }
    }
  }

  private static String text(LibraryCalls calls, AccessIds call) {
    String place = calls.place(call.location());
    return '"' + calls.thread(call.thread()) + '"' + (place.isEmpty() ? "" : " at " + place);
  }

  /** A warning for each class, and what went wrong. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(problems);
    callsByClass.forEach(
        (type, calls) ->
            warnings.add(
                "not seen: calls on an object of "
                    + type
                    + " by "
                    + calls
                    + ", which nothing orders. What the class does is not recorded: name it in"
                    + " instrument, or say in a model that it is safe (pure "
                    + type
                    + ")"));
    return warnings;
  }
}
