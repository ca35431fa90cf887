package io.racedet.samples.library;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import org.junit.jupiter.api.Test;

/** A race in a library, which is found only if its class is instrumented. */
class InstrumentTest {
  private static final String VARIABLE = "AbstractByteBuf.writerIndex";

  /** Enough for what is in scope, which is the same in each repetition. */
  private static final int REPETITIONS = 10;

  private static void writeByTwo() {
    ByteBuf buffer = UnpooledByteBufAllocator.DEFAULT.heapBuffer(64);
    Crew.of(2, number -> buffer.writeByte(number));
    buffer.release();
  }

  @Test
  @RaceFree(repetitions = REPETITIONS)
  void byDefault_librariesAreNotInScope() {
    writeByTwo();
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = "io.netty.buffer"))
  void package_isInScope() {
    writeByTwo();
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = "io.netty.buffer.AbstractByteBuf"))
  void class_isInScope() {
    writeByTwo();
  }

  @Test
  @ExpectRace(on = VARIABLE, with = @RaceFree(instrument = "io.netty:netty-buffer"))
  void artifact_isInScope() {
    writeByTwo();
  }

  /* Its own accesses of the race, plain writes to elements by Unsafe, are excluded by name. */
  @Test
  @RaceFree(
      repetitions = REPETITIONS,
      instrument = "io.netty:netty-common",
      exclude = "io.netty.util.internal.PlatformDependent0")
  void otherArtifactOfItsGroup_leavesItOut() {
    writeByTwo();
  }

  @Test
  @RaceFree(
      repetitions = REPETITIONS,
      instrument = "io.netty.buffer",
      exclude = "io.netty:netty-buffer")
  void excludedArtifact_isNotInScope() {
    writeByTwo();
  }
}
