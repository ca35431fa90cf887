package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.report.Frame;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRequest;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Writes a deadlock as a SARIF result. */
final class SarifDeadlock {
  private final JsonGenerator json;
  private final SarifFields fields;
  private final ReportedDeadlock deadlock;
  private final List<ReportedRequest> requests; // the main one first

  /* Where the cycle begins differs between runs, but the location of a result must not. */
  SarifDeadlock(JsonGenerator json, SarifFields fields, ReportedDeadlock deadlock) {
    this.json = json;
    this.fields = fields;
    this.deadlock = deadlock;
    requests =
        deadlock.requests().stream()
            .sorted(Comparator.comparing(request -> request.site().key()))
            .toList();
  }

  void write() throws IOException {
    json.writeStartObject();
    fields.begin(SarifRule.DEADLOCK, deadlock.grade(), deadlock.isAccepted(), message());
    json.writeArrayFieldStart("locations");
    fields.location(frame(requests.get(0)), description(requests.get(0)));
    json.writeEndArray();
    related();
    codeFlow();
    fields.fingerprints("racedetDeadlock/v1", deadlock.key());
    fields.baselineState(deadlock.standing());
    fields.suppression(deadlock.accepted());
    json.writeObjectFieldStart("properties");
    json.writeStringField("grade", deadlock.grade().name());
    json.writeStringField("replay", deadlock.replay());
    fields.owners(deadlock.standing());
    json.writeEndObject();
    json.writeEndObject();
  }

  private String message() {
    StringBuilder text = new StringBuilder();
    text.append(
        SarifLocations.plain(
            "deadlock (" + deadlock.grade() + "): " + description(requests.get(0)) + " here"));
    for (int i = 1; i < requests.size(); i++) {
      text.append(SarifLocations.plain("; " + description(requests.get(i)) + " at "));
      Frame frame = frame(requests.get(i));
      text.append(SarifLocations.link(frame.isKnown() ? frame.location() : "unknown", i));
    }
    return text.toString();
  }

  private static String description(ReportedRequest request) {
    return '"'
        + request.thread()
        + "\" holds "
        + String.join(", ", request.locks().stream().map(LockHold::text).toList())
        + " and asks for "
        + request.wanted();
  }

  private static Frame frame(ReportedRequest request) {
    return request.site().isKnown() ? request.site().frame() : request.frame();
  }

  private void related() throws IOException {
    json.writeArrayFieldStart("relatedLocations");
    for (int i = 1; i < requests.size(); i++) {
      fields.related(i, frame(requests.get(i)), description(requests.get(i)));
    }
    json.writeEndArray();
  }

  /** One flow of all threads: where each took its lock, and where it asks for the next one. */
  private void codeFlow() throws IOException {
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    json.writeArrayFieldStart("threadFlows");
    for (int i = 0; i < deadlock.requests().size(); i++) {
      threadFlow(deadlock.requests().get(i), i);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void threadFlow(ReportedRequest request, int number) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", request.thread());
    json.writeArrayFieldStart("locations");
    for (LockHold lock : request.locks()) {
      if (!lock.stack().isEmpty()) {
        fields.flowLocation(lock.stack().get(0), "takes " + lock.text(), number + 1);
      }
    }
    List<Frame> stack = request.stack();
    for (int i = Math.min(SarifFields.MAX_FRAMES, stack.size()) - 1; i > 0; i--) {
      fields.flowLocation(stack.get(i), "call in " + stack.get(i).method(), 0);
    }
    int last = deadlock.requests().size() + number + 1;
    fields.flowLocation(frame(request), "asks for " + request.wanted(), last);
    json.writeEndArray();
    json.writeEndObject();
  }
}
