package io.racedet.engine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The catalogue of engines. A new engine is one line here. */
public enum Engines {
  /** Happens-before with epochs. */
  FASTTRACK(FastTrack.PROPERTIES, FastTrack::new),
  /** Happens-before, every access. */
  DJIT(Djit.DJIT, Djit::djit),
  /** Happens-before with last write to read, every access. */
  SHB(Djit.SHB, Djit::shb),
  /** Happens-before with last write to read, the exact set of pairs. */
  SHB_EE(PairDetector.SHB_EE, PairDetector::shb),
  /** Happens-before with last write to read, with a bounded history. */
  SHB_EE_L(PairDetector.SHB_EE_L, PairDetector::limitedShb),
  /** Fork, join and sync order with disjoint locksets. */
  TSAN(Djit.TSAN, Djit::tsan),
  /** Fork, join, sync and last-write-to-read order with disjoint locksets. */
  TSAN_WRD(Djit.TSAN_WRD, Djit::tsanWrd),
  /** Happens-before by locksets that are computed when needed. */
  GOLDILOCKS(Goldilocks.PROPERTIES, setup -> Ordered.byHappensBefore(new Goldilocks(setup), setup)),
  /** Happens-before by locksets that each sync event updates. */
  GOLDILOCKS_EAGER(
      GoldilocksEager.PROPERTIES,
      setup -> Ordered.byHappensBefore(new GoldilocksEager(setup), setup)),
  /** The lockset discipline. */
  ERASER(Eraser.PROPERTIES, Eraser::new),
  /** Weak-dependently-precedes with disjoint locksets. */
  WDP(WdpOrder.WDP, Djit::wdp),
  /** Weak causally-precedes, every access. */
  WCP(WcpOrder.WCP, Djit::wcp),
  /** Strong-dependently-precedes with disjoint locksets. */
  SDP(WcpOrder.SDP, Djit::sdp),
  /** PWR, the exact set of pairs. */
  PWR_EE(PairDetector.PWR_EE, PairDetector::pwr),
  /** PWR with a bounded history. */
  PWR_EE_L(PairDetector.PWR_EE_L, PairDetector::limitedPwr),
  /** PWR among the unordered accesses of each variable only. */
  PWR_L(PairDetector.PWR_L, PairDetector::pwrWithoutEdges),
  /** Causally-precedes, online. */
  CP(Cp.CP, Cp::new),
  /** Causally-precedes inside windows. */
  CP_WINDOW(CpWindow.PROPERTIES, CpWindow::new);

  private final EngineProperties properties;
  private final Factory factory;

  Engines(EngineProperties properties, Factory factory) {
    this.properties = properties;
    this.factory = factory;
  }

  private interface Factory {
    Engine create(EngineSetup setup);
  }

  /**
   * Returns what the engine claims.
   *
   * @return its properties
   */
  public EngineProperties properties() {
    return properties;
  }

  /**
   * Makes the engine for one trace.
   *
   * @param setup what it is made with
   * @return the engine
   */
  public Engine create(EngineSetup setup) {
    return factory.create(setup);
  }

  /**
   * Finds an engine.
   *
   * @param name for example {@code fasttrack}
   * @return the engine of that name
   * @throws IllegalArgumentException when there is none; the message lists those there are
   */
  public static Engines named(String name) {
    for (Engines engine : values()) {
      if (engine.properties.name().equals(name)) {
        return engine;
      }
    }
    throw new IllegalArgumentException(
        "engine: " + name + " (expected: one of " + String.join(", ", names()) + ")");
  }

  /**
   * Returns the names of all engines.
   *
   * @return in the order of this catalogue
   */
  public static List<String> names() {
    return Arrays.stream(values())
        .map(engine -> engine.properties.name())
        .collect(Collectors.toUnmodifiableList());
  }
}
