package io.racedet.engine;

import io.racedet.oracle.Pair;
import io.racedet.oracle.TestTrace;
import io.racedet.race.AccessContext;
import io.racedet.race.RaceKind;
import io.racedet.race.RaceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The races that an engine reports on a trace. Unlike the facade, accepts engines without a name.
 *
 * @param engine the engine, after the trace
 * @param reports its reports, in order
 */
public record EngineRun<E extends Engine>(E engine, List<Report> reports) {
  /** The arguments of a call of the sink. */
  public record Report(
      int variable,
      RaceKind kind,
      boolean ordered,
      long firstIndex,
      long firstDetail,
      long secondIndex,
      long secondDetail) {
    public Pair pair() {
      return new Pair((int) firstIndex, (int) secondIndex);
    }

    public boolean isFirstAtomic() {
      return AccessContext.isAtomic(firstDetail);
    }
  }

  /** Collects the calls of the sink. */
  public static final class Reports implements RaceSink {
    private final List<Report> reports = new ArrayList<>();

    @Override
    public void race(
        int variable,
        RaceKind kind,
        boolean ordered,
        long firstIndex,
        long firstDetail,
        long secondIndex,
        long secondDetail) {
      reports.add(
          new Report(variable, kind, ordered, firstIndex, firstDetail, secondIndex, secondDetail));
    }

    public List<Report> list() {
      return List.copyOf(reports);
    }
  }

  public static <E extends Engine> EngineRun<E> of(EngineFeed.Maker<E> maker, TestTrace trace) {
    Reports reports = new Reports();
    EngineFeed<E> feed = new EngineFeed<>(maker, reports);
    trace.replay(feed);
    return new EngineRun<>(feed.finish(), reports.list());
  }

  public SortedSet<Pair> pairs() {
    return reports.stream().map(Report::pair).collect(Collectors.toCollection(TreeSet::new));
  }
}
