package io.racedet.cli.analyze;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.RaceReport;
import io.racedet.cli.console.JsonOutput;
import io.racedet.race.Access;
import io.racedet.race.Grade;
import io.racedet.race.Race;
import io.racedet.race.Witness;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Races as one JSON object: {@code reports}, an array with an object for each file and engine,
 * whose {@code races} have both accesses.
 */
final class RacesAsJson implements RaceOutput {
  private final JsonGenerator json;

  RacesAsJson(PrintStream out) throws IOException {
    json = JsonOutput.generator(out);
    json.writeStartObject();
    json.writeArrayFieldStart("reports");
  }

  @Override
  public void report(String file, String engine, RaceReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("engine", engine);
    json.writeNumberField("events", report.events());
    json.writeNumberField("dropped", report.dropped());
    races("races", report.races());
    if (!report.refuted().isEmpty()) {
      races("refuted", report.refuted());
    }
    json.writeEndObject();
  }

  private void races(String name, List<Race> races) throws IOException {
    json.writeArrayFieldStart(name);
    for (Race race : races) {
      race(race);
    }
    json.writeEndArray();
  }

  private void race(Race race) throws IOException {
    json.writeStartObject();
    json.writeStringField("variable", race.variable());
    json.writeStringField("kind", RacesAsText.kind(race));
    json.writeStringField("grade", race.grade().name());
    json.writeNumberField("pairs", race.count());
    access("first", race.first());
    access("second", race.second());
    if (!race.remark().isEmpty()) {
      json.writeStringField("remark", race.remark());
    }
    if (race.grade() == Grade.WITNESSED) {
      witness(race.witness());
    }
    json.writeEndObject();
  }

  private void witness(Witness witness) throws IOException {
    json.writeObjectFieldStart("witness");
    json.writeNumberField("events", witness.size());
    json.writeNumberField("asRecorded", witness.asRecorded());
    json.writeArrayFieldStart("schedule");
    for (Witness.Step step : witness.schedule()) {
      json.writeStartObject();
      json.writeNumberField("index", step.index());
      json.writeStringField("thread", step.thread());
      json.writeStringField("event", step.event());
      json.writeStringField("location", step.location());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("sequence", sequence(witness));
    json.writeEndObject();
  }

  /** All events, for example {@code 1-17,20,18}. */
  private static String sequence(Witness witness) {
    return witness.runs().stream()
        .map(run -> run.first() == run.last() ? "" + run.first() : run.first() + "-" + run.last())
        .collect(Collectors.joining(","));
  }

  private void access(String name, Access access) throws IOException {
    if (!access.isKnown()) {
      json.writeNullField(name);
      return;
    }
    json.writeObjectFieldStart(name);
    json.writeNumberField("index", access.index());
    json.writeStringField("thread", access.thread());
    json.writeStringField(
        "op", (access.atomic() ? "atomic " : "") + (access.write() ? "write" : "read"));
    json.writeStringField("location", access.location());
    json.writeArrayFieldStart("lockset");
    for (String lock : access.lockset()) {
      json.writeString(lock);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  @Override
  public void end() throws IOException {
    json.writeEndArray();
    json.writeEndObject();
    json.writeRaw('\n');
    json.close();
  }
}
