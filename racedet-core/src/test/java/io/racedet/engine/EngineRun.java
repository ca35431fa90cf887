package io.racedet.engine;

import io.racedet.clock.LockContexts;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.race.RaceKind;
import io.racedet.race.RacePlace;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an engine sends to its sink on a trace. Unlike the facade, takes engines that have no name.
 *
 * @param engine the engine, after the trace
 * @param reports its reports, in order
 */
record EngineRun<E extends Engine>(E engine, List<Report> reports) {
  /** What is given to the sink of races. */
  record Report(
      int variable,
      RaceKind kind,
      boolean ordered,
      long firstIndex,
      long firstPlace,
      long secondIndex,
      long secondPlace) {
    Pair pair() {
      return new Pair((int) firstIndex, (int) secondIndex);
    }

    boolean isFirstAtomic() {
      return RacePlace.isAtomic(firstPlace);
    }
  }

  /** Makes engines, as {@link Engines} does. */
  interface Maker<E extends Engine> {
    E make(LockContexts contexts, RaceSink races);
  }

  private record Mode(int thread, int lock, boolean shared) {}

  static <E extends Engine> EngineRun<E> of(Maker<E> maker, TestTrace trace) {
    LockContexts contexts = new LockContexts();
    List<Report> reports = new ArrayList<>();
    E engine =
        maker.make(
            contexts,
            (variable, kind, ordered, first, firstPlace, second, secondPlace) ->
                reports.add(
                    new Report(variable, kind, ordered, first, firstPlace, second, secondPlace)));
    new Feeder(contexts, engine).feed(trace);
    engine.finish();
    return new EngineRun<>(engine, List.copyOf(reports));
  }

  SortedSet<Pair> pairs() {
    return reports.stream().map(Report::pair).collect(Collectors.toCollection(TreeSet::new));
  }

  /** Takes inner acquires and releases out, and notes what each thread holds. */
  private static final class Feeder {
    private final LockContexts contexts;
    private final Engine engine;
    private final EventBlock block = new EventBlock();
    private final Map<Mode, Integer> depth = new HashMap<>();
    private final Map<Integer, List<Mode>> held = new HashMap<>();

    Feeder(LockContexts contexts, Engine engine) {
      this.contexts = contexts;
      this.engine = engine;
    }

    void feed(TestTrace trace) {
      for (int i = 1; i <= trace.size(); i++) {
        feed(trace.event(i), i);
        if (block.isFull()) {
          engine.consume(block);
          block.clear();
        }
      }
      engine.consume(block);
    }

    private void feed(TraceEvent e, int index) {
      boolean shared = e.op() == Op.ACQUIRE_SHARED || e.op() == Op.RELEASE_SHARED;
      Mode mode = new Mode(e.thread(), e.operand(), shared);
      List<Mode> locks = held.computeIfAbsent(e.thread(), unseen -> new ArrayList<>());
      boolean inner = false;
      int context = context(e.thread(), locks);
      switch (e.op()) {
        case ACQUIRE, ACQUIRE_SHARED -> {
          inner = depth.merge(mode, 1, Integer::sum) > 1;
          if (!inner) {
            locks.add(mode);
          }
          context = context(e.thread(), locks);
        }
        case RELEASE, RELEASE_SHARED -> {
          inner = depth.merge(mode, -1, Integer::sum) > 0;
          if (!inner) {
            locks.remove(mode);
          }
        }
        default -> {
          /* Holds what it held. */
        }
      }
      if (!inner) {
        block.add(e.op(), e.thread(), e.operand(), index, context, e.location());
      }
    }

    private int context(int thread, List<Mode> locks) {
      int context = contexts.root(thread);
      for (Mode mode : locks) {
        context = contexts.child(context, mode.lock, mode.shared);
      }
      return context;
    }
  }
}
