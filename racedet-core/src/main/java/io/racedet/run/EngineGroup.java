package io.racedet.run;

import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.proof.Collector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.EngineResult;
import io.racedet.race.ReachedLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Engines that search a trace for findings of one kind, which are proved or refuted at its end.
 * What fails is not thrown but kept, and the rest goes on.
 */
public abstract class EngineGroup<T extends EngineResult, C extends Collector<T>> {
  private final C collector;
  private final List<RunningEngine> engines = new ArrayList<>();
  private final List<AnalysisFailure> failures = new ArrayList<>();

  /** A listener to findings; what it throws is not a failure of the analysis. */
  private static final class Decided<T> implements Consumer<T> {
    private final Consumer<T> listener;
    private Throwable thrown;

    Decided(Consumer<T> listener) {
      this.listener = listener;
    }

    @Override
    public void accept(T finding) {
      try {
        listener.accept(finding);
      } catch (RuntimeException | Error e) {
        thrown = e;
        throw e;
      }
    }
  }

  EngineGroup(C collector) {
    this.collector = collector;
  }

  /** What was found so far. */
  public final C collector() {
    return collector;
  }

  final void add(String name, Supplier<Engine> factory, Duration timeLimit) {
    engines.add(new RunningEngine(name, factory, timeLimit, failures::add));
  }

  public final List<RunningEngine> engines() {
    return engines;
  }

  /** The limits that have taken effect, known at the end of the trace. */
  public List<ReachedLimit> limits() {
    List<ReachedLimit> limits = new ArrayList<>();
    engines.forEach(engine -> limits.addAll(engine.limits()));
    limits.addAll(collector.limits());
    return limits;
  }

  /** What has failed. */
  public final List<AnalysisFailure> failures() {
    return failures;
  }

  void consume(EventBlock block) {
    for (int i = 0; i < engines.size(); i++) {
      engines.get(i).consume(block);
    }
  }

  /**
   * Ends the trace, releases the memory of the engines, and searches for witnesses.
   *
   * @param listener receives each finding as soon as it is decided, if witnesses are searched; the
   *     caller gets what it throws
   */
  public void finish(long events, Consumer<T> listener) {
    engines.forEach(engine -> engine.finish(events));
    Decided<T> decided = new Decided<>(listener);
    try {
      collector.prove(decided);
    } catch (RuntimeException | Error e) {
      if (e == decided.thrown) {
        throw e;
      }
      stopProofs(events, e);
    }
  }

  /** Ends the search for witnesses, which has failed or cannot have the trace. */
  final void stopProofs(long event, Throwable cause) {
    collector.dropProofs();
    failures.add(new AnalysisFailure("witnesses", event, cause));
  }
}
