/**
 * Grammars of traces: the format {@code slp}, and engines whose time depends on the size of the
 * grammar, {@code slp-hb} and {@code slp-lockset}. All are found as services by {@code
 * io.racedet.core}.
 */
@SuppressWarnings({
  "module", // io.racedet.cli is compiled after this module
  "requires-automatic" // fastutil has no module descriptor
})
module io.racedet.compressed {
  requires io.racedet.core;
  requires it.unimi.dsi.fastutil.core;

  exports io.racedet.compressed.grammar to
      io.racedet.cli;

  provides io.racedet.engine.EngineDefinition with
      io.racedet.compressed.SlpHb,
      io.racedet.compressed.SlpLockset;
  provides io.racedet.trace.TraceCodec with
      io.racedet.compressed.slp.SlpCodec;
}
