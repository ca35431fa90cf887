package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.LookedElementEdgesTest.KINDS;
import static io.racedet.junit.agent.model.LookedElementEdgesTest.looks;
import static io.racedet.junit.agent.model.LookedElementEdgesTest.program;
import static io.racedet.junit.agent.model.LookedElementEdgesTest.removed;
import static io.racedet.junit.agent.model.LookedElementEdgesTest.taken;
import static io.racedet.junit.agent.model.Programs.check;

import io.racedet.junit.agent.model.LookedElementEdgesTest.Job;
import io.racedet.junit.agent.model.LookedElementEdgesTest.Kind;
import io.racedet.junit.agent.model.LookedElementEdgesTest.Look;
import io.racedet.junit.agent.model.LookedElementEdgesTest.Way;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * One thread reads elements under the lock of the queue, before another one takes one of them that
 * nothing else hands over, or only sees it.
 */
class LookedPartEdgesTest extends EdgesTestCase {
  private static final Way<Look> CONTAINS_FIRST =
      new Way<>("contains that finds the first one", (q, last) -> check(q.contains(new Job(1))));

  private static final Way<Look> CONTAINS_LAST =
      new Way<>("contains that finds the last one", (q, last) -> check(q.contains(last)));

  private static final Way<Look> POLL =
      new Way<>(
          "poll that compares the last one", (q, last) -> LookedElementEdgesTest.pollFirst(q));

  private static Stream<Kind> kinds(boolean areDelayed) {
    return KINDS.stream().filter(kind -> kind.is("DelayQueue") == areDelayed);
  }

  /** An iterator that looks for it in the queue must do so before it is gone. */
  private static Arguments iterated(Kind kind) {
    return taken(
        kind, CONTAINS_FIRST, new Way<>("remove by an iterator", LookedElementEdgesTest::iterated));
  }

  static Stream<Arguments> edges() {
    return Stream.concat(
        kinds(false).map(LookedPartEdgesTest::iterated),
        KINDS.stream()
            .filter(kind -> kind.is("Priority") || kind.is("DelayQueue"))
            .map(kind -> removed(kind, POLL)));
  }

  private static Arguments seen(Kind kind, Way<Look> look) {
    return Arguments.of(
        kind.name() + ": " + look.name() + ", change of the last one while it is left",
        program(
            kind,
            look.way(),
            (queue, jobs) ->
                queue.forEach(
                    job -> {
                      if (job == jobs.get(2)) {
                        job.rank.data = 0;
                      }
                    })));
  }

  /** Those that only look for what is due do not come to the last one. */
  private static Stream<Way<Look>> looksAtAll(Kind kind) {
    return looks(kind).stream()
        .filter(look -> !kind.is("DelayQueue") || look.name().startsWith("remove"));
  }

  static Stream<Arguments> noEdges() {
    return Stream.concat(
        kinds(false).map(kind -> seen(kind, CONTAINS_LAST)),
        KINDS.stream().flatMap(kind -> looksAtAll(kind).map(look -> seen(kind, look))));
  }
}
