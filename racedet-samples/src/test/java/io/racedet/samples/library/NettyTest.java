package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.Recycler;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers and objects that one thread takes from a pool and another one returns. */
class NettyTest {
  private static final String BUFFERS = "io.netty:netty-buffer";
  private static final String COMMON = "io.netty:netty-common";

  /** An allocator, created for each run. */
  record Kind(String name, Supplier<ByteBufAllocator> allocator) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final class Pooled {
    private final Recycler.Handle<Pooled> handle;
    private int content;

    Pooled(Recycler.Handle<Pooled> handle) {
      this.handle = handle;
    }
  }

  private static final class Pool extends Recycler<Pooled> {
    @Override
    protected Pooled newObject(Handle<Pooled> handle) {
      return new Pooled(handle);
    }
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind("pooled", () -> new PooledByteBufAllocator(false, 1, 1, 8192, 3, 16, 8, true)),
        new Kind("adaptive", () -> new AdaptiveByteBufAllocator(false)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @RaceFree(
      instrument = {BUFFERS, COMMON},
      maxEvents = 16_000_000, // allocators spin if other processes keep the machine busy
      repetitions = 2)
  void buffers_underLoad_raceNowhere(Kind kind) {
    allocate(kind.allocator().get(), 3, 40);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Tag("soak")
  @RaceFree(
      instrument = {BUFFERS, COMMON},
      timeLimit = "60s",
      hangAfter = "5m",
      repetitions = 10_000)
  void buffers_underLongLoad_raceNowhere(Kind kind) {
    allocate(kind.allocator().get(), 8, 300);
  }

  private static void allocate(ByteBufAllocator allocator, int threads, int rounds) {
    Queue<ByteBuf> handedOver = new ConcurrentLinkedQueue<>();
    Crew.of(
        threads,
        number -> {
          for (int i = 0; i < rounds; i++) {
            ByteBuf buffer = allocator.heapBuffer(16 << i % 6);
            buffer.writeInt(i).writeByte(number);
            handedOver.add(buffer);
            ByteBuf other = handedOver.poll();
            if (other != null) {
              assertThat(other.readInt()).isBetween(0, rounds);
              assertThat(other.release()).isTrue();
            }
          }
        });
    handedOver.forEach(ByteBuf::release);
  }

  @Test
  @RaceFree(instrument = COMMON, repetitions = 2)
  void recycler_underLoad_racesNowhere() {
    recycle(3, 60);
  }

  @Test
  @Tag("soak")
  @RaceFree(instrument = COMMON, timeLimit = "60s", hangAfter = "5m", repetitions = 10_000)
  void recycler_underLongLoad_racesNowhere() {
    recycle(8, 500);
  }

  private static void recycle(int threads, int rounds) {
    Pool pool = new Pool();
    Queue<Pooled> handedOver = new ConcurrentLinkedQueue<>();
    Crew.of(
        threads,
        number -> {
          for (int i = 0; i < rounds; i++) {
            Pooled mine = pool.get();
            mine.content = i;
            handedOver.add(mine);
            Pooled other = handedOver.poll();
            if (other != null) {
              assertThat(other.content).isBetween(0, rounds);
              other.handle.recycle(other);
            }
          }
        });
  }

  @Test
  @ExpectRace(
      on = "AbstractByteBuf.writerIndex",
      with = @RaceFree(instrument = BUFFERS, timeLimit = "300s"))
  void buffer_writtenByTwo_races() {
    ByteBuf buffer = new PooledByteBufAllocator(false).heapBuffer(64);
    Crew.of(2, number -> buffer.writeByte(number));
    buffer.release();
  }
}
