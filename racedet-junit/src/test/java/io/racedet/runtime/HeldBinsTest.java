package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.locks.BinKeys;
import io.racedet.runtime.locks.HeldBins;
import io.racedet.runtime.locks.HeldLocks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Bins;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the bins of a map are recorded, and what is known of their keys. */
class HeldBinsTest {
  private static final Object MAP = "map";
  private static final int SITE = 3;

  private final List<String> log = new ArrayList<>();
  private final BinKeys keys = new BinKeys();
  private final HeldLocks locks = new HeldLocks(Thread.currentThread(), 0);
  private int frames = 1;

  private final HeldBins bins =
      new HeldBins(
          new HeldBins.Log() {
            @Override
            public long idOf(Object object) {
              return object.hashCode() & 0xFFFF;
            }

            @Override
            public boolean isKeyOf(long bin, Object key) {
              return keys.isOf(bin, key, 0);
            }

            @Override
            public void request(Object map, long lock, boolean shared, int site) {
              log.add(shared ? "request shared" : "request");
              locks.ask(lock, shared, site);
            }

            @Override
            public void record(int op, Object map, long operand, int site) {
              log.add(nameOf(op) + operand);
              locks.follow(op, Aspects.BIN, Bins.of(idOf(map), operand), site);
            }

            @Override
            public int wovenMethods() {
              return frames;
            }
          },
          locks);

  private static String nameOf(int op) {
    return switch (op) {
      case OpCodes.ACQUIRE -> "+";
      case OpCodes.ACQUIRE_SHARED -> "+shared ";
      case OpCodes.RELEASE -> "-";
      case OpCodes.RELEASE_SHARED -> "-shared ";
      default -> "bid ";
    };
  }

  private void effect(int op, int flags, String key, long hash) {
    bins.effect(EffectCode.of(op, Aspects.BIN, flags), MAP, key, hash, SITE);
  }

  private void hold(String key, long hash) {
    effect(OpCodes.ACQUIRE, 0, key, hash);
    frames++;
  }

  private void end(String key, long hash) {
    frames--;
    effect(OpCodes.RELEASE, 0, key, hash);
  }

  private void acquireLock() {
    bins.acquire();
    locks.follow(OpCodes.ACQUIRE, Aspects.MONITOR, 1, SITE);
  }

  @Test
  void withoutAnotherLock_nothingIsRecorded() {
    effect(OpCodes.BID, 0, "a", 1);
    hold("a", 1);
    end("a", 1);
    assertThat(log).isEmpty();
  }

  @Test
  void lockUnderABin_recordsTheBin_beforeAndUntilItsEnd() {
    hold("a", 1);
    acquireLock();
    end("a", 1);
    assertThat(log).containsExactly("+1", "-1");
    assertThat(bins.areHeld()).isFalse();
  }

  @Test
  void lockOfTheMapItself_recordsNothing() {
    effect(OpCodes.ACQUIRE, 0, "a", 1);
    bins.acquire();
    assertThat(log).isEmpty();
  }

  @Test
  void bidUnderALock_isARequest() {
    acquireLock();
    effect(OpCodes.BID, 0, "a", 1);
    effect(OpCodes.BID, EffectCode.SHARED, "a", 1);
    assertThat(log)
        .containsExactly("request", "bid " + (1 << 2), "request shared", "bid " + (1 << 2 | 2));
  }

  /** Before a bin that was empty is filled, the thread says that it does not wait for it. */
  @Test
  void bid_isARequest_untilTheFunctionIsCalled_orTheMapDoesWithoutTheBin() {
    acquireLock();
    effect(OpCodes.BID, 0, "a", 1);
    assertThat(locks.asks()).isTrue();
    effect(OpCodes.RELEASE, 0, "a", 1);
    assertThat(locks.asks()).isFalse();
    effect(OpCodes.BID, 0, "a", 1);
    assertThat(locks.asks()).isTrue();
    hold("a", 1);
    assertThat(locks.asks()).isFalse();
  }

