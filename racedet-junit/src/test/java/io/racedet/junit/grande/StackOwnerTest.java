package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.RaceAnalysis;
import io.racedet.clock.Clock;
import io.racedet.engine.Engine;
import io.racedet.event.EventBlock;
import io.racedet.ids.DenseIds;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.check.Check;
import io.racedet.junit.deadlocks.DeadlockSearch;
import io.racedet.junit.proof.LongTraceProofs;
import io.racedet.junit.record.EventPipe;
import io.racedet.junit.record.merge.EventTranslator;
import io.racedet.proof.RaceProofs;
import io.racedet.report.RunReport;
import io.racedet.run.AnalysisRun;
import io.racedet.runtime.Recorder;
import io.racedet.runtime.log.OwnThread;
import io.racedet.trace.TraceWriter;
import io.racedet.witness.WitnessSearch;
import java.util.List;
import org.junit.jupiter.api.Test;

class StackOwnerTest {
  private static final String METHOD = "raytracer.RayTracer";
  private static final String HOOK = Recorder.class.getName();
  private static final String JDK = Thread.class.getName();

  @Test
  void methodOfTheProgram_isTheProgram() {
    assertThat(of(METHOD, JDK)).isEqualTo(Part.PROGRAM);
    assertThat(of("jgfutil.JGFInstrumentor", METHOD, JDK)).isEqualTo(Part.PROGRAM);
    assertThat(of("JGFRayTracerBenchSizeA", ProgramMain.class.getName())).isEqualTo(Part.PROGRAM);
  }

  @Test
  void jdkAndLibraries_areTheirCallers() {
    assertThat(of("java.lang.Math", METHOD, JDK)).isEqualTo(Part.PROGRAM);
    assertThat(of("java.util.Arrays", HOOK, METHOD)).isEqualTo(Part.HOOKS);
    assertThat(of("net.bytebuddy.jar.asm.ClassReader", RacedetAgent.class.getName(), JDK, METHOD))
        .isEqualTo(Part.WEAVING);
    assertThat(of("it.unimi.dsi.fastutil.ints.IntArrays", EventTranslator.class.getName()))
        .isEqualTo(Part.MERGE);
  }

  @Test
  void valuesOfAllParts_areTheirCallers() {
    assertThat(of(EventBlock.class.getName(), AnalysisRun.class.getName())).isEqualTo(Part.ENGINES);
    assertThat(of(EventBlock.class.getName(), EventPipe.class.getName())).isEqualTo(Part.MERGE);
    assertThat(of(DenseIds.class.getName(), EventTranslator.class.getName())).isEqualTo(Part.MERGE);
  }

  @Test
  void runtimeCalledByTheProgram_isHooks() {
    assertThat(of(HOOK, METHOD, JDK)).isEqualTo(Part.HOOKS);
    assertThat(of("io.racedet.runtime.spans.Any", "io.racedet.runtime.Any", JDK, METHOD))
        .isEqualTo(Part.HOOKS);
    assertThat(of(HOOK, JDK)).as("at the end of a thread").isEqualTo(Part.HOOKS);
  }

  @Test
  void runtimeCalledByAnotherPart_isThatPart() {
    assertThat(of(HOOK, EventTranslator.class.getName(), OwnThread.class.getName(), JDK))
        .isEqualTo(Part.MERGE);
    assertThat(of(HOOK, RacedetAgent.class.getName())).isEqualTo(Part.WEAVING);
    assertThat(of(HOOK, Check.class.getName())).isEqualTo(Part.REST);
  }

  @Test
  void enginesCalledByTheTranslation_areEngines() {
    for (Class<?> engine : List.of(Engine.class, Clock.class, RaceAnalysis.class)) {
      assertThat(of(engine.getName(), EventPipe.class.getName(), OwnThread.class.getName()))
          .isEqualTo(Part.ENGINES);
    }
    assertThat(of(DeadlockSearch.class.getName(), Check.class.getName())).isEqualTo(Part.ENGINES);
  }

  @Test
  void proofs_areNotEngines() {
    for (Class<?> proof : List.of(RaceProofs.class, WitnessSearch.class, LongTraceProofs.class)) {
      assertThat(of(proof.getName(), AnalysisRun.class.getName())).isEqualTo(Part.PROOFS);
    }
  }

  @Test
  void otherStacks_areTheRest() {
    assertThat(of(RunReport.class.getName(), Check.class.getName())).isEqualTo(Part.REST);
    assertThat(of(TraceWriter.class.getName())).isEqualTo(Part.REST);
    assertThat(of(JDK)).isEqualTo(Part.REST);
    assertThat(of()).isEqualTo(Part.REST);
    assertThat(of("sor.SOR", JDK)).as("another program's").isEqualTo(Part.REST);
  }

  private static Part of(String... classes) {
    return new StackOwner(Program.RAYTRACER).of(List.of(classes));
  }
}
