package io.racedet.explain;

import io.racedet.engine.EdgeRule;
import io.racedet.event.Names;
import io.racedet.event.Op;
import java.util.ArrayList;
import java.util.List;

/** Turns the edges of an order into steps between events, each with its reason. */
final class ChainText {
  private static final String PROGRAM_ORDER = "program order";
  private static final String FORK_AND_JOIN = "fork, then join";

  private final EventLog log;
  private final Names names;

  ChainText(EventLog log, Names names) {
    this.log = log;
    this.names = names;
  }

  /** The steps from one position in the log to another. */
  List<PairExplanation.Step> steps(int from, List<OrderGraph.Edge> chain, int to) {
    List<PairExplanation.Step> steps = new ArrayList<>();
    int at = from;
    for (int i = 0; i < chain.size(); i++) {
      OrderGraph.Edge edge = chain.get(i);
      // A chain may pass through a thread without events of its own: then two edges make one step.
      boolean passesThrough = log.thread(at) != edge.before();
      int before = passesThrough ? at : log.lastOf(edge.before(), edge.until());
      int after = log.firstOf(edge.after(), edge.since());
      boolean isSilent =
          i + 1 < chain.size()
              && (after == EventLog.NONE || log.index(after) > chain.get(i + 1).until());
      add(steps, at, before, PROGRAM_ORDER);
      if (!isSilent) {
        add(steps, before, after, passesThrough ? FORK_AND_JOIN : rule(edge.rule(), before, after));
      }
      at = isSilent ? before : after;
    }
    add(steps, at, to, PROGRAM_ORDER);
    return steps;
  }

  private void add(List<PairExplanation.Step> steps, int from, int to, String rule) {
    if (from != to) {
      steps.add(new PairExplanation.Step(log.event(from, names), log.event(to, names), rule));
    }
  }

  private String rule(EdgeRule rule, int before, int after) {
    String operand = operand(before);
    return switch (rule) {
      case CONFLICTING_SECTIONS -> "sections of " + operand + " with conflicting accesses";
      case ORDERED_SECTIONS -> "sections of " + operand + " with ordered events inside";
      case ORDER -> isRelease(before) ? "release order of " + operand : handOff(before, after);
      case SYNCHRONIZATION, HAPPENS_BEFORE ->
          isRelease(before) ? operand + " released, then acquired" : handOff(before, after);
    };
  }

  private String handOff(int before, int after) {
    if (log.op(after) == Op.JOIN && log.operand(after) == log.thread(before)) {
      return "join";
    }
    String operand = operand(before);
    return switch (log.op(before)) {
      case FORK -> "fork";
      case WRITE, ATOMIC_WRITE -> "the last write of " + operand + " that is read";
      case SYNC_READ, SYNC_WRITE -> "accesses of " + operand + ", which is volatile or atomic";
      case SEND, RECEIVE -> "hand-off through " + operand;
      case NOTIFY -> "notify of " + operand + " and the wake that it caused";
      default -> "order of the two threads";
    };
  }

  private boolean isRelease(int position) {
    return log.op(position) == Op.RELEASE || log.op(position) == Op.RELEASE_SHARED;
  }

  private String operand(int position) {
    Op.Operand space = log.op(position).operand();
    return space == Op.Operand.NONE ? "" : names.name(space, log.operand(position));
  }
}
