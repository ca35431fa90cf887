package io.racedet.engine.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.engine.EngineDefinition;
import io.racedet.engine.catalogue.Engines;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No engine grows faster than it declares: in operations and allocated bytes its time, in retained
 * bytes its space. With {@code -Psoak} the traces are larger, and a table is printed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineGrowthTest {
  private static final int LARGER = 8;

  // Tables are doubled, so that bytes grow in steps.
  private static final double OPERATIONS_TOLERANCE = 0.15;
  private static final double BYTES_TOLERANCE = 0.35;

  private boolean isHeadPrinted;
  private GrowthRun run;

  @BeforeAll
  void load() throws ReflectiveOperationException {
    run =
        (GrowthRun)
            new CountingClassLoader()
                .loadClass(MeasuredRun.class.getName())
                .getDeclaredConstructor()
                .newInstance();
  }

  /** Those that take a trace event by event. */
  static List<Arguments> enginesAndShapes() {
    return Engines.all().stream()
        .filter(engine -> !engine.name().startsWith("slp-"))
        .flatMap(engine -> List.of(TraceShape.values()).stream().map(s -> Arguments.of(engine, s)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("enginesAndShapes")
  void cost_ofATraceOfAnyShape_growsNoFasterThanDeclared(
      EngineDefinition engine, TraceShape shape) {
    check(Growth.of(run, engine, shape, shape.smallest()));
  }

  @ParameterizedTest
  @MethodSource("enginesAndShapes")
  @Tag("soak")
  void cost_ofALargeTraceOfAnyShape_growsNoFasterThanDeclared(
      EngineDefinition engine, TraceShape shape) {
    Growth growth = Growth.of(run, engine, shape, LARGER * shape.smallest());
    print(growth);
    check(growth);
  }

  private void print(Growth growth) {
    if (!isHeadPrinted) {
      System.out.println(Growth.head());
      isHeadPrinted = true;
    }
    System.out.println(growth.row());
  }

  private static void check(Growth growth) {
    assertThat(growth.operations())
        .as("exponent of operations: %s", growth)
        .isLessThan(growth.time() + OPERATIONS_TOLERANCE);
    assertThat(growth.allocated())
        .as("exponent of allocated bytes: %s", growth)
        .isLessThan(growth.time() + BYTES_TOLERANCE);
    assertThat(growth.retained())
        .as("exponent of retained bytes: %s", growth)
        .isLessThan(growth.space() + BYTES_TOLERANCE);
  }
}
