package io.racedet.engine.catalogue;

import io.racedet.engine.EngineDefinition;
import java.util.List;

/** {@link EngineContractTest} of the engines on grammars. */
class SlpContractTest extends EngineContractTest {
  static List<EngineDefinition> engines() {
    return Engines.all().stream().filter(engine -> engine.name().startsWith("slp-")).toList();
  }
}
