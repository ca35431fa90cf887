package io.racedet.samples.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFreeTest;
import io.racedet.samples.launch.Outcome;
import io.racedet.samples.launch.TestRun;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each order bug fails by its own assertion, whatever recordings leave out. */
@Tag("soak")
class OrderVerdictsTest {
  static Stream<Arguments> bugs() {
    return Stream.of(OrderBugsTest.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(RaceFreeTest.class))
        .map(Method::getName)
        .sorted()
        .flatMap(
            name ->
                Stream.of("true", "false")
                    .flatMap(
                        solo ->
                            Stream.of("true", "false")
                                .map(filter -> Arguments.of(name, solo, filter))));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void bug_isFound(String name, String solo, String filter) {
    Outcome outcome =
        TestRun.of(
            OrderBugsTest.class,
            name,
            Map.of(
                "racedet.solo",
                solo,
                "racedet.filter",
                filter,
                "racedet.repetitions",
                "10000",
                "racedet.timeLimit",
                "60s"));
    assertThat(outcome.thrown()).isPresent();
    assertThat(outcome.report()).isEmpty();
  }
}
