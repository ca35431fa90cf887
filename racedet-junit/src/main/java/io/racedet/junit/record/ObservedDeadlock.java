package io.racedet.junit.record;

import io.racedet.junit.record.merge.ObjectNames;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.sites.ReferenceClasses;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.Frame;
import io.racedet.report.Instruction;
import io.racedet.report.LockHold;
import io.racedet.report.Position;
import io.racedet.report.ReportedRequest;
import io.racedet.runtime.locks.RawDeadlock;
import io.racedet.runtime.log.Bins;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads that waited for each other's locks in a recording, until the request that had completed
 * the cycle was ended.
 */
public final class ObservedDeadlock {
  /** Frames of hooks, of the locks of the JDK and of calls, above the request itself. */
  private static final List<String> INSIDE =
      List.of(
          "io.racedet.runtime.",
          "java.lang.invoke.", // by which hooks exchange values, too
          "java.lang.reflect.",
          "java.util.concurrent.locks.",
          "java.util.concurrent.ConcurrentHashMap",
          "java.lang.Object", // at the end of a wait
          "java.lang.Thread",
          "jdk.");

  private final RawDeadlock raw;
  private final SiteCatalog catalog;
  private final ThreadNames threads;
  private final ObjectNames objects;

  ObservedDeadlock(RawDeadlock raw, SiteCatalog catalog, ThreadNames threads, ObjectNames objects) {
    this.raw = raw;
    this.catalog = catalog;
    this.threads = threads;
    this.objects = objects;
  }

  /** What each thread requests and holds: each requests a lock that the one before holds. */
  public List<ReportedRequest> requests() {
    List<ReportedRequest> requests = new ArrayList<>();
    RawDeadlock.Member[] members = raw.members;
    for (int i = members.length - 1; i >= 0; i--) {
      requests.add(request(members[i]));
    }
    return requests;
  }

  /** Whether each of these requests is for the read mode, also of a bin. */
  public List<Boolean> shared() {
    List<Boolean> shared = new ArrayList<>();
    RawDeadlock.Member[] members = raw.members;
    for (int i = members.length - 1; i >= 0; i--) {
      shared.add(members[i].asked.shared);
    }
    return shared;
  }

  /** Where threads can be held before these requests: their instructions; empty if not known. */
  public List<String> places() {
    List<String> places = new ArrayList<>();
    RawDeadlock.Member[] members = raw.members;
    for (int i = members.length - 1; i >= 0; i--) {
      places.add(members[i].asked.site < 0 ? "" : catalog.site(members[i].asked.site).location());
    }
    return places;
  }

  private ReportedRequest request(RawDeadlock.Member member) {
    Site site = member.asked.site < 0 ? null : catalog.site(member.asked.site);
    List<LockHold> locks = new ArrayList<>();
    for (RawDeadlock.Claim held : member.held) {
      if (held.isMonitor && held.object == member.asked.object) {
        continue; // who has a monitor is blocked at it only where a wait ends, which has given it
        // back
      }
      List<Frame> taken =
          held.site < 0 ? List.of() : List.of(catalog.site(held.site).instruction().frame());
      locks.add(new LockHold(name(held), isShared(held), taken));
    }
    return new ReportedRequest(
        new Position(
            0,
            threads.of(member.slot),
            site == null ? Instruction.UNKNOWN : site.instruction(),
            stack(member.stack),
            List.of(),
            ""),
        name(member.asked),
        isShared(member.asked),
        locks);
  }

  private static boolean isShared(RawDeadlock.Claim lock) {
    return lock.shared && !Bins.contain(lock.object);
  }

  private String name(RawDeadlock.Claim lock) {
    return objects.of(lock.object) + (lock.isMonitor ? " monitor" : "");
  }

  private List<Frame> stack(StackTraceElement[] stack) {
    int from = 0;
    while (from < stack.length && isInside(stack[from])) {
      from++;
    }
    List<Frame> frames = new ArrayList<>();
    for (int i = from; i < stack.length; i++) {
      if (!ReferenceClasses.contains(stack[i].getClassName())) {
        frames.add(catalog.frame(stack[i]));
      }
    }
    return frames;
  }

  private static boolean isInside(StackTraceElement frame) {
    return INSIDE.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
