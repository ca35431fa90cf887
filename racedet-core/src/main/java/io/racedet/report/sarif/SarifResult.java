package io.racedet.report.sarif;

import static io.racedet.report.record.JsonText.object;

import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ThreadEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A finding as a SARIF result. */
final class SarifResult {
  /** The most frames of each stack in a code flow: GitHub shows 1,000 locations in all. */
  private static final int MAX_FRAMES = 200;

  private final SarifLocations locations;
  private final Finding finding;
  private final List<? extends ThreadEvent> known; // in the order of the finding
  private final List<? extends ThreadEvent> sorted; // the main one first

  /*
   * Which event comes first differs between runs, but the location of a result must not, or it
   * becomes a new alert each time. So the location with the smallest key is the main one.
   */
  SarifResult(SarifLocations locations, Finding finding) {
    this.locations = locations;
    this.finding = finding;
    known = finding.events().stream().filter(SarifResult::isKnown).toList();
    sorted = known.stream().sorted(Comparator.comparing(event -> event.site().key())).toList();
  }

  private static boolean isKnown(ThreadEvent event) {
    return !(event instanceof ReportedAccess access) || access.isKnown();
  }

  Map<String, Object> value() {
    SarifRule rule = SarifRule.of(finding);
    List<Object> related = new ArrayList<>();
    for (int i = 1; i < sorted.size(); i++) {
      Map<String, Object> numbered = object("id", i);
      numbered.putAll(location(sorted.get(i)));
      related.add(numbered);
    }
    String fingerprint = finding.key().fingerprint();
    boolean isRace = finding instanceof ReportedRace;
    return object(
        "ruleId", rule.id(),
        "ruleIndex", rule.ordinal(),
        "level", level(),
        "message", SarifLocations.message(message()),
        "locations", List.of(location(sorted.get(0))),
        "relatedLocations", related,
        "codeFlows", List.of(object("threadFlows", threadFlows())),
        "partialFingerprints", // GitHub reads only the second one
            object(
                isRace ? "racedetRace/v1" : "racedetDeadlock/v1",
                fingerprint,
                "primaryLocationLineHash",
                fingerprint + ":1"),
        "baselineState", baselineState(),
        "suppressions", suppressions(),
        "properties", properties());
  }

  /* GitHub ignores suppressions: what is accepted must not fail its check, so it is a note. */
  private String level() {
    if (finding.isAccepted() || finding.grade() == Grade.REFUTED) {
      return "note";
    }
    return finding.grade() == Grade.PREDICTED ? "warning" : "error";
  }

  /** Whether it is new, if that is known. GitHub does not read it: it compares fingerprints. */
  private String baselineState() {
    return switch (finding.standing().state()) {
      case UNJUDGED -> null;
      case NEW -> "new";
      case KNOWN, ACCEPTED -> "unchanged";
    };
  }

  /** That it is accepted, if there is a reason. */
  private List<?> suppressions() {
    String reason = finding.history().accepted();
    return reason.isEmpty()
        ? null
        : List.of(object("kind", "external", "status", "accepted", "justification", reason));
  }

  private Map<String, Object> location(ThreadEvent event) {
    return locations.of(frame(event), description(event));
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
          + " and requests "
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
  private List<?> threadFlows() {
    List<Object> threads = new ArrayList<>();
    int unknown = finding.events().size() - known.size(); // which come first
    for (int i = 0; i < known.size(); i++) {
      ThreadEvent event = known.get(i);
      threads.add(object("id", event.thread(), "locations", threadFlow(event, unknown + i + 1)));
    }
    return threads;
  }

  private List<?> threadFlow(ThreadEvent event, int number) {
    List<Object> flow = new ArrayList<>();
    if (event instanceof ReportedRequest request) {
      for (LockHold lock : request.locks()) {
        if (!lock.stack().isEmpty()) {
          flow.add(flowLocation(lock.stack().get(0), "takes " + lock.text(), number));
        }
      }
      calls(event.stack(), flow);
      int last = finding.events().size() + number;
      flow.add(flowLocation(frame(event), "requests " + request.wanted(), last));
      return flow;
    }
    List<Frame> started = event.position().started();
    if (!started.isEmpty()) {
      String by = event.position().startedBy();
      flow.add(flowLocation(started.get(0), "thread started by \"" + by + '"', 0));
    }
    calls(event.stack(), flow);
    flow.add(flowLocation(frame(event), description(event), number));
    return flow;
  }

  private void calls(List<Frame> stack, List<Object> flow) {
    for (int i = Math.min(MAX_FRAMES, stack.size()) - 1; i > 0; i--) {
      flow.add(flowLocation(stack.get(i), "call in " + stack.get(i).method(), 0));
    }
  }

  /**
   * A location of a code flow.
   *
   * @param order when it is executed, from 1; 0 if it is only on the way to those that matter
   */
  private Map<String, Object> flowLocation(Frame frame, String text, int order) {
    return object(
        "location", locations.of(frame, text),
        "executionOrder", order > 0 ? order : null,
        "importance", order > 0 ? "essential" : null);
  }

  private Map<String, Object> properties() {
    ReportedRace race = finding instanceof ReportedRace found ? found : null;
    return object(
        "grade", finding.grade().name(),
        "variable", race == null ? null : race.variable().key(),
        "engine", race == null ? null : race.engine(),
        "replay", finding.history().replay(),
        "owners", finding.standing().owners());
  }
}
