package io.racedet.junit.report;

import java.util.List;

/**
 * The requests of a deadlock, at which threads are held to confirm it. They are the same in every
 * JVM with the same classes.
 *
 * @param requests at least two, or none for no deadlock in particular
 */
public record CycleTarget(List<Request> requests) {
  /** No deadlock in particular. */
  public static final CycleTarget NONE = new CycleTarget(List.of());

  /**
   * A request.
   *
   * @param places locations before which threads can be held, for example {@code
   *     com.acme.Account.deposit(I)V#3}
   */
  public record Request(List<String> places, boolean shared) {
    /** Keeps its own copy of the places. */
    public Request {
      places = List.copyOf(places);
    }
  }

  /** Keeps its own copy of the requests. */
  public CycleTarget {
    requests = List.copyOf(requests);
  }

  /**
   * Returns whether threads can be held at each request.
   *
   * @return false for {@link #NONE}
   */
  public boolean isKnown() {
    return requests.size() > 1
        && requests.stream().noneMatch(request -> request.places().isEmpty());
  }
}
