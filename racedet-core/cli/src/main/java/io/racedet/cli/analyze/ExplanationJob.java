package io.racedet.cli.analyze;

import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceJob;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.catalogue.Engines;
import io.racedet.explain.Explainer;
import io.racedet.explain.PairExplanation;
import io.racedet.report.record.JsonText;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Explains for two events of traces which engines order them, and why. */
final class ExplanationJob implements TraceJob {
  /** The supported output formats. */
  static final OutputForm[] FORMS = {OutputForm.TEXT, OutputForm.JSON};

  private final TraceAnalysis.Builder analysis;
  private final List<EngineDefinition> engines;
  private final EngineLimits limits;
  private final EventPair events;
  private final Console console;
  private final boolean isText;
  private final List<Map<String, Object>> explanations = new ArrayList<>(); // for JSON

  ExplanationJob(
      TraceAnalysis.Builder analysis,
      List<String> engines,
      EngineLimits limits,
      EventPair events,
      OutputForm form,
      Console console) {
    this.analysis = analysis;
    this.engines = engines.stream().map(Engines::named).toList();
    this.limits = limits;
    this.events = events;
    this.console = console;
    isText = form == OutputForm.TEXT;
  }

  /** Two events of a trace. */
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
    if (isText) {
      console.out().print(file + ":\n" + explanation.text());
    } else {
      explanations.add(json(file, explanation));
    }
    explanation.failures().forEach(failure -> console.complain(file + ": " + failure.text()));
    return explanation.failures().isEmpty() ? Console.FINE : Console.UNREADABLE;
  }

  private static Map<String, Object> json(String file, PairExplanation explanation) {
    return JsonText.object(
        "file", file,
        "first", json(explanation.first()),
        "second", json(explanation.second()),
        "commonLocks", explanation.commonLocks(),
        "verdicts", explanation.verdicts().stream().map(ExplanationJob::json).toList());
  }

  private static Map<String, Object> json(PairExplanation.Verdict verdict) {
    return JsonText.object(
        "engines", verdict.engines(),
        "ordered", verdict.ordered(),
        "reported", verdict.reported(),
        "chain", verdict.chain().stream().map(ExplanationJob::json).toList());
  }

  private static Map<String, Object> json(PairExplanation.Step step) {
    return JsonText.object("from", json(step.from()), "to", json(step.to()), "rule", step.rule());
  }

  private static Map<String, Object> json(PairExplanation.Event event) {
    return JsonText.object(
        "index", event.index(),
        "thread", event.thread(),
        "event", event.text(),
        "location", event.location());
  }

  @Override
  public void end() throws IOException {
    if (!isText) {
      JsonText.write(JsonText.object("explanations", explanations), console.out());
    }
    console.out().flush();
  }
}
