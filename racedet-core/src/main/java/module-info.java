/**
 * Data races in traces of events. {@link io.racedet.RaceFeed} takes events as they happen, {@link
 * io.racedet.TraceAnalysis} reads trace files. What the exported packages do not name is internal.
 */
@SuppressWarnings({
  "module", // the modules named below are compiled after this one
  "requires-automatic" // fastutil has no module descriptor
})
module io.racedet.core {
  requires it.unimi.dsi.fastutil.core;
  // In the jar, relocated.
  requires static com.fasterxml.jackson.core;

  exports io.racedet;
  exports io.racedet.engine;
  exports io.racedet.engine.catalogue;
  exports io.racedet.event;
  exports io.racedet.race;
  exports io.racedet.report;
  exports io.racedet.report.html;
  exports io.racedet.report.json;
  exports io.racedet.report.markdown;
  exports io.racedet.report.sarif;
  exports io.racedet.trace;
  exports io.racedet.clock to
      io.racedet.compressed,
      io.racedet.parts;
  exports io.racedet.engine.history to
      io.racedet.compressed;
  exports io.racedet.ids to
      io.racedet.cli,
      io.racedet.compressed,
      io.racedet.junit,
      io.racedet.parts;
  exports io.racedet.report.record to
      io.racedet.cli;
  exports io.racedet.report.timeline to
      io.racedet.junit;
  exports io.racedet.run to
      io.racedet.cli;
  exports io.racedet.trace.block to
      io.racedet.compressed;
  exports io.racedet.trace.bytes to
      io.racedet.compressed,
      io.racedet.parts;
  exports io.racedet.trace.split to
      io.racedet.parts;
  exports io.racedet.wellformed to
      io.racedet.compressed,
      io.racedet.parts;

  // What other jars add.
  uses io.racedet.engine.EngineDefinition;
  uses io.racedet.trace.TraceCodec;
}
