package io.racedet.engine.catalogue;

import static io.racedet.engine.EngineDefinition.of;
import static io.racedet.engine.EngineDefinition.withoutOrder;

import io.racedet.engine.EngineDefinition;
import java.util.List;

/** The table of engines: the claims and the factory of each. A new engine is one line here. */
public final class Engines {
  private static final List<EngineDefinition> ALL =
      List.of(
          of(FastTrack.CLAIMS, FastTrack::new),
          of(Djit.CLAIMS, Djit::create),
          of(Shb.CLAIMS, Shb::create),
          of(ShbEe.CLAIMS, ShbEe::create),
          of(ShbEeL.CLAIMS, ShbEeL::create),
          of(Tsan.CLAIMS, Tsan::create),
          of(TsanWrd.CLAIMS, TsanWrd::create),
          of(Goldilocks.CLAIMS, Goldilocks::create),
          of(GoldilocksEager.CLAIMS, GoldilocksEager::create),
          of(Eraser.CLAIMS, Eraser::new),
          of(Wdp.CLAIMS, Wdp::create),
          of(Wcp.CLAIMS, Wcp::create),
          of(Sdp.CLAIMS, Sdp::create),
          of(PwrEe.CLAIMS, PwrEe::create),
          of(PwrEeL.CLAIMS, PwrEeL::create),
          of(PwrL.CLAIMS, PwrL::create),
          withoutOrder(SyncP.CLAIMS, SyncP::create),
          withoutOrder(SyncPWindow.CLAIMS, SyncPWindow::create),
          of(Cp.CLAIMS, Cp::create),
          of(CpWindow.CLAIMS, CpWindow::create),
          SlpHb.ENGINE,
          SlpLockset.ENGINE);

  private Engines() {}

  /**
   * Returns every engine.
   *
   * @return in the order of this table
   */
  public static List<EngineDefinition> all() {
    return ALL;
  }

  /**
   * Finds an engine.
   *
   * @param name for example {@code fasttrack}
   * @return the engine of that name
   * @throws IllegalArgumentException when there is none; the message lists those there are
   */
  public static EngineDefinition named(String name) {
    return ALL.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "engine: " + name + " (expected: one of " + String.join(", ", names()) + ")"));
  }

  /**
   * Returns the names of all engines.
   *
   * @return in the order of this table
   */
  public static List<String> names() {
    return ALL.stream().map(EngineDefinition::name).toList();
  }
}
