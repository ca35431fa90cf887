package io.racedet.junit.check;

import io.racedet.junit.record.detail.AccessDetail;
import io.racedet.junit.record.detail.LockHold;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.report.Evidence;
import io.racedet.race.Access;
import io.racedet.race.Race;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.Instruction;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Timeline;
import java.util.List;

/** Puts what a recording knows of a race into the words of the report files. */
final class EvidenceFinder {
  private final Race race;
  private final AccessDetail first; // null when no access is known
  private final AccessDetail second;

  EvidenceFinder(Race race, AccessDetail first, AccessDetail second) {
    this.race = race;
    this.first = first;
    this.second = second;
  }

  Evidence evidence(Timeline timeline) {
    Instruction site = site(second);
    String declarer = second.declaringClass();
    ReportedVariable variable =
        new ReportedVariable(
            second.variableKey(),
            second.variable(),
            declarer.isEmpty() ? site.className() : declarer);
    return new Evidence(
        variable,
        first == null ? ReportedAccess.UNKNOWN : access(race.first(), first),
        access(race.second(), second),
        timeline);
  }

  private static ReportedAccess access(Access access, AccessDetail detail) {
    return new ReportedAccess(
        access.index(),
        detail.thread(),
        access.write(),
        access.atomic(),
        site(detail),
        frames(detail.stack()),
        detail.locks().stream().map(EvidenceFinder::lock).toList(),
        detail.started().map(ObjectOrigin::stack).map(EvidenceFinder::frames).orElse(List.of()),
        detail.started().map(ObjectOrigin::thread).orElse(""));
  }

  private static Instruction site(AccessDetail detail) {
    return detail.site().map(Site::instruction).orElse(Instruction.UNKNOWN);
  }

  private static HeldLock lock(LockHold hold) {
    return new HeldLock(
        hold.lock(), hold.shared(), hold.acquired().map(Frame::of).orElse(Frame.UNKNOWN));
  }

  private static List<Frame> frames(List<StackTraceElement> stack) {
    return stack.stream().map(Frame::of).toList();
  }
}
