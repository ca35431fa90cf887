/**
 * One long trace in parts, which several threads or machines analyse: {@link
 * io.racedet.part.PartAnalysis} finds the races of the whole.
 */
@SuppressWarnings("requires-automatic") // fastutil has no module descriptor
module io.racedet.parts {
  requires transitive io.racedet.core;
  requires it.unimi.dsi.fastutil.core;

  exports io.racedet.part;
}
