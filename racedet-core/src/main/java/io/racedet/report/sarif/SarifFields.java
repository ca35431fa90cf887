package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.RaceKey;
import io.racedet.report.Standing;
import java.io.IOException;

/** Writes the fields that results of all rules have. */
final class SarifFields {
  /** The most frames of each stack in a code flow: GitHub shows 1,000 locations in all. */
  static final int MAX_FRAMES = 200;

  private final JsonGenerator json;
  private final SarifLocations locations;

  SarifFields(JsonGenerator json, SarifLocations locations) {
    this.json = json;
    this.locations = locations;
  }

  /** Writes the fields at the beginning of a result. */
  void begin(Finding finding, String message) throws IOException {
    SarifRule rule = SarifRule.of(finding);
    json.writeStringField("ruleId", rule.id());
    json.writeNumberField("ruleIndex", rule.ordinal());
    json.writeStringField("level", level(finding.grade(), finding.isAccepted()));
    json.writeObjectFieldStart("message");
    json.writeStringField("text", message);
    json.writeEndObject();
  }

  /* GitHub ignores suppressions: what is accepted must not fail its check, so it is a note. */
  private static String level(Grade grade, boolean accepted) {
    if (accepted || grade == Grade.REFUTED) {
      return "note";
    }
    return grade == Grade.PREDICTED ? "warning" : "error";
  }

  /** Writes the object of a location. */
  void location(Frame frame, String text) throws IOException {
    json.writeStartObject();
    locations.fields(frame, text);
    json.writeEndObject();
  }

  /** Writes the object of a location that a message has a link to. */
  void related(int id, Frame frame, String text) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", id);
    locations.fields(frame, text);
    json.writeEndObject();
  }

  /**
   * Writes a location of a code flow.
   *
   * @param order when it is executed, from 1; 0 if it is only on the way to those that matter
   */
  void flowLocation(Frame frame, String text, long order) throws IOException {
    json.writeStartObject();
    json.writeFieldName("location");
    location(frame, text);
    if (order > 0) {
      json.writeNumberField("executionOrder", order);
      json.writeStringField("importance", "essential");
    }
    json.writeEndObject();
  }

  /**
   * Writes what identifies a result in every run.
   *
   * @param name names the fingerprint
   */
  void fingerprints(String name, RaceKey key) throws IOException {
    String fingerprint = key.fingerprint();
    json.writeObjectFieldStart("partialFingerprints");
    json.writeStringField(name, fingerprint);
    // The only one that GitHub reads.
    json.writeStringField("primaryLocationLineHash", fingerprint + ":1");
    json.writeEndObject();
  }

  /**
   * Writes whether a result is new, if that is known. GitHub does not read it: it compares
   * fingerprints.
   */
  void baselineState(Standing standing) throws IOException {
    switch (standing.state()) {
      case UNJUDGED -> {}
      case NEW -> json.writeStringField("baselineState", "new");
      case KNOWN, ACCEPTED -> json.writeStringField("baselineState", "unchanged");
    }
  }

  /** Writes the owners of the code of a result into its properties. */
  void owners(Standing standing) throws IOException {
    json.writeArrayFieldStart("owners");
    for (String owner : standing.owners()) {
      json.writeString(owner);
    }
    json.writeEndArray();
  }

  /** Writes that a result is accepted, if there is a reason. */
  void suppression(String reason) throws IOException {
    if (reason.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("suppressions");
    json.writeStartObject();
    json.writeStringField("kind", "external");
    json.writeStringField("status", "accepted");
    json.writeStringField("justification", reason);
    json.writeEndObject();
    json.writeEndArray();
  }
}
