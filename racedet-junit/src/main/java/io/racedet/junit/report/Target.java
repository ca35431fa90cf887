package io.racedet.junit.report;

import java.util.List;

/**
 * Where threads are held to confirm a race or a deadlock. It is the same in every JVM with the same
 * classes.
 */
public sealed interface Target {
  /** Nothing in particular. */
  Target NONE = new Cycle(List.of());

  /**
   * The locations at each of which a thread is to be held, for example {@code
   * com.acme.Account.deposit(I)V#3}: of a race its two accesses, of a deadlock the places of each
   * request.
   */
  List<List<String>> places();

  /** Whether threads can be held at all of them. */
  default boolean isKnown() {
    return places().size() > 1 && places().stream().noneMatch(List::isEmpty);
  }

  /** The two locations of a race, the second one not smaller as text. */
  record Pair(String first, String second) implements Target {
    /** Puts the locations in order: which access came first makes no difference. */
    public Pair {
      if (first.compareTo(second) > 0) {
        String larger = first;
        first = second;
        second = larger;
      }
    }

    @Override
    public List<List<String>> places() {
      return List.of(List.of(first), List.of(second));
    }

    @Override
    public boolean isKnown() {
      return !first.isEmpty() && !second.isEmpty();
    }
  }

  /** The requests of a deadlock: at least two, or none. */
  record Cycle(List<Request> requests) implements Target {
    /** A request, with the locations before which threads can be held. */
    public record Request(List<String> places, boolean shared) {
      public Request {
        places = List.copyOf(places);
      }
    }

    public Cycle {
      requests = List.copyOf(requests);
    }

    @Override
    public List<List<String>> places() {
      return requests.stream().map(Request::places).toList();
    }
  }
}
