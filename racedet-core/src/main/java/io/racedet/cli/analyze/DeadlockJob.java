package io.racedet.cli.analyze;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.DeadlockReport;
import io.racedet.TraceAnalysis;
import io.racedet.cli.console.Console;
import io.racedet.cli.console.JsonOutput;
import io.racedet.cli.console.OutputForm;
import io.racedet.cli.console.TraceJob;
import io.racedet.race.Deadlock;
import io.racedet.race.Witness;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Lists the dead-locks of traces. */
final class DeadlockJob implements TraceJob {
  private final TraceAnalysis.Builder analysis;
  private final TraceOpening again; // null if the first reading finds proofs
  private final TraceAnalysis proving;
  private final boolean listsRefuted;
  private final OutputForm form;
  private final Console console;
  private final JsonGenerator json; // null in other forms

  /**
   * Prepares for traces.
   *
   * @param analysis of the first reading of a trace
   * @param again opens a trace in which that found patterns again; null for no second reading
   * @param proving of the second reading
   * @param listsRefuted whether refuted patterns are listed; otherwise they are only counted
   */
  DeadlockJob(
      TraceAnalysis.Builder analysis,
      TraceOpening again,
      TraceAnalysis proving,
      boolean listsRefuted,
      OutputForm form,
      Console console)
      throws IOException {
    this.analysis = analysis;
    this.again = again;
    this.proving = proving;
    this.listsRefuted = listsRefuted;
    this.form = form;
    this.console = console;
    json = form == OutputForm.JSON ? JsonOutput.generator(console.out()) : null;
    if (json != null) {
      json.writeStartObject();
      json.writeArrayFieldStart("deadlocks");
    }
  }

  @Override
  public int take(String file, TraceReader trace, LongConsumer progress) throws IOException {
    DeadlockReport report = analysis.onProgress(progress).build().deadlocks(trace, deadlock -> {});
    if (again != null && !report.deadlocks().isEmpty() && report.failures().isEmpty()) {
      try (TraceReader second = again.open(file)) {
        report = proving.deadlocks(second, deadlock -> {});
      }
    }
    for (Deadlock deadlock : report.deadlocks()) {
      write(file, deadlock);
    }
    for (Deadlock deadlock : listsRefuted ? report.refuted() : List.<Deadlock>of()) {
      write(file, deadlock);
    }
    if (form == OutputForm.TEXT) {
      console.out().println(file + ": " + report.summary());
      report.notes().forEach(note -> console.out().println(file + ": " + note));
    } else {
      report.notes().forEach(note -> console.complain(file + ": " + note));
    }
    int refuted = report.refuted().size();
    if (refuted > 0) {
      console.complain(
          file + ": " + refuted + (refuted == 1 ? " pattern refuted" : " patterns refuted"));
    }
    if (!report.problems().isEmpty()) {
      return Console.UNREADABLE;
    }
    return report.deadlocks().isEmpty() ? Console.FINE : Console.FOUND;
  }

  private void write(String file, Deadlock deadlock) throws IOException {
    switch (form) {
      case TEXT -> console.out().println(DeadlockReport.text(deadlock));
      case TSV -> row(file, deadlock);
      case JSON -> object(file, deadlock);
    }
  }

  private void row(String file, Deadlock deadlock) {
    StringBuilder line = RacesAsTsv.column(new StringBuilder(), file);
    line.append("\tdeadlock\t").append(deadlock.indices()).append('\t');
    RacesAsTsv.column(line, String.join(",", deadlock.locks()));
    line.append('\t').append(deadlock.grade()).append('\n');
    console.out().append(line);
  }

  private void object(String file, Deadlock deadlock) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("grade", deadlock.grade().name());
    json.writeNumberField("patterns", deadlock.count());
    json.writeArrayFieldStart("requests");
    for (Deadlock.Request request : deadlock.requests()) {
      json.writeStartObject();
      json.writeNumberField("index", request.index());
      json.writeStringField("thread", request.thread());
      json.writeStringField("lock", request.lock());
      json.writeBooleanField("shared", request.shared());
      json.writeStringField("location", request.location());
      json.writeArrayFieldStart("held");
      for (String held : request.lockset()) {
        json.writeString(held);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("remark", deadlock.remark());
    json.writeArrayFieldStart("sequence");
    for (Witness.Run run : deadlock.witness().runs()) {
      json.writeStartArray();
      json.writeNumber(run.first());
      json.writeNumber(run.last());
      json.writeEndArray();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  @Override
  public void end() throws IOException {
    if (json != null) {
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
      json.close();
    }
    console.out().flush();
  }
}
