package io.racedet.engine.catalogue;

import static io.racedet.engine.EngineDefinition.of;

import io.racedet.engine.EngineDefinition;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The table of engines: the claims and the factory of each. A new engine is one line here, or in
 * another jar a provider of the service {@link EngineDefinition}.
 */
public final class Engines {
  private static final List<EngineDefinition> TABLE =
      List.of(
          of(FastTrack.CLAIMS, FastTrack::new),
          OrderedAccessEngines.DJIT,
          OrderedAccessEngines.SHB,
          AccessPairEngines.SHB_EE,
          AccessPairEngines.SHB_EE_L,
          OrderedAccessEngines.TSAN,
          OrderedAccessEngines.TSAN_WRD,
          of(Goldilocks.CLAIMS, Goldilocks::create),
          of(GoldilocksEager.CLAIMS, GoldilocksEager::create),
          of(Eraser.CLAIMS, Eraser::new),
          OrderedAccessEngines.WDP,
          OrderedAccessEngines.WCP,
          OrderedAccessEngines.SDP,
          AccessPairEngines.PWR_EE,
          AccessPairEngines.PWR_EE_L,
          AccessPairEngines.PWR_L,
          SyncPreservingEngines.SYNCP,
          SyncPreservingEngines.SYNCP_WINDOW,
          CausallyPrecedesEngines.CP,
          CausallyPrecedesEngines.CP_WINDOW);

  /** Looked up when an engine that is not in the table is requested, or all are. */
  private static final class All {
    private static final List<EngineDefinition> ENGINES =
        Stream.concat(TABLE.stream(), found().stream()).toList();

    private static List<EngineDefinition> found() {
      return ServiceLoader.load(EngineDefinition.class, Engines.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    }
  }

  private Engines() {}

  /** {@return every engine, in the order of this table, then those of other jars} */
  public static List<EngineDefinition> all() {
    return All.ENGINES;
  }

  /**
   * {@return the engine of a name}
   *
   * @param name for example {@code fasttrack}
   * @throws IllegalArgumentException when there is none; the message lists the known ones
   */
  public static EngineDefinition named(String name) {
    return named(name, TABLE).or(() -> named(name, all())).orElseThrow(() -> unknown(name));
  }

  private static Optional<EngineDefinition> named(String name, List<EngineDefinition> engines) {
    return engines.stream().filter(engine -> engine.name().equals(name)).findFirst();
  }

  private static IllegalArgumentException unknown(String name) {
    String more = all().size() > TABLE.size() ? "" : "; the jar racedet-compressed has more";
    return new IllegalArgumentException(
        "engine: " + name + " (expected: one of " + String.join(", ", names()) + more + ")");
  }

  /** {@return the names of all engines, in the order of {@link #all}} */
  public static List<String> names() {
    return all().stream().map(EngineDefinition::name).toList();
  }
}
