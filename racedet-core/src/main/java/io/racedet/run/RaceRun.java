package io.racedet.run;

import io.racedet.event.EventBlock;
import io.racedet.event.Op.Operand;
import io.racedet.proof.RaceCollector;
import io.racedet.race.AnalysisFailure;
import io.racedet.race.Race;
import java.util.BitSet;
import java.util.function.Consumer;

/** The search for the races of a trace by engines that report together. */
public final class RaceRun extends EngineGroup<Race, RaceCollector> {
  private final Consumer<Race> listener; // null if nobody is told before the end
  private boolean hasListenerFailed;

  /** Starts without an engine. */
  RaceRun(RaceCollector collector, Consumer<Race> listener) {
    super(collector);
    this.listener = listener;
  }

  @Override
  void consume(EventBlock block) {
    super.consume(block);
    if (!collector().searchesWitnesses()) { // else races have their grades at the end
      tell(block.lastIndex());
    }
  }

  @Override
  public void finish(long events, Consumer<Race> decided) {
    super.finish(events, decided);
    tell(events);
  }

  /** Tells the listener of each race that it has not been told of, whether or not it throws. */
  private void tell(long index) {
    if (listener != null) {
      collector().announce(race -> tell(race, index));
    }
  }

  private void tell(Race race, long index) {
    try {
      listener.accept(race);
    } catch (RuntimeException | Error e) {
      if (!hasListenerFailed) {
        hasListenerFailed = true;
        failures().add(new AnalysisFailure("onRace", index, e));
      }
    }
  }

  /** Names races when they are found, since ids will be reused. */
  public void nameAtOnce() {
    collector().nameAtOnce();
  }

  /** Whether all engines can forget ids. Asked for each id. */
  boolean forgets() {
    for (int i = 0; i < engines().size(); i++) {
      if (!engines().get(i).forgets()) {
        return false;
      }
    }
    return true;
  }

  public void forget(Operand space, int id) {
    for (int i = 0; i < engines().size(); i++) {
      engines().get(i).forget(space, id);
    }
    if (space == Operand.VARIABLE) {
      collector().forgetVariable(id);
    }
  }

  public void forgetThreads(BitSet threads) {
    collector().forgetThreads(threads);
  }

  public void markContexts(BitSet live) {
    engines().forEach(engine -> engine.markContexts(live));
  }
}
