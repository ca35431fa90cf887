package io.racedet.report;

import io.racedet.race.Deadlock;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A deadlock in a report: each thread requests a lock that the one before holds, the first one that
 * of the last one.
 *
 * @param patterns how many cycles of requests by threads and locks it stands for
 * @param requests the threads, at least two, in the order of the cycle
 * @param evidence how well it is proved
 * @param history where it was found, and what is known about it
 */
public record ReportedDeadlock(
    long patterns, List<ReportedRequest> requests, Evidence evidence, History history)
    implements Finding {
  /** In the name of a lock that is a part of another object. */
  private static final String IN = " in ";

  /** In the name of an object; another run may give it another one. */
  private static final Pattern NUMBER = Pattern.compile("@\\d+|(?<=^object) \\d+");

  /**
   * Keeps its own copy of the requests.
   *
   * @param patterns how many cycles
   * @param requests the threads
   * @param evidence how well it is proved
   * @param history where it was found
   */
  public ReportedDeadlock {
    requests = List.copyOf(requests);
  }

  /**
   * {@return a deadlock without a reason and without occurrences}
   *
   * @param found the deadlock
   * @param requests its requests with their stacks, in the same order
   */
  public static ReportedDeadlock of(Deadlock found, List<ReportedRequest> requests) {
    return new ReportedDeadlock(
        found.count(), requests, Evidence.of(found.proof(), ""), History.NONE);
  }

  /**
   * {@return a deadlock of a trace, with locations without classes, and without stacks and
   * occurrences}
   *
   * @param found the deadlock
   */
  public static ReportedDeadlock of(Deadlock found) {
    return EngineFinding.of(found);
  }

  @Override
  public ReportedDeadlock with(Evidence other) {
    return new ReportedDeadlock(patterns, requests, other, history);
  }

  @Override
  public ReportedDeadlock with(History other) {
    return new ReportedDeadlock(patterns, requests, evidence, other);
  }

  @Override
  public ReportedDeadlock counted(long number) {
    return new ReportedDeadlock(number, requests, evidence, history);
  }

  @Override
  public long count() {
    return patterns;
  }

  @Override
  public String noun() {
    return "deadlock";
  }

  @Override
  public String conflict() {
    return RaceKey.DEADLOCK;
  }

  @Override
  public List<ReportedRequest> events() {
    return requests;
  }

  /**
   * {@inheritDoc}
   *
   * @return the locations of the requests; where one is not known, the method, and where that is
   *     not known either, the lock
   */
  @Override
  public RaceKey key() {
    return RaceKey.ofDeadlock(requests.stream().map(ReportedDeadlock::key).toList());
  }

  private static String key(ReportedRequest request) {
    if (request.site().isKnown()) {
      return request.site().key();
    }
    Frame frame = request.frame();
    return frame.className().isEmpty()
        ? "? " + NUMBER.matcher(request.lock()).replaceAll("")
        : "? " + frame.className() + '.' + frame.method();
  }

  @Override
  public String headline() {
    return "deadlock ("
        + grade()
        + ") of "
        + locks()
        + ": "
        + requests.stream()
            .map(request -> request.frame().knownLocation())
            .collect(Collectors.joining(" and "));
  }

  /** {@return the names of the requested locks, separated by commas; that of their map once} */
  public String locks() {
    String end = endOfAll();
    return requests.stream()
            .map(ReportedRequest::lock)
            .map(lock -> lock.substring(0, lock.length() - end.length()))
            .collect(Collectors.joining(", "))
        + end;
  }

  /* What all names end in, from " in "; empty if they differ there. */
  private String endOfAll() {
    String lock = requests.get(0).lock();
    String end = lock.substring(Math.max(0, lock.lastIndexOf(IN)));
    boolean isOfAll =
        end.startsWith(IN) && requests.stream().allMatch(each -> each.lock().endsWith(end));
    return isOfAll ? end : "";
  }

  @Override
  public List<Frame> places() {
    return requests.stream().map(ReportedRequest::frame).filter(Frame::isKnown).toList();
  }
}
