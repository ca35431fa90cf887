package io.racedet.junit.naming;

import io.racedet.race.Witness;
import io.racedet.report.Conflict;
import io.racedet.report.Evidence;
import io.racedet.report.HeldLock;
import io.racedet.report.LockHold;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.Section;
import io.racedet.report.SyncPoint;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/** Gives what synchronises in a finding other names, the same ones in all of its texts. */
final class Renaming {
  private final Map<ObjectToken, List<Holder>> holders = new LinkedHashMap<>();
  private final UnaryOperator<Witness.Step> accesses;

  /** Starts without a name. */
  Renaming() {
    this(UnaryOperator.identity());
  }

  /**
   * Starts without a name of what synchronises.
   *
   * @param accesses gives the variable another name in the steps that are the accesses of a race
   */
  Renaming(UnaryOperator<Witness.Step> accesses) {
    this.accesses = accesses;
  }

  /** Notes the object of a name, which is returned; empty if it contains none. */
  Optional<ObjectToken> add(String name) {
    Matcher token = ObjectToken.TOKENS.matcher(name);
    if (!token.find()) {
      return Optional.empty();
    }
    ObjectToken object = new ObjectToken(token.group());
    holders.computeIfAbsent(object, unseen -> new ArrayList<>());
    return Optional.of(object);
  }

  /** Adds what holds an object. */
  void holds(Holder holder, ObjectToken object) {
    holders.get(object).add(holder);
  }

  private String name(MatchResult found) {
    ObjectToken token = new ObjectToken(found.group());
    List<Holder> some = holders.getOrDefault(token, List.of());
    return Matcher.quoteReplacement(
        Holder.best(some)
            .map(holder -> holder.holding(isAlone(token, holder) ? token.type() : token.text()))
            .orElseGet(token::text));
  }

  /* An element of a container is not, nor is a field of one of several objects with a lock each. */
  private boolean isAlone(ObjectToken token, Holder holder) {
    return holder.kind() != Holder.Kind.CONTAINER
        && holders.entrySet().stream()
            .noneMatch(
                other ->
                    !other.getKey().equals(token)
                        && Holder.best(other.getValue()).filter(holder::equals).isPresent());
  }

  String in(String text) {
    return ObjectToken.TOKENS.matcher(text).replaceAll(this::name);
  }

  /* ---- findings ---- */

  ReportedRace in(ReportedRace race) {
    return new ReportedRace(
        new Conflict(race.variable(), race.kind(), in(race.first()), in(race.second())),
        race.engine(),
        race.pairs(),
        race.origin(),
        in(race.timeline()),
        in(race.evidence()),
        race.history());
  }

  ReportedDeadlock in(ReportedDeadlock deadlock) {
    return new ReportedDeadlock(
        deadlock.patterns(),
        deadlock.requests().stream().map(this::in).toList(),
        in(deadlock.evidence()),
        deadlock.history());
  }

  private ReportedAccess in(ReportedAccess access) {
    return new ReportedAccess(
        access.position(),
        access.write(),
        access.atomic(),
        access.locks().stream()
            .map(lock -> new HeldLock(in(lock.lock()), lock.shared(), lock.acquired()))
            .toList(),
        access
            .nearest()
            .map(sync -> new SyncPoint(sync.index(), sync.op(), in(sync.operand()), sync.at())));
  }

  private ReportedRequest in(ReportedRequest request) {
    return new ReportedRequest(
        request.position(),
        in(request.lock()),
        request.shared(),
        request.locks().stream()
            .map(lock -> new LockHold(in(lock.lock()), lock.shared(), lock.stack()))
            .toList());
  }

  private Timeline in(Timeline timeline) {
    return new Timeline(
        timeline.steps().stream().map(this::in).toList(),
        timeline.sections().stream()
            .map(
                each ->
                    new Section(
                        each.thread(), in(each.lock()), each.shared(), each.from(), each.to()))
            .toList(),
        timeline.omitted());
  }

  private Evidence in(Evidence evidence) {
    WitnessOrder order = evidence.witness();
    return new Evidence(
        evidence.grade(),
        in(evidence.why()),
        in(evidence.remark()),
        in(evidence.fix()),
        new WitnessOrder(
            order.events(),
            order.asRecorded(),
            order.steps().stream().map(this::in).toList(),
            order.shown(),
            order.sequence()));
  }

  private Witness.Step in(Witness.Step of) {
    Witness.Step step = accesses.apply(of);
    return new Witness.Step(step.index(), step.thread(), in(step.event()), step.location());
  }
}
