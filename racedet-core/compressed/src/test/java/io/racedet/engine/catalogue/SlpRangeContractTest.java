package io.racedet.engine.catalogue;

import io.racedet.engine.EngineDefinition;
import java.util.List;

/** {@link RangeContractTest} of the engines on grammars. */
class SlpRangeContractTest extends RangeContractTest {
  static List<EngineDefinition> engines() {
    return Engines.all().stream().filter(engine -> engine.name().startsWith("slp-")).toList();
  }
}
