package io.racedet;

import io.racedet.engine.EngineProperties;
import io.racedet.engine.Engines;
import io.racedet.grammar.GrammarEngines;
import java.util.ArrayList;
import java.util.List;

/** Every engine by its name: those that take event by event, and those that take stretches. */
public final class EngineCatalogue {
  private static final List<CatalogueEngine> ALL = all();

  private EngineCatalogue() {}

  private static List<CatalogueEngine> all() {
    List<CatalogueEngine> engines = new ArrayList<>();
    for (Engines engine : Engines.values()) {
      engines.add(new CatalogueEngine(engine.properties(), engine, null));
    }
    for (GrammarEngines engine : GrammarEngines.values()) {
      engines.add(new CatalogueEngine(engine.properties(), null, engine));
    }
    return List.copyOf(engines);
  }

  /**
   * Returns what each engine claims.
   *
   * @return in the order of the catalogue
   */
  public static List<EngineProperties> properties() {
    return ALL.stream().map(CatalogueEngine::properties).toList();
  }

  /**
   * Returns the names of all engines.
   *
   * @return in the order of the catalogue
   */
  public static List<String> names() {
    return ALL.stream().map(CatalogueEngine::name).toList();
  }

  /**
   * Checks a name.
   *
   * @param name a name, perhaps of an engine
   * @throws IllegalArgumentException when there is no engine of that name; the message lists those
   *     there are
   */
  public static void check(String name) {
    engine(name);
  }

  /** The engine of a name. */
  static CatalogueEngine engine(String name) {
    for (CatalogueEngine engine : ALL) {
      if (engine.name().equals(name)) {
        return engine;
      }
    }
    throw new IllegalArgumentException(
        "engine: " + name + " (expected: one of " + String.join(", ", names()) + ")");
  }
}
