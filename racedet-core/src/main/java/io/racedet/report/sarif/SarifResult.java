package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ThreadEvent;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;

/** Writes a finding as a SARIF result. */
final class SarifResult {
  private final JsonGenerator json;
  private final SarifFields fields;
  private final Finding finding;
  private final List<? extends ThreadEvent> known; // in the order of the finding
  private final List<? extends ThreadEvent> sorted; // the main one first

  /*
   * Which event comes first differs between runs, but the location of a result must not, or it
   * becomes a new alert each time. So the location with the smallest key is the main one.
   */
  SarifResult(JsonGenerator json, SarifFields fields, Finding finding) {
    this.json = json;
    this.fields = fields;
    this.finding = finding;
    known = finding.events().stream().filter(SarifResult::isKnown).toList();
    sorted = known.stream().sorted(Comparator.comparing(event -> event.site().key())).toList();
  }

  private static boolean isKnown(ThreadEvent event) {
    return !(event instanceof ReportedAccess access) || access.isKnown();
  }

  void write() throws IOException {
    json.writeStartObject();
    fields.begin(finding, message());
    json.writeArrayFieldStart("locations");
    fields.location(frame(sorted.get(0)), description(sorted.get(0)));
    json.writeEndArray();
    json.writeArrayFieldStart("relatedLocations");
    for (int i = 1; i < sorted.size(); i++) {
      fields.related(i, frame(sorted.get(i)), description(sorted.get(i)));
    }
    json.writeEndArray();
    codeFlow();
    boolean isRace = finding instanceof ReportedRace;
    fields.fingerprints(isRace ? "racedetRace/v1" : "racedetDeadlock/v1", finding.key());
    fields.baselineState(finding.standing());
    fields.suppression(finding.history().accepted());
    properties();
    json.writeEndObject();
  }

  private String message() {
    StringBuilder text = new StringBuilder();
    String start = start() + description(sorted.get(0)) + " here";
    text.append(SarifLocations.plain(start));
    if (known.size() < finding.events().size()) {
      text.append(", without a lock that protects every access");
    }
    String separator = finding instanceof ReportedRace ? ", " : "; ";
    for (int i = 1; i < sorted.size(); i++) {
      text.append(SarifLocations.plain(separator + description(sorted.get(i)) + " at "));
      Frame frame = frame(sorted.get(i));
      text.append(SarifLocations.link(frame.isKnown() ? frame.location() : "unknown", i));
    }
    return text.toString();
  }

  private String start() {
    String grade = " (" + finding.grade() + ")";
    return finding instanceof ReportedRace race
        ? race.conflict() + " race" + grade + " on " + race.variable().name() + ": "
        : "deadlock" + grade + ": ";
  }

  private static String description(ThreadEvent event) {
    if (event instanceof ReportedRequest request) {
      return '"'
          + request.thread()
          + "\" holds "
          + String.join(", ", request.locks().stream().map(LockHold::text).toList())
          + " and asks for "
          + request.wanted();
    }
    ReportedAccess access = (ReportedAccess) event;
    String locks = String.join(", ", access.locks().stream().map(HeldLock::lock).toList());
    return access.operation()
        + " by \""
        + access.thread()
        + "\" holding "
        + (access.locks().isEmpty() ? "no lock" : locks);
  }

  private static Frame frame(ThreadEvent event) {
    return event.site().isKnown() ? event.site().frame() : event.frame();
  }

  /** One flow of all threads: how each came to its event, in a deadlock where it took its lock. */
  private void codeFlow() throws IOException {
    json.writeArrayFieldStart("codeFlows");
    json.writeStartObject();
    json.writeArrayFieldStart("threadFlows");
    int unknown = finding.events().size() - known.size(); // which come first
    for (int i = 0; i < known.size(); i++) {
      json.writeStartObject();
      json.writeStringField("id", known.get(i).thread());
      json.writeArrayFieldStart("locations");
      threadFlow(known.get(i), unknown + i + 1);
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
  }

  private void threadFlow(ThreadEvent event, int number) throws IOException {
    if (event instanceof ReportedRequest request) {
      for (LockHold lock : request.locks()) {
        if (!lock.stack().isEmpty()) {
          fields.flowLocation(lock.stack().get(0), "takes " + lock.text(), number);
        }
      }
      calls(event.stack());
      int last = finding.events().size() + number;
      fields.flowLocation(frame(event), "asks for " + request.wanted(), last);
      return;
    }
    List<Frame> started = event.position().started();
    if (!started.isEmpty()) {
      String by = event.position().startedBy();
      fields.flowLocation(started.get(0), "thread started by \"" + by + '"', 0);
    }
    calls(event.stack());
    fields.flowLocation(frame(event), description(event), number);
  }

  private void calls(List<Frame> stack) throws IOException {
    for (int i = Math.min(SarifFields.MAX_FRAMES, stack.size()) - 1; i > 0; i--) {
      fields.flowLocation(stack.get(i), "call in " + stack.get(i).method(), 0);
    }
  }

  private void properties() throws IOException {
    json.writeObjectFieldStart("properties");
    json.writeStringField("grade", finding.grade().name());
    if (finding instanceof ReportedRace race) {
      json.writeStringField("variable", race.variable().key());
      json.writeStringField("engine", race.engine());
    }
    json.writeStringField("replay", finding.history().replay());
    fields.owners(finding.standing());
    json.writeEndObject();
  }
}
