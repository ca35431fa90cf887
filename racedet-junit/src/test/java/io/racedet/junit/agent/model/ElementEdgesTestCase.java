package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.util.function.Supplier;
import org.junit.jupiter.params.provider.Arguments;

/** What another thread does with an element that one thread has put into a collection. */
abstract class ElementEdgesTestCase extends EdgesTestCase {
  /** Looks whether an element is there. */
  interface Look<T> {
    boolean finds(T collection) throws Exception;
  }

  /** Puts an element there. */
  interface Change<T> {
    void make(T collection) throws Exception;
  }

  static <T> Arguments passes(String name, Supplier<T> made, Change<T> change, Look<T> look) {
    return edge(
        name,
        () -> {
          T collection = made.get();
          handOver(() -> change.make(collection), () -> untilTrue(() -> look.finds(collection)));
        });
  }

  static <T> Arguments apart(String name, T collection, Change<T> change, Change<T> look) {
    return edge(
        name,
        () ->
            handOver(
                () -> {
                  change.make(collection);
                  whisper("changed");
                },
                () -> {
                  hear("changed");
                  look.make(collection);
                }));
  }
}
