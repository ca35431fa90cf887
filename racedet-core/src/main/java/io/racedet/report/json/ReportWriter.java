package io.racedet.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.race.Witness;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.Instruction;
import io.racedet.report.Occurrence;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.RunReport;
import io.racedet.report.Section;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.io.IOException;
import java.util.List;

/** Writes the values of a report as JSON; {@link ReportReader} reads them. */
public final class ReportWriter {
  private final JsonGenerator json;

  /**
   * Starts with nothing written.
   *
   * @param json where to write
   */
  @SuppressWarnings("exports")
  public ReportWriter(JsonGenerator json) {
    this.json = json;
  }

  /** Writes one value of a list. */
  @FunctionalInterface
  private interface Item<T> {
    void write(T value) throws IOException;
  }

  void report(RunReport report) throws IOException {
    json.writeStartObject();
    json.writeNumberField("schemaVersion", JsonReport.SCHEMA_VERSION);
    json.writeStringField("version", report.version());
    array("warnings", report.warnings(), json::writeString);
    array("tests", report.tests(), this::test);
    array("races", report.races(), this::race);
    json.writeEndObject();
  }

  /**
   * Writes a test.
   *
   * @param test what is known of it
   * @throws IOException when it cannot be written
   */
  public void test(TestRun test) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", test.id());
    json.writeStringField("name", test.name());
    json.writeStringField("className", test.className());
    json.writeStringField("outcome", test.outcome().name());
    json.writeNumberField("repetitions", test.repetitions());
    json.writeNumberField("events", test.events());
    json.writeStringField("seed", test.seed());
    array("engines", test.engines(), json::writeString);
    array("traces", test.traces(), json::writeString);
    array("warnings", test.warnings(), json::writeString);
    json.writeEndObject();
  }

  /**
   * Writes a race, and what follows from it for those who read JSON only.
   *
   * @param race the race
   * @throws IOException when it cannot be written
   */
  public void race(ReportedRace race) throws IOException {
    json.writeStartObject();
    json.writeStringField("fingerprint", race.key().fingerprint());
    json.writeObjectFieldStart("variable");
    json.writeStringField("key", race.variable().key());
    json.writeStringField("name", race.variable().name());
    json.writeStringField("className", race.variable().className());
    json.writeEndObject();
    json.writeStringField("kind", race.kind().name());
    json.writeStringField("grade", race.grade().name());
    json.writeStringField("engine", race.engine());
    json.writeNumberField("pairs", race.pairs());
    access("first", race.first());
    access("second", race.second());
    json.writeStringField("origin", race.origin());
    json.writeStringField("why", race.why());
    timeline(race.timeline());
    witness(race.witness());
    array("sightings", race.sightings(), this::sighting);
    json.writeStringField("replay", race.replay());
    json.writeStringField("accept", race.accept());
    json.writeStringField("accepted", race.accepted());
    json.writeEndObject();
  }

  private void access(String name, ReportedAccess access) throws IOException {
    if (!access.isKnown()) {
      json.writeNullField(name);
      return;
    }
    json.writeObjectFieldStart(name);
    json.writeNumberField("index", access.index());
    json.writeStringField("thread", access.thread());
    json.writeBooleanField("write", access.write());
    json.writeBooleanField("atomic", access.atomic());
    site(access.site());
    array("stack", access.stack(), this::frame);
    array("locks", access.locks(), this::lock);
    array("started", access.started(), this::frame);
    json.writeStringField("startedBy", access.startedBy());
    json.writeEndObject();
  }

  private void site(Instruction site) throws IOException {
    json.writeObjectFieldStart("site");
    json.writeStringField("className", site.className());
    json.writeStringField("method", site.method());
    json.writeStringField("descriptor", site.descriptor());
    json.writeNumberField("ordinal", site.ordinal());
    json.writeStringField("file", site.file());
    json.writeNumberField("line", site.line());
    json.writeEndObject();
  }

  private void frame(Frame frame) throws IOException {
    json.writeStartObject();
    json.writeStringField("className", frame.className());
    json.writeStringField("method", frame.method());
    json.writeStringField("file", frame.file());
    json.writeNumberField("line", frame.line());
    json.writeEndObject();
  }

  private void lock(HeldLock lock) throws IOException {
    json.writeStartObject();
    json.writeStringField("lock", lock.lock());
    json.writeBooleanField("shared", lock.shared());
    json.writeFieldName("acquired");
    frame(lock.acquired());
    json.writeEndObject();
  }

  private void timeline(Timeline timeline) throws IOException {
    json.writeObjectFieldStart("timeline");
    array("steps", timeline.steps(), this::step);
    array("sections", timeline.sections(), this::section);
    json.writeNumberField("omitted", timeline.omitted());
    json.writeEndObject();
  }

  private void section(Section section) throws IOException {
    json.writeStartObject();
    json.writeStringField("thread", section.thread());
    json.writeStringField("lock", section.lock());
    json.writeBooleanField("shared", section.shared());
    json.writeNumberField("from", section.from());
    json.writeNumberField("to", section.to());
    json.writeEndObject();
  }

  private void witness(WitnessOrder witness) throws IOException {
    json.writeObjectFieldStart("witness");
    json.writeNumberField("events", witness.events());
    json.writeNumberField("asRecorded", witness.asRecorded());
    array("steps", witness.steps(), this::step);
    json.writeEndObject();
  }

  private void step(Witness.Step step) throws IOException {
    json.writeStartObject();
    json.writeNumberField("index", step.index());
    json.writeStringField("thread", step.thread());
    json.writeStringField("event", step.event());
    json.writeStringField("location", step.location());
    json.writeEndObject();
  }

  private void sighting(Occurrence sighting) throws IOException {
    json.writeStartObject();
    json.writeStringField("test", sighting.test());
    json.writeNumberField("repetition", sighting.repetition());
    json.writeStringField("seed", sighting.seed());
    json.writeStringField("trace", sighting.trace());
    json.writeEndObject();
  }

  private <T> void array(String name, List<T> values, Item<T> item) throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      item.write(value);
    }
    json.writeEndArray();
  }
}
