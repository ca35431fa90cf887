package io.racedet.cli.analyze;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.JsonOutput;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceJob;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.explain.Explainer;
import io.racedet.explain.PairExplanation;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.LongConsumer;

/** Explains for two events of traces which engines order them, and why. */
final class ExplanationJob implements TraceJob {
  /** The supported output formats. */
  static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final TraceAnalysis.Builder analysis;
  private final List<EngineDefinition> engines;
  private final EngineLimits limits;
  private final EventPair events;
  private final PrintStream out;
  private final JsonGenerator json; // null for text

  ExplanationJob(
      TraceAnalysis.Builder analysis,
      List<String> engines,
      EngineLimits limits,
      EventPair events,
      OutputForm form,
      PrintStream out)
      throws IOException {
    this.analysis = analysis;
    this.engines = engines.stream().map(Engines::named).toList();
    this.limits = limits;
    this.events = events;
    this.out = out;
    json = form == OutputForm.JSON ? JsonOutput.generator(out) : null;
    if (json != null) {
      json.writeStartObject();
      json.writeArrayFieldStart("explanations");
    }
  }

  /**
   * Two events of a trace.
   *
   * @param first index of the earlier one
   * @param second index of the later one
   */
  record EventPair(long first, long second) {}

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    PairExplanation explanation;
    try {
      TraceAnalysis reading = analysis.onProgress(progress).build();
      explanation =
          Explainer.explain(reading, engines, limits, trace, events.first(), events.second());
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
    if (json == null) {
      out.print(file + ":\n" + explanation.text());
    } else {
      write(file, explanation);
    }
    return Console.FINE;
  }

  private void write(String file, PairExplanation explanation) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    event("first", explanation.first());
    event("second", explanation.second());
    strings("commonLocks", explanation.commonLocks());
    json.writeArrayFieldStart("verdicts");
    for (PairExplanation.Verdict verdict : explanation.verdicts()) {
      json.writeStartObject();
      strings("engines", verdict.engines());
      json.writeBooleanField("ordered", verdict.ordered());
      json.writeBooleanField("reported", verdict.reported());
      json.writeArrayFieldStart("chain");
      for (PairExplanation.Step step : verdict.chain()) {
        json.writeStartObject();
        event("from", step.from());
        event("to", step.to());
        json.writeStringField("rule", step.rule());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void event(String name, PairExplanation.Event event) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("index", event.index());
    json.writeStringField("thread", event.thread());
    json.writeStringField("event", event.text());
    json.writeStringField("location", event.location());
    json.writeEndObject();
  }

  private void strings(String name, Iterable<String> values) throws IOException {
    json.writeArrayFieldStart(name);
    for (String value : values) {
      json.writeString(value);
    }
    json.writeEndArray();
  }

  @Override
  public void end() throws IOException {
    if (json != null) {
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
      json.close();
    }
    out.flush();
  }
}
