package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.race.Grade;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import java.io.IOException;
import java.util.List;

/** Writes a race as a SARIF result. */
final class SarifResult {
  private static final int OTHER = 1; // id of the related location
  static final int MOST_FRAMES = 200; // of each stack: GitHub shows 1,000 in all

  private final JsonGenerator json;
  private final SarifLocations locations;
  private final ReportedRace race;
  private final ReportedAccess main;
  private final ReportedAccess other;

  /*
   * Which access comes first differs between runs, but the location of a result must not, or it
   * becomes a new alert each time. So the location with the smaller key is the main one.
   */
  SarifResult(JsonGenerator json, SarifLocations locations, ReportedRace race) {
    this.json = json;
    this.locations = locations;
    this.race = race;
    boolean firstIsMain =
        race.first().isKnown()
            && race.first().site().key().compareTo(race.second().site().key()) <= 0;
    main = firstIsMain ? race.first() : race.second();
    other = firstIsMain ? race.second() : race.first();
  }

  void write() throws IOException {
    SarifRule rule = SarifRule.of(race.kind());
    json.writeStartObject();
    json.writeStringField("ruleId", rule.id());
    json.writeNumberField("ruleIndex", rule.ordinal());
    json.writeStringField("level", level(race));
    json.writeObjectFieldStart("message");
    json.writeStringField("text", message());
    json.writeEndObject();
    json.writeArrayFieldStart("locations");
    location(main);
    json.writeEndArray();
    related();
    codeFlow();
    fingerprints();
    if (race.isAccepted()) {
      suppression();
    }
    properties();
    json.writeEndObject();
  }

  /* GitHub ignores suppressions: an accepted race must not fail its check, so it is a note. */
  private static String level(ReportedRace race) {
    if (race.isAccepted() || race.grade() == Grade.REFUTED) {
      return "note";
    }
    return race.grade() == Grade.PREDICTED ? "warning" : "error";
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

  private void location(ReportedAccess access) throws IOException {
    json.writeStartObject();
    locations.fields(access.site().frame(), description(access));
    json.writeEndObject();
  }

  private void related() throws IOException {
    json.writeArrayFieldStart("relatedLocations");
    if (other.isKnown()) {
      json.writeStartObject();
      json.writeNumberField("id", OTHER);
      locations.fields(other.site().frame(), description(other));
      json.writeEndObject();
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
      flowLocation(access.started().get(0), "thread started by \"" + access.startedBy() + '"', 0);
    }
    List<Frame> stack = access.stack();
    for (int i = Math.min(MOST_FRAMES, stack.size()) - 1; i > 0; i--) {
      flowLocation(stack.get(i), "call in " + stack.get(i).method(), 0);
    }
    long order = access == race.first() ? 1 : 2;
    flowLocation(access.site().frame(), description(access), order);
    json.writeEndArray();
    json.writeEndObject();
  }

  private void flowLocation(Frame frame, String text, long order) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("location");
    locations.fields(frame, text);
    json.writeEndObject();
    if (order > 0) {
      json.writeNumberField("executionOrder", order);
      json.writeStringField("importance", "essential");
    }
    json.writeEndObject();
  }

  private void fingerprints() throws IOException {
    String fingerprint = race.key().fingerprint();
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField("racedetRace/v1", fingerprint);
    // The only one that GitHub reads.
    json.writeStringField("primaryLocationLineHash", fingerprint + ":1");
    json.writeEndObject();
  }

  private void suppression() throws IOException {
    json.writeArrayFieldStart("suppressions");
    json.writeStartObject();
    json.writeStringField("kind", "external");
    json.writeStringField("status", "accepted");
    json.writeStringField("justification", race.accepted());
    json.writeEndObject();
    json.writeEndArray();
  }

  private void properties() throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeStringField("grade", race.grade().name());
    json.writeStringField("variable", race.variable().key());
    json.writeStringField("engine", race.engine());
    json.writeStringField("replay", race.replay());
    json.writeEndObject();
  }
}
