package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import org.junit.jupiter.params.provider.Arguments;

/** Programs in which two threads access one object atomically, by handles and the like. */
abstract class HandleEdgesTestCase extends EdgesTestCase {
  /** A step on an object. */
  interface Use<T> {
    void on(T object) throws Exception;
  }

  /** A question to an object. */
  interface Look<T> {
    boolean at(T object) throws Exception;
  }

  /** The last thing one thread does, and what another one waits for. */
  static <T> Arguments passes(String name, Programs.Source<T> made, Use<T> set, Look<T> isSet) {
    return edge(name, () -> pass(made.get(), set, isSet));
  }

  /**
   * The same on an object of its own, after the first calls, which link: others go on meanwhile.
   */
  static <T> Arguments passesLinked(
      String name, Programs.Source<T> made, Use<T> set, Look<T> isSet) {
    return edge(
        name,
        () -> {
          T other = made.get();
          set.on(other);
          isSet.at(other);
          pass(made.get(), set, isSet);
        });
  }

  private static <T> void pass(T object, Use<T> set, Look<T> isSet) throws Exception {
    handOver(() -> set.on(object), () -> untilTrue(() -> isSet.at(object)));
  }

  /** What another thread does later, in an order that racedet does not see. */
  static <T> Arguments whispered(String name, Programs.Source<T> made, Use<T> set, Use<T> look) {
    return edge(
        name,
        () -> {
          T object = made.get();
          set.on(made.get()); // the first call of a site is less exact
          handOver(
              () -> {
                set.on(object);
                whisper("set");
              },
              () -> {
                hear("set");
                look.on(object);
              });
        });
  }
}
