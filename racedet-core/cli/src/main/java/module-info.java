/**
 * The command line {@code racedet}, and what it adds to the library: {@link
 * io.racedet.explain.Explainer} tells why an engine orders two events, {@link
 * io.racedet.trace.generated.GeneratedTrace} is a trace as long as one likes.
 */
@SuppressWarnings("requires-automatic") // fastutil has no module descriptor
module io.racedet.cli {
  requires io.racedet.compressed;
  requires transitive io.racedet.core;
  requires it.unimi.dsi.fastutil.core;
  // In the jar that stands alone, which is no module.
  requires static com.fasterxml.jackson.core;
  requires static info.picocli;

  exports io.racedet.explain;
  exports io.racedet.trace.generated;
}
