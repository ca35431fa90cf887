package io.racedet.report.text;

import io.racedet.race.Grade;
import io.racedet.report.Finding;
import io.racedet.report.HeldLock;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ThreadEvent;
import java.util.stream.Collectors;

/** A race or a deadlock as a paragraph of text. */
public final class FindingText {
  private static final String CYCLE =
      "after these events each thread waits for the one before, the first one for the last one";

  private final StringBuilder text = new StringBuilder();

  private FindingText() {}

  /** Returns a finding as lines that each end in a line feed. */
  public static String of(Finding finding) {
    FindingText writer = new FindingText();
    if (finding instanceof ReportedRace race) {
      writer.race(race);
    } else {
      writer.deadlock((ReportedDeadlock) finding);
    }
    return writer.text.toString();
  }

  private void race(ReportedRace race) {
    text.append(race.conflict()).append(" race on ").append(race.variable().name());
    text.append(" (").append(race.grade()).append(", ").append(race.engine());
    count(race, " pairs");
    access(race.first());
    access(race.second());
    why(race.evidence().why(), race);
  }

  private void deadlock(ReportedDeadlock deadlock) {
    text.append("deadlock of ").append(deadlock.locks()).append(" (").append(deadlock.grade());
    count(deadlock, " patterns");
    deadlock.requests().forEach(this::request);
    String remark = deadlock.evidence().remark();
    if (!remark.isEmpty()) {
      text.append("  why: ").append(remark).append('\n');
    }
    if (deadlock.grade() == Grade.WITNESSED) {
      why(CYCLE, deadlock);
    }
  }

  private void count(Finding finding, String what) {
    if (finding.count() > 1) {
      text.append(", ").append(finding.count()).append(what);
    }
    text.append(")\n");
  }

  private void why(String reason, Finding finding) {
    boolean hasSchedule = finding.grade() == Grade.WITNESSED;
    text.append("  why: ").append(reason).append(hasSchedule ? ":\n" : "\n");
    if (hasSchedule) {
      new ScheduleText(finding).appendTo(text);
    }
  }

  private void access(ReportedAccess access) {
    if (!access.isKnown()) {
      text.append("  after accesses by other threads that do not conflict with the next one\n");
      return;
    }
    thread(access);
    text.append(access.atomic() ? " atomically" : "");
    text.append(access.write() ? " writes" : " reads");
    at(access);
    text.append(access.locks().isEmpty() ? ", holding no lock" : ", holding ");
    text.append(access.locks().stream().map(HeldLock::text).collect(Collectors.joining(", ")));
    text.append('\n');
  }

  private void request(ReportedRequest request) {
    thread(request);
    text.append(" holds ");
    text.append(request.locks().stream().map(LockHold::text).collect(Collectors.joining(", ")));
    text.append(" and requests ").append(request.wanted());
    at(request);
    text.append('\n');
  }

  private void thread(ThreadEvent event) {
    text.append("  #").append(event.index()).append(' ').append(event.thread());
  }

  private void at(ThreadEvent event) {
    String location = event.site().location();
    text.append(location.isEmpty() ? "" : " at " + location);
  }
}
