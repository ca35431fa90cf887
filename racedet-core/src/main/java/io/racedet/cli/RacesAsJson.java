package io.racedet.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.racedet.RaceReport;
import io.racedet.race.Access;
import io.racedet.race.Race;
import java.io.IOException;
import java.io.PrintStream;

/**
 * Races as one JSON object: {@code reports}, an array with an object for each file and engine,
 * whose {@code races} have both accesses.
 */
final class RacesAsJson implements RaceOutput {
  private final JsonGenerator json;

  RacesAsJson(PrintStream out) throws IOException {
    json = generator(out);
    json.writeStartObject();
    json.writeArrayFieldStart("reports");
  }

  /** A generator that leaves the stream open. */
  static JsonGenerator generator(PrintStream out) throws IOException {
    return JsonFactory.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .build()
        .createGenerator(out)
        .useDefaultPrettyPrinter();
  }

  @Override
  public void report(String file, String engine, RaceReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("engine", engine);
    json.writeNumberField("events", report.events());
    json.writeNumberField("dropped", report.dropped());
    json.writeArrayFieldStart("races");
    for (Race race : report.races()) {
      race(race);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void race(Race race) throws IOException {
    json.writeStartObject();
    json.writeStringField("variable", race.variable());
    json.writeStringField("kind", RacesAsText.kind(race));
    json.writeStringField("grade", race.grade().name());
    json.writeNumberField("pairs", race.count());
    access("first", race.first());
    access("second", race.second());
    json.writeEndObject();
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
