package io.racedet.explain;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs engines over a trace and keeps the part of their orders that lies between two events.
 *
 * <p>Needs O(events and edges between the two) space for each engine, in addition to that of the
 * engines. Not thread-safe.
 */
public final class Explainer {
  /** One engine and what it has reported so far. */
  private static final class ObservedEngine {
    final EngineDefinition name;
    final OrderGraph graph;
    Engine engine;
    boolean reported;

    ObservedEngine(EngineDefinition name, OrderGraph graph) {
      this.name = name;
      this.graph = graph;
    }
  }

  /** A result by which engines are grouped. */
  private record Finding(boolean reported, List<OrderGraph.Edge> chain, boolean ordered) {}

  private final LockContexts contexts;
  private final long first;
  private final long second;
  private final List<ObservedEngine> engines = new ArrayList<>();
  private final EventLog log = new EventLog();
  private final EventBlock single = new EventBlock();
  private final RangeExpander expander = new RangeExpander(this::consumeEvents);
  private int firstContext;
  private int secondContext;

  /**
   * Creates an explainer for a trace.
   *
   * @param contexts the threads and locksets of the trace, filled as it arrives
   * @param engines the engines to run
   * @param limits how much history the engines keep
   * @param first index of the earlier event, from 1
   * @param second index of the later event
   * @throws IllegalArgumentException when the indices are not in that order
   */
  public Explainer(
      LockContexts contexts,
      List<EngineDefinition> engines,
      EngineLimits limits,
      long first,
      long second) {
    if (first < 1 || second <= first) {
      throw new IllegalArgumentException(
          "events: " + first + "," + second + " (expected: two indices, the earlier one first)");
    }
    this.contexts = contexts;
    this.first = first;
    this.second = second;
    for (EngineDefinition name : engines) {
      ObservedEngine at = new ObservedEngine(name, new OrderGraph(first, second));
      at.engine =
          name.create(
              new EngineSetup(
                  contexts,
                  (variable, kind, ordered, one, onePlace, other, otherPlace) ->
                      at.reported |= one == first && other == second,
                  limits,
                  at.graph));
      this.engines.add(at);
    }
  }

  /**
   * Consumes the next events of the trace, in the form that engines consume.
   *
   * @param block the events; read only
   */
  public void consume(EventBlock block) {
    expander.accept(block);
  }

  private void consumeEvents(EventBlock block) {
    int size = block.size();
    if (size > 0 && block.indices()[0] > second) {
      for (ObservedEngine at : engines) {
        at.graph.present(Long.MAX_VALUE); // engines may still add edges to past events
        at.engine.consume(block);
      }
      return;
    }
    for (int i = 0; i < size; i++) {
      consume(block, i);
    }
  }

  /** Feeds the events one by one, so that it is known which event adds an edge. */
  private void consume(EventBlock block, int i) {
    long word = block.words()[i];
    long index = block.indices()[i];
    int context = block.contexts()[i];
    if (index >= first && index <= second) {
      log.add(word, index, block.locations()[i]);
    }
    if (index == first) {
      firstContext = context;
    } else if (index == second) {
      secondContext = context;
    }
    single.clear();
    single.add(
        EventBlock.op(word),
        EventBlock.thread(word),
        EventBlock.operand(word),
        index,
        context,
        block.locations()[i]);
    for (ObservedEngine at : engines) {
      at.graph.present(index);
      at.engine.consume(single);
    }
  }

  /**
   * Ends the trace.
   *
   * @param names names of the trace's ids
   * @return the results of the engines for the two events
   * @throws IllegalArgumentException when the trace has no event of an index, or engines do not see
   *     it because it is a re-entrant acquire or release
   */
  public PairExplanation finish(Names names) {
    int from = position(first);
    int to = position(second);
    Map<Finding, List<String>> findings = new LinkedHashMap<>();
    for (ObservedEngine at : engines) {
      at.engine.finish();
      List<OrderGraph.Edge> chain = at.graph.chain(log.thread(from), log.thread(to));
      Finding finding = new Finding(at.reported, chain == null ? List.of() : chain, chain != null);
      findings.computeIfAbsent(finding, unseen -> new ArrayList<>()).add(at.name.name());
    }
    List<PairExplanation.Verdict> verdicts = new ArrayList<>();
    ChainText text = new ChainText(log, names);
    findings.forEach(
        (finding, alike) ->
            verdicts.add(
                new PairExplanation.Verdict(
                    alike,
                    finding.reported,
                    finding.ordered,
                    finding.ordered ? text.steps(from, finding.chain, to) : List.of())));
    return new PairExplanation(
        log.event(from, names), log.event(to, names), commonLocks(names), verdicts);
  }

  private int position(long index) {
    int position = log.find(index);
    if (position == EventLog.NONE) {
      throw new IllegalArgumentException(
          "event "
              + index
              + " (expected: one of the trace that is no inner acquire or release of a lock"
              + " already held)");
    }
    return position;
  }

  private List<String> commonLocks(Names names) {
    List<String> common = new ArrayList<>();
    for (int a = firstContext; !contexts.holdsNothing(a); a = contexts.parent(a)) {
      for (int b = secondContext; !contexts.holdsNothing(b); b = contexts.parent(b)) {
        String lock = names.name(Operand.LOCK, contexts.lock(a));
        boolean bothShared = contexts.isShared(a) && contexts.isShared(b);
        if (contexts.lock(a) == contexts.lock(b) && !bothShared && !common.contains(lock)) {
          common.add(0, lock);
        }
      }
    }
    return common;
  }
}
