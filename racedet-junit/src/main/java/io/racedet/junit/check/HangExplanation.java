package io.racedet.junit.check;

import io.racedet.junit.naming.LockPlace;
import io.racedet.junit.naming.SourceNames;
import io.racedet.junit.record.LockReplay;
import io.racedet.junit.record.WaitingThread;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.threads.HangText;
import io.racedet.junit.threads.LockSight;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Says why a repetition hangs, by its threads and its recording, with the names that reports of
 * races and deadlocks have for objects and lambdas.
 */
final class HangExplanation {
  private final LockReplay recording;
  private final SourceNames names;

  HangExplanation(LockReplay recording, SourceNames names) {
    this.recording = recording;
    this.names = names;
  }

  /**
   * Explains a hang; if the recording cannot be read, says that, and what is known without it.
   *
   * @param waiting where threads wait for others that do not end it, by their ids
   */
  String of(HangText threads, Map<Long, String> waiting) {
    try {
      return explained(threads, waiting);
    } catch (UncheckedIOException unreadable) {
      return threads.numbered()
          + "the recording, which may tell more, cannot be read: "
          + IoFailure.text(unreadable.getCause())
          + "\n";
    } catch (RuntimeException | Error failed) { // that it hangs is known already
      return threads.numbered() + "what the recording tells of it is missing: " + failed + "\n";
    }
  }

  private String explained(HangText threads, Map<Long, String> waiting) {
    List<String> waits = recording.waits(waiting(threads, waiting));
    // Afterwards: what is inside of an object has its name.
    String text = threads.withLambdas(recording::reportedName).named(this::name);
    String both =
        waits.isEmpty()
            ? text
            : text + "from the recording:\n  " + String.join("\n  ", waits) + "\n";
    List<LockPlace> places = new ArrayList<>();
    threads.sights().forEach(sight -> places.add(place(sight)));
    return names.of(both, places);
  }

  private String name(LockSight sight) {
    return recording.nameOf(sight.className(), sight.hash());
  }

  private static List<WaitingThread> waiting(HangText threads, Map<Long, String> waiting) {
    List<WaitingThread> all = new ArrayList<>();
    waiting.forEach(
        (id, place) ->
            all.add(
                threads
                    .awaited(id)
                    .map(lock -> new WaitingThread(id, place, lock.className(), lock.hash()))
                    .orElse(new WaitingThread(id, place, "", 0))));
    return all;
  }

  private LockPlace place(LockSight sight) {
    LockPlace.Use use =
        switch (sight.use()) {
          case MONITOR -> LockPlace.Use.MONITOR;
          case WAIT -> LockPlace.Use.WAIT;
          case CALL, HELD -> LockPlace.Use.CALL;
        };
    return new LockPlace(name(sight), use, sight.stack().stream().map(recording::frame).toList());
  }
}
