package io.racedet.race;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A deadlock of threads that wait for each other's locks: each request is for a lock that the
 * thread of the previous request holds, and the first one for a lock that the thread of the last
 * one holds. The locks of all requests are different, and so are the threads.
 *
 * @param requests at least two acquires, in the order of the cycle; the one that is earliest in the
 *     trace comes first
 * @param count how many patterns have these locations; of those that differ only in their threads
 *     at most 1,000 are counted
 * @param proof {@link Grade#PREDICTED} if only the pattern is known, {@link Grade#WITNESSED} if a
 *     checked reordering ends with all requests waiting, {@link Grade#REFUTED} if there is none
 */
public record Deadlock(List<Request> requests, long count, Proof proof) implements EngineResult {
  /**
   * Keeps its own copy of the requests.
   *
   * @param requests at least two acquires
   * @param count how many patterns have these locations; of those that differ only in their threads
   *     at most 1,000 are counted
   * @param proof how well it is proved
   */
  public Deadlock {
    requests = List.copyOf(requests);
  }

  @Override
  public Deadlock with(Proof other) {
    return new Deadlock(requests, count, other);
  }

  /**
   * A request for a lock.
   *
   * @param index index of the acquire in the trace, from 1
   * @param thread name of the thread
   * @param lock name of the lock that it requests
   * @param shared whether in read mode
   * @param location location in the source, empty when unknown
   * @param lockset names of the locks held before, in the order of acquisition; the name of a lock
   *     held only in read mode ends in {@code " (shared)"}
   */
  public record Request(
      long index,
      String thread,
      String lock,
      boolean shared,
      String location,
      List<String> lockset) {
    /**
     * Keeps its own copy of the lockset.
     *
     * @param index index of the acquire
     * @param thread name of the thread
     * @param lock name of the lock
     * @param shared whether in read mode
     * @param location location in the source
     * @param lockset names of the locks held before
     */
    public Request {
      lockset = List.copyOf(lockset);
    }
  }

  /** {@return the names of the requested locks, one for each request, in their order} */
  public List<String> locks() {
    return requests.stream().map(Request::lock).toList();
  }

  /** {@return the names of the threads: one for each request, in their order} */
  public List<String> threads() {
    return requests.stream().map(Request::thread).toList();
  }

  /** {@return the indices of the requests as text, for example {@code 2,6}} */
  public String indices() {
    return requests.stream().map(r -> String.valueOf(r.index())).collect(Collectors.joining(","));
  }
}
