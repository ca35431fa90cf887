package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.MapCalls.GET;
import static io.racedet.junit.agent.model.MapCalls.KINDS;
import static io.racedet.junit.agent.model.MapCalls.OF_NUMBERS;
import static io.racedet.junit.agent.model.MapCalls.of;
import static io.racedet.junit.agent.model.MapCalls.visits;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.MapCalls.Call;
import io.racedet.junit.agent.model.MapCalls.Kind;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Calls of a concurrent map that change nothing hand nothing over to those who look later. */
class MapVainEdgesTest extends EdgesTestCase {
  private static final List<Call<?>> IN_VAIN =
      List.of(
          of("putIfAbsent", (m, k) -> m.putIfAbsent(k, "w") != null),
          of("computeIfAbsent", (m, k) -> m.computeIfAbsent(k, key -> "w") != null),
          of("remove of another mapping", (m, k) -> !m.remove(k, "x")),
          of("replace of another value", (m, k) -> !m.replace(k, "x", "w")));

  private static final List<Call<?>> LOOKING =
      List.of(GET, of("values", (m, k) -> visits(m.values().iterator())));

  private static Arguments row(Kind kind, Call<?> call, Call<?> look) {
    return edge(
        "%s: %s, %s".formatted(kind.name(), call.name(), look.name()),
        () -> {
          ConcurrentMap<Object, String> map = kind.withOne();
          inTurn(map, kind.makeKey(), call, kind.makeKey(), look);
        });
  }

  private static void inTurn(
      Map<Object, String> map, Object called, Call<?> call, Object seen, Call<?> look) {
    handOver(
        () -> {
          check(call.call(map, called));
          whisper("called");
        },
        () -> {
          hear("called");
          check(look.call(map, seen));
        });
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(KINDS, OF_NUMBERS)
        .flatMap(List::stream)
        .flatMap(
            kind ->
                IN_VAIN.stream()
                    .flatMap(call -> LOOKING.stream().map(look -> row(kind, call, look))));
  }

  static Stream<Arguments> edges() {
    Call<?> put = of("putIfAbsent", (m, k) -> m.putIfAbsent("another", "v") == null);
    Call<?> get = of("get", (m, k) -> m.get("another") != null);
    Kind kind = KINDS.get(0);
    return Stream.of(row(kind, put, get));
  }
}
