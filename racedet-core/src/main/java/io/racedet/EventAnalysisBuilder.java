package io.racedet;

import io.racedet.engine.catalogue.Engines;
import io.racedet.event.EventBlock;
import io.racedet.race.Race;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Configures an analysis of events that arrive one by one, whose engines report together. Not
 * thread-safe.
 *
 * @param <B> the builder
 */
public abstract class EventAnalysisBuilder<B extends EventAnalysisBuilder<B>>
    extends AnalysisBuilder<B> {
  private Consumer<Race> listener; // null for none
  private int delay = EventBlock.CAPACITY;

  EventAnalysisBuilder(String... names) {
    super(Arrays.stream(names).distinct().toArray(String[]::new));
  }

  /** Refuses to start without an engine. */
  static String[] atLeastOne(String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(
          "no engine (expected: one or more of " + String.join(", ", Engines.names()) + ")");
    }
    return names;
  }

  /**
   * Sets the listener that receives races after they are found: as many events later as {@link
   * #delay} allows, or when the analysis is flushed. Races of engines that find them at the end of
   * the trace are received then, and so are all races if witnesses are searched for.
   *
   * @param listener receives each race once, as known at that time, with a count of 1. It is called
   *     within a call of the analysis, and must not use the analysis. If it throws, the first
   *     exception is among the failures of the report
   * @return this
   */
  public B onRace(Consumer<Race> listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
    return self();
  }

  /**
   * Sets how late the listener may receive a race. A small number makes the analysis slower.
   *
   * @param events the maximum number of events from the second access of a race to the call,
   *     including that access: from 1, for a call within that of the access, to 4,096, the default
   * @return this
   * @throws IllegalArgumentException if the number is out of range
   */
  public B delay(int events) {
    if (events < 1 || events > EventBlock.CAPACITY) {
      throw new IllegalArgumentException(
          "delay: " + events + " (expected: 1.." + EventBlock.CAPACITY + " events)");
    }
    delay = events;
    return self();
  }

  Consumer<Race> listener() {
    return listener;
  }

  int delay() {
    return delay;
  }
}
