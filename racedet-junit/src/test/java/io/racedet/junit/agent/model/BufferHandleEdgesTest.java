package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inParallel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** VarHandles of buffers, and of arrays of bytes as numbers. */
class BufferHandleEdgesTest extends HandleEdgesTestCase {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VarHandle BUFFER = MethodHandles.byteBufferViewVarHandle(int[].class, ORDER);
  private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);

  /** Newer releases of Java have plain accesses to an array only. */
  private static final boolean HAS_ATOMIC_LONGS =
      LONGS.isAccessModeSupported(VarHandle.AccessMode.SET_RELEASE);

  /** A buffer, another one of the same memory, and an array. */
  private static final class Memory {
    final ByteBuffer first = ByteBuffer.allocateDirect(64).order(ORDER);
    final ByteBuffer second = first.duplicate().order(ORDER);
    final byte[] bytes = new byte[64];

    /** Where a long of the array is aligned. */
    final int aligned =
        HAS_ATOMIC_LONGS ? (8 - ByteBuffer.wrap(bytes).alignmentOffset(0, 8)) % 8 : 0;
  }

  private static Arguments passes(String name, Use<Memory> set, Look<Memory> isSet) {
    return passes(name, Memory::new, set, isSet);
  }

  private static Arguments whispered(String name, Use<Memory> set, Use<Memory> look) {
    return whispered(name, Memory::new, set, look);
  }

  static Stream<Arguments> edges() {
    return Stream.concat(ofBuffers(), ofBytes());
  }

  private static Stream<Arguments> ofBuffers() {
    return Stream.of(
        passes(
            "release, acquire",
            m -> BUFFER.setRelease(m.first, 8, 1),
            m -> (int) BUFFER.getAcquire(m.first, 8) == 1),
        passes(
            "exchange",
            m -> BUFFER.compareAndSet(m.first, 8, 0, 1),
            m -> BUFFER.weakCompareAndSetAcquire(m.first, 8, 1, 2)),
        passes(
            "buffer and its duplicate",
            m -> BUFFER.setVolatile(m.first, 8, 1),
            m -> (int) BUFFER.getVolatile(m.second, 8) == 1),
        passes(
            "release, opaque and fence",
            m -> BUFFER.setRelease(m.first, 8, 1),
            m -> {
              boolean isSet = (int) BUFFER.getOpaque(m.first, 8) == 1;
              VarHandle.acquireFence();
              return isSet;
            }),
        passes(
            "fence and opaque, acquire",
            m -> {
              VarHandle.releaseFence();
              BUFFER.setOpaque(m.first, 8, 1);
            },
            m -> (int) BUFFER.getAcquire(m.first, 8) == 1));
  }

  private static Stream<Arguments> ofBytes() {
    return HAS_ATOMIC_LONGS
        ? Stream.of(
            passes(
                "bytes as a long",
                m -> LONGS.setRelease(m.bytes, m.aligned, 1L),
                m -> (long) LONGS.getAcquire(m.bytes, m.aligned) == 1))
        : Stream.empty();
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        whispered(
            "opaque", m -> BUFFER.setOpaque(m.first, 8, 1), m -> BUFFER.getOpaque(m.first, 8)),
        whispered("plain", m -> BUFFER.set(m.first, 8, 1), m -> BUFFER.get(m.first, 8)),
        whispered(
            "opaque, acquire",
            m -> BUFFER.setOpaque(m.first, 8, 1),
            m -> BUFFER.getAcquire(m.first, 8)),
        whispered(
            "release, opaque",
            m -> BUFFER.setRelease(m.first, 8, 1),
            m -> BUFFER.getOpaque(m.first, 8)),
        whispered(
            "failed exchange",
            m -> BUFFER.compareAndSet(m.first, 8, 5, 6),
            m -> BUFFER.getVolatile(m.first, 8)),
        whispered(
            "volatile, then an atomic",
            m -> BUFFER.setVolatile(m.first, 8, 1),
            m -> new AtomicInteger().get()),
        whispered(
            "plain write of bytes as a long",
            m -> LONGS.set(m.bytes, m.aligned, 1L),
            m -> LONGS.get(m.bytes, m.aligned)));
  }

  @Test
  void wrongUse_throwsAsWithoutWeaving_andHoldsNobodyUp() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              Memory memory = new Memory();
              for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> BUFFER.setVolatile(memory.first, 64, 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> BUFFER.setVolatile(memory.first, 9, 1))
                    .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> BUFFER.setVolatile((ByteBuffer) null, 8, 1))
                    .isInstanceOf(NullPointerException.class);
              }
              inParallel(
                  () -> BUFFER.setVolatile(memory.first, 8, 1),
                  () -> BUFFER.getAndAdd(memory.second, 8, 1));
            });
    assertThat(recorded.races()).isEmpty();
    assertThat(recorded.damaged()).isFalse();
  }
}
