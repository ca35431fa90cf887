/**
 * Data races in traces of events. {@link io.racedet.RaceFeed} takes events as they happen, {@link
 * io.racedet.TraceAnalysis} reads trace files. What the exported packages do not name is internal.
 */
@SuppressWarnings({
  "module", // io.racedet.junit is compiled after this module
  "requires-automatic" // fastutil has no module descriptor
})
module io.racedet.core {
  requires it.unimi.dsi.fastutil.core;
  // In the jar of the library, relocated; in that of the command line, which is no module.
  requires static com.fasterxml.jackson.core;
  requires static info.picocli;

  exports io.racedet;
  exports io.racedet.engine;
  exports io.racedet.engine.catalogue;
  exports io.racedet.event;
  exports io.racedet.explain;
  exports io.racedet.part;
  exports io.racedet.race;
  exports io.racedet.report;
  exports io.racedet.report.html;
  exports io.racedet.report.json;
  exports io.racedet.report.markdown;
  exports io.racedet.report.sarif;
  exports io.racedet.trace;
  exports io.racedet.trace.generated;
  exports io.racedet.report.timeline to
      io.racedet.junit;
}
