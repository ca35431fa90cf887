package io.racedet.event;

/**
 * Maps dense ids to the names that a report shows.
 *
 * <p>Called for reported races only, so an implementation may compute names on demand.
 */
public interface Names {
  /** Names for a trace that has ids only: {@code thread 3}, {@code variable 17}. */
  Names IDS = (space, id) -> space.name().toLowerCase(java.util.Locale.ROOT) + ' ' + id;

  /**
   * {@return the name of an operand, never null}
   *
   * @param space the id space
   * @param id the dense id in it
   */
  String name(Op.Operand space, int id);

  /**
   * {@return the text of a location, for example {@code Account.java:17}, never null}
   *
   * @param location a location id, not {@link EventSink#NO_LOCATION}
   */
  default String location(int location) {
    return "location " + location;
  }
}