  @Test
  void bidUnderAnotherBin_recordsThat_andOneUnderTheSame_isNone() {
    hold("a", 1);
    effect(OpCodes.BID, 0, "b", 2);
    effect(OpCodes.BID, 0, "a", 1);
    assertThat(log).containsExactly("+1", "request", "bid " + (2 << 2));
  }

  /** Where such an update looks first may be either of them. */
  @Test
  void updateThatLooksFirst_forAnotherKeyWithTheHash_isNoRequest() {
    acquireLock();
    effect(OpCodes.BID, EffectCode.SHARED, "Aa", "Aa".hashCode());
    log.clear();
    effect(OpCodes.BID, EffectCode.SHARED, "BB", "BB".hashCode());
    effect(OpCodes.BID, EffectCode.SHARED, new String("Aa"), "Aa".hashCode());
    assertThat(log).hasSize(2);
  }

  @Test
  void functionForAnotherKeyWithTheHash_holdsTheBinInReadMode() {
    acquireLock();
    effect(OpCodes.BID, EffectCode.SHARED, "Aa", 9);
    log.clear();
    hold("BB", 9);
    acquireLock();
    end("BB", 9);
    assertThat(log).containsExactly("+shared 9", "-shared 9");
  }

  @Test
  void updateOfItsOwnKeyInAFunction_doesNotEndTheHold() {
    hold("a", 1);
    effect(OpCodes.BID, 0, "a", 1);
    effect(OpCodes.RELEASE, 0, "a", 1);
    assertThat(log).containsExactly("+1");
    end("a", 1);
    assertThat(log).containsExactly("+1", "-1");
  }

  @Test
  void missedEnds_areMadeUpFor() {
    for (int hash = 1; hash <= 9; hash++) {
      hold("key", hash);
    }
    acquireLock();
    frames = 3;
    effect(OpCodes.RELEASE, 0, "key", 3);
    assertThat(log).hasSize(9 + 7).endsWith("-5", "-4", "-3");
    frames = 1;
    hold("key", 7);
    acquireLock();
    assertThat(log).endsWith("-2", "+7");
  }

  @Test
  void keys_areKnownByTheirBins() {
    long a = Bins.of(5, Integer.MAX_VALUE);
    assertThat(keys.isOf(a, "a", 0)).isTrue();
    assertThat(keys.isOf(Bins.of(5, 0), null, 77)).isTrue();
    assertThat(keys.isOf(Bins.of(5, 0), "a", 0)).isFalse();
    assertThat(keys.isOf(Bins.of(5, 0), null, 78)).isFalse();
    assertThat(keys.valueOf(a)).isEqualTo("a");
    assertThat(keys.objectOf(Bins.of(5, 0))).isEqualTo(77);
    assertThat(keys.valueOf(Bins.of(6, 0))).isNull();
    assertThat(Bins.mapOf(a)).isEqualTo(5);
  }

  /** Those of further bins are known of none. */
  @Test
  void keysOfManyBins_areKnown_upToALimit() {
    int known = 0;
    for (int hash = 0; hash < 100_000; hash++) {
      known += keys.isOf(Bins.of(1, hash), "key", 0) ? 1 : 0;
    }
    assertThat(known).isEqualTo(4_096);
    assertThat(keys.isOf(Bins.of(1, 4_095), "key", 0)).isTrue();
    assertThat(keys.isOf(Bins.of(1, 4_096), "key", 0)).isFalse();
  }

  @Test
  void mapWithALargeNumber_hasNoBins() {
    assertThat(Bins.contain(Bins.of((1L << 30) - 1, Integer.MAX_VALUE))).isTrue();
    assertThat(Bins.of(1L << 30, 1)).isEqualTo(Bins.NONE);
    assertThat(Bins.contain((1L << 35) - 1)).isFalse();
  }
}
