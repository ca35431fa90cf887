package io.racedet.engine.growth;

import io.racedet.engine.EngineDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * How the cost of an engine grows with a trace, as exponents of the number of events.
 *
 * @param engine its name
 * @param shape the shape of the traces
 * @param operations what grew: method entries and rounds of loops
 * @param allocated allocated bytes
 * @param retained bytes referred to at one time
 * @param time the exponent of the time that the engine declares, for the same traces
 * @param space that of the space
 */
record Growth(
    String engine,
    TraceShape shape,
    double operations,
    double allocated,
    double retained,
    double time,
    double space) {
  private static final int SIZES = 3; // each twice the one before

  static Growth of(GrowthRun run, EngineDefinition engine, TraceShape shape, int smallest) {
    List<Sample> samples = new ArrayList<>();
    List<TraceSize> sizes = new ArrayList<>();
    for (int i = 0; i < SIZES; i++) {
      TraceWriter trace = new TraceWriter();
      shape.write(trace, smallest << i);
      if (i == 0) {
        run.run(engine.name(), trace.events()); // loads classes
      }
      samples.add(run.run(engine.name(), trace.events()));
      sizes.add(trace.size());
    }
    return new Growth(
        engine.name(),
        shape,
        exponent(samples, Sample::operations, sizes),
        exponent(samples, Sample::allocated, sizes),
        exponent(samples, Sample::retained, sizes),
        exponent(sizes, DeclaredCosts.time(engine.claims()), sizes),
        exponent(sizes, DeclaredCosts.space(engine.claims()), sizes));
  }

  private static <T> double exponent(
      List<T> costs, ToDoubleFunction<? super T> cost, List<TraceSize> sizes) {
    return Math.log(ratio(costs, cost)) / Math.log(ratio(sizes, TraceSize::events));
  }

  private static <T> double ratio(List<T> values, ToDoubleFunction<? super T> number) {
    return number.applyAsDouble(values.get(SIZES - 1)) / number.applyAsDouble(values.get(0));
  }

  static String head() {
    return "| engine | shape | operations | allocated | declared time | retained | declared space |"
        + "\n|---|---|---|---|---|---|---|";
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f |",
        engine,
        shape.name().toLowerCase(Locale.ROOT).replace('_', ' '),
        operations,
        allocated,
        time,
        retained,
        space);
  }
}
