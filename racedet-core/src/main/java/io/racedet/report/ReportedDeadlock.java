package io.racedet.report;

import io.racedet.race.Deadlock;
import io.racedet.race.Grade;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A deadlock in a report: each thread asks for a lock that the one before holds, the first one for
 * that of the last one.
 *
 * @param grade how well it is proved
 * @param patterns how many cycles of requests by threads and locks it stands for
 * @param requests the threads, at least two, in the order of the cycle
 * @param why why it is one, as text
 * @param remark why it is refuted, or undecided although a witness was searched; otherwise empty
 * @param witness the order that ends in it
 * @param sightings where it was found, at least one
 * @param replay how to reproduce it, as text; empty if that is impossible
 * @param accept the line of a baseline file that accepts it; empty if there is no baseline
 * @param accepted why it is accepted; empty if it is not
 * @param standing whether it is new, and who owns the code
 */
public record ReportedDeadlock(
    Grade grade,
    long patterns,
    List<ReportedRequest> requests,
    String why,
    String remark,
    WitnessOrder witness,
    List<Occurrence> sightings,
    String replay,
    String accept,
    String accepted,
    Standing standing) {
  /**
   * Keeps its own copies of the lists.
   *
   * @param grade how well it is proved
   * @param patterns how many cycles
   * @param requests the threads
   * @param why why it is one
   * @param remark why it is refuted or undecided
   * @param witness the order that ends in it
   * @param sightings where it was found
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   * @param standing whether it is new
   */
  public ReportedDeadlock {
    requests = List.copyOf(requests);
    sightings = List.copyOf(sightings);
  }

  /**
   * Makes a deadlock of which it is not known whether it is new.
   *
   * @param grade how well it is proved
   * @param patterns how many cycles
   * @param requests the threads
   * @param why why it is one
   * @param remark why it is refuted or undecided
   * @param witness the order that ends in it
   * @param sightings where it was found
   * @param replay how to reproduce it
   * @param accept the line that accepts it
   * @param accepted why it is accepted
   */
  public ReportedDeadlock(
      Grade grade,
      long patterns,
      List<ReportedRequest> requests,
      String why,
      String remark,
      WitnessOrder witness,
      List<Occurrence> sightings,
      String replay,
      String accept,
      String accepted) {
    this(
        grade,
        patterns,
        requests,
        why,
        remark,
        witness,
        sightings,
        replay,
        accept,
        accepted,
        Standing.UNKNOWN);
  }

  /**
   * Converts a deadlock.
   *
   * @param found the deadlock
   * @param requests its requests with their stacks, in the same order
   * @return a deadlock without occurrences
   */
  public static ReportedDeadlock of(Deadlock found, List<ReportedRequest> requests) {
    return new ReportedDeadlock(
        found.grade(),
        found.count(),
        requests,
        "",
        found.remark(),
        WitnessOrder.of(found.witness()),
        List.of(),
        "",
        "",
        "");
  }

  /**
   * Converts a deadlock of a trace.
   *
   * @param found the deadlock
   * @return a deadlock with locations without classes, and without stacks and occurrences
   */
  public static ReportedDeadlock of(Deadlock found) {
    return EngineDeadlock.of(found);
  }

  /**
   * Returns a copy with another grade, without a remark.
   *
   * @param better the grade
   * @return the same deadlock
   */
  public ReportedDeadlock withGrade(Grade better) {
    return new ReportedDeadlock(
        better, patterns, requests, why, "", witness, sightings, replay, accept, accepted,
        standing);
  }

  /**
   * Returns a copy with another form of its witness.
   *
   * @param order the order that ends in it
   * @return the same deadlock
   */
  public ReportedDeadlock withWitness(WitnessOrder order) {
    return new ReportedDeadlock(
        grade, patterns, requests, why, remark, order, sightings, replay, accept, accepted,
        standing);
  }

  /**
   * Returns a copy with its occurrences.
   *
   * @param reason why it is one
   * @param found where it was found
   * @param how how to reproduce it
   * @param line the line that accepts it
   * @param acceptedAs why it is accepted
   * @return the same deadlock
   */
  public ReportedDeadlock found(
      String reason, List<Occurrence> found, String how, String line, String acceptedAs) {
    return new ReportedDeadlock(
        grade, patterns, requests, reason, remark, witness, found, how, line, acceptedAs, standing);
  }

  /**
   * Returns a copy with another standing.
   *
   * @param other whether it is new, and who owns the code
   * @return the same deadlock
   */
  public ReportedDeadlock withStanding(Standing other) {
    return new ReportedDeadlock(
        grade, patterns, requests, why, remark, witness, sightings, replay, accept, accepted,
        other);
  }

  /**
   * Returns what identifies it in every run, even if lines change: the locations of the requests,
   * or their locks where a location is not known.
   *
   * @return the key for baseline and fingerprint
   */
  public RaceKey key() {
    return RaceKey.ofDeadlock(
        requests.stream()
            .map(request -> request.site().isKnown() ? request.site().key() : "? " + request.lock())
            .toList());
  }

  /**
   * Returns whether it is accepted.
   *
   * @return true if so
   */
  public boolean isAccepted() {
    return !accepted.isEmpty();
  }

  /**
   * Returns the deadlock in one line.
   *
   * @return its grade, its locks and where they are asked for
   */
  public String headline() {
    return "deadlock ("
        + grade
        + ") of "
        + requests.stream().map(ReportedRequest::lock).collect(Collectors.joining(", "))
        + ": "
        + requests.stream()
            .map(request -> request.frame().knownLocation())
            .collect(Collectors.joining(" and "));
  }

  /**
   * Returns where the locks are asked for.
   *
   * @return the frames of the known requests
   */
  public List<Frame> places() {
    return requests.stream().map(ReportedRequest::frame).filter(Frame::isKnown).toList();
  }
}
