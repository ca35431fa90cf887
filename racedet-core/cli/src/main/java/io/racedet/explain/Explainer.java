package io.racedet.explain;

import io.racedet.TraceAnalysis;
import io.racedet.engine.EngineDefinition;
import io.racedet.engine.EngineLimits;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.MalformedEventException;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.event.RangeExpander;
import io.racedet.race.AnalysisFailure;
import io.racedet.run.RunningEngine;
import io.racedet.trace.TraceReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells which engines order two events of a trace, and why: runs them over the trace and keeps the
 * part of their orders that lies between the two.
 *
 * <p>Needs O(events and edges between the two) space for each engine, in addition to that of the
 * engines.
 */
public final class Explainer {
  /** One engine and what it has reported so far. */
  private static final class ObservedEngine {
    final OrderGraph graph;
    RunningEngine engine;
    boolean reported;

    ObservedEngine(OrderGraph graph) {
      this.graph = graph;
    }
  }

  /** A result by which engines are grouped. */
  private record Finding(boolean reported, List<OrderGraph.Edge> chain, boolean ordered) {}

  private final LockContexts contexts;
  private final long first;
  private final long second;
  private final List<ObservedEngine> engines = new ArrayList<>();
  private final List<AnalysisFailure> failures = new ArrayList<>();
  private final EventLog log = new EventLog();
  private final EventBlock single = new EventBlock();
  private final RangeExpander expander = new RangeExpander(this::consumeEvents);
  private int firstContext;
  private int secondContext;
  private long lastIndex;

  private Explainer(
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
    for (EngineDefinition engine : engines) {
      ObservedEngine at = new ObservedEngine(new OrderGraph(first, second));
      EngineSetup setup =
          new EngineSetup(
              contexts,
              (variable, kind, ordered, one, onePlace, other, otherPlace) ->
                  at.reported |= one == first && other == second,
              limits,
              at.graph);
      at.engine = new RunningEngine(engine.name(), () -> engine.create(setup), null, failures::add);
      this.engines.add(at);
    }
  }

  /**
   * Reads a trace to its end and tells which engines order two of its events, and why.
   *
   * @param analysis reads the trace
   * @param engines the engines to run; those that do not take single events are left out
   * @param limits how much history the engines keep
   * @param trace an open trace; the caller closes it
   * @param first index of the earlier event, from 1
   * @param second index of the later event
   * @return the answers of the engines, of which those with the same answer are grouped, and what
   *     has failed
   * @throws IllegalArgumentException if the trace has no such two events, in this order, that
   *     engines see
   * @throws MalformedEventException as {@link TraceAnalysis#run}
   * @throws IOException when the trace cannot be read
   */
  public static PairExplanation explain(
      TraceAnalysis analysis,
      List<EngineDefinition> engines,
      EngineLimits limits,
      TraceReader trace,
      long first,
      long second)
      throws IOException {
    LockContexts contexts = new LockContexts();
    List<EngineDefinition> byEvent = engines.stream().filter(EngineDefinition::explains).toList();
    Explainer explainer = new Explainer(contexts, byEvent, limits, first, second);
    Names names = analysis.read(trace, contexts, explainer.expander::accept);
    return explainer.finish(names);
  }

  private void consumeEvents(EventBlock block) {
    int size = block.size();
    lastIndex = size > 0 ? block.lastIndex() : lastIndex;
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

  private PairExplanation finish(Names names) {
    int from = position(first);
    int to = position(second);
    Map<Finding, List<String>> findings = new LinkedHashMap<>();
    for (ObservedEngine at : engines) {
      at.engine.finish(lastIndex);
      if (!at.engine.isComplete()) {
        continue;
      }
      List<OrderGraph.Edge> chain = at.graph.chain(log.thread(from), log.thread(to));
      Finding finding = new Finding(at.reported, chain == null ? List.of() : chain, chain != null);
      findings.computeIfAbsent(finding, unseen -> new ArrayList<>()).add(at.engine.name());
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
        log.event(from, names), log.event(to, names), commonLocks(names), verdicts, failures);
  }

  private int position(long index) {
    int position = log.find(index);
    if (position == EventLog.NONE) {
      throw new IllegalArgumentException(
          "event "
              + index
              + " (expected: an event of the trace, but no inner acquire or release of a lock"
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
