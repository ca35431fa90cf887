package io.racedet.compressed;

import io.racedet.engine.Engine;
import io.racedet.engine.EngineSetup;
import io.racedet.event.EventBlock;
import io.racedet.race.RaceSink;
import java.util.function.Function;

/** An event-by-event engine, reduced to the first race of each variable. */
final class FirstRaceEngine implements Engine {
  private final Engine engine;
  private final FoundRaces found = FoundRaces.firstOfVariables();
  private final RaceSink races;

  FirstRaceEngine(Function<EngineSetup, Engine> eventByEvent, EngineSetup setup) {
    engine =
        eventByEvent.apply(new EngineSetup(setup.contexts(), found, setup.limits(), setup.edges()));
    races = setup.races();
  }

  @Override
  public void consume(EventBlock block) {
    engine.consume(block);
  }

  @Override
  public void finish() {
    engine.finish();
    found.reportTo(races);
  }
}
