package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.io.IOException;
import java.util.List;

/** Writes a race as a SARIF result. */
final class SarifResult {
  private static final int OTHER = 1; // id of the related location

  private final JsonGenerator json;
  private final SarifFields fields;
  private final ReportedRace race;
  private final ReportedAccess main;
  private final ReportedAccess other;

  /*
   * Which access comes first differs between runs, but the location of a result must not, or it
   * becomes a new alert each time. So the location with the smaller key is the main one.
   */
  SarifResult(JsonGenerator json, SarifFields fields, ReportedRace race) {
    this.json = json;
    this.fields = fields;
    this.race = race;
    boolean firstIsMain =
        race.first().isKnown()
            && race.first().site().key().compareTo(race.second().site().key()) <= 0;
    main = firstIsMain ? race.first() : race.second();
    other = firstIsMain ? race.second() : race.first();
  }

  void write() throws IOException {
    json.writeStartObject();
    fields.begin(SarifRule.of(race.kind()), race.grade(), race.isAccepted(), message());
    json.writeArrayFieldStart("locations");
    fields.location(main.site().frame(), description(main));
    json.writeEndArray();
    related();
    codeFlow();
    fields.fingerprints("racedetRace/v1", race.key());
    fields.baselineState(race.standing());
    fields.suppression(race.accepted());
    properties();
    json.writeEndObject();
  }

  private String message() {
    String start =
        race.kind().text()
            + " race ("
            + race.grade()
            + ") on "
            + race.variable().name()
            + ": "
            + description(main)
            + " here, ";
    if (!other.isKnown()) {
      return SarifLocations.plain(start + "without a lock that protects every access");
    }
    return SarifLocations.plain(start + description(other) + " at ")
        + SarifLocations.link(other.site().isKnown() ? other.site().location() : "unknown", OTHER);
  }

  private static String description(ReportedAccess access) {
    return access.operation() + " by \"" + access.thread() + "\" " + holding(access);
  }

  private static String holding(ReportedAccess access) {
    return access.locks().isEmpty()
        ? "holding no lock"
        : "holding " + String.join(", ", access.locks().stream().map(HeldLock::lock).toList());
  }

  private void related() throws IOException {
    json.writeArrayFieldStart("relatedLocations");
    if (other.isKnown()) {
      fields.related(OTHER, other.site().frame(), description(other));
    }
    json.writeEndArray();
  }

  /** One flow of two threads. */
  private void codeFlow() throws IOException {
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    json.writeArrayFieldStart("threadFlows");
    threadFlow(race.first());
    threadFlow(race.second());
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void threadFlow(ReportedAccess access) throws IOException {
    if (!access.isKnown()) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("id", access.thread());
    json.writeArrayFieldStart("locations");
    if (!access.started().isEmpty()) {
      fields.flowLocation(
          access.started().get(0), "thread started by \"" + access.startedBy() + '"', 0);
    }
    List<Frame> stack = access.stack();
    for (int i = Math.min(SarifFields.MAX_FRAMES, stack.size()) - 1; i > 0; i--) {
      fields.flowLocation(stack.get(i), "call in " + stack.get(i).method(), 0);
    }
    long order = access == race.first() ? 1 : 2;
    fields.flowLocation(access.site().frame(), description(access), order);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void properties() throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeStringField("grade", race.grade().name());
    json.writeStringField("variable", race.variable().key());
    json.writeStringField("engine", race.engine());
    json.writeStringField("replay", race.replay());
    fields.owners(race.standing());
    json.writeEndObject();
  }
}
