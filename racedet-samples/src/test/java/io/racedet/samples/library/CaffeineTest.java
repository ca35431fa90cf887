package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Caches that evict, expire, refresh and load, with all classes of the library instrumented except
 * two that are racy by design. Producers of the growable queue read the buffer before they reserve
 * a slot. A thread that finds no buffer of its own puts one into the table of read buffers while
 * the maintenance of the cache reads that table, by plain accesses and without a common lock.
 */
class CaffeineTest {
  private static final String LIBRARY = "com.github.ben-manes.caffeine:caffeine";
  private static final String QUEUE = "com.github.benmanes.caffeine.cache.BaseMpscLinkedArrayQueue";
  private static final String READ_BUFFERS = "com.github.benmanes.caffeine.cache.StripedBuffer";

  @Test
  @RaceFree(
      instrument = LIBRARY,
      exclude = {QUEUE, READ_BUFFERS},
      maxEvents = 20_000_000,
      repetitions = 2)
  void caches_underLoad_raceNowhere() {
    evict(3, 30);
    load(3, 20);
  }

  @Test
  @Tag("soak")
  @RaceFree(
      instrument = LIBRARY,
      exclude = {QUEUE, READ_BUFFERS},
      timeLimit = "60s",
      hangAfter = "5m",
      repetitions = 10_000)
  void caches_underLongLoad_raceNowhere() {
    evict(8, 100);
    load(8, 100);
  }

  private static void evict(int threads, int rounds) {
    LongAdder removed = new LongAdder();
    Cache<Integer, int[]> cache =
        Caffeine.newBuilder()
            .maximumSize(16)
            .expireAfterAccess(Duration.ofMillis(1))
            .removalListener(
                (Integer key, int[] value, RemovalCause cause) -> removed.add(value[0]))
            .recordStats()
            .build();
    Crew.of(
        threads,
        number -> {
          for (int i = 0; i < rounds; i++) {
            int key = (i * 7 + number) % 32;
            cache.put(key, new int[] {1});
            int[] value = cache.getIfPresent((i * 5) % 32);
            if (value != null) {
              assertThat(value[0]).isEqualTo(1);
            }
            cache.get(key, created -> new int[] {1});
            cache.asMap().computeIfPresent(key, (k, old) -> new int[] {old[0]});
            if (i % 16 == 0) {
              cache.invalidate(key);
              cache.cleanUp();
            }
          }
        });
    assertThat(cache.stats().requestCount()).isPositive();
  }

  private static void load(int threads, int rounds) {
    LoadingCache<Integer, String> cache =
        Caffeine.newBuilder()
            .maximumWeight(64)
            .weigher((Integer key, String value) -> value.length())
            .refreshAfterWrite(Duration.ofNanos(100))
            .weakValues()
            .build(String::valueOf);
    AsyncLoadingCache<Integer, String> async =
        Caffeine.newBuilder().expireAfterWrite(Duration.ofMillis(1)).buildAsync(String::valueOf);
    Crew.of(
        threads,
        number -> {
          for (int i = 0; i < rounds; i++) {
            int key = (i + number) % 24;
            assertThat(cache.get(key)).isEqualTo(String.valueOf(key));
            assertThat(async.get(key).get()).isEqualTo(String.valueOf(key));
          }
        });
  }

  @Test
  @ExpectRace(on = "array int[1][0]", with = @RaceFree(instrument = LIBRARY, timeLimit = "300s"))
  void value_changedAfterItWasPut_races() {
    Cache<Integer, int[]> cache = Caffeine.newBuilder().maximumSize(4).build();
    cache.put(1, new int[1]);
    Crew.of(2, number -> cache.getIfPresent(1)[0]++);
  }
}
