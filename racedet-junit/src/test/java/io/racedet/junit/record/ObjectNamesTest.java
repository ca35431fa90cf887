package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.merge.ObjectNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectNamesTest {
  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

  @ParameterizedTest
  @CsvSource({
    "java.util.concurrent.locks.ReentrantLock$NonfairSync, ReentrantLock",
    "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync, ReentrantReadWriteLock",
    "java.util.concurrent.CountDownLatch$Sync, CountDownLatch",
    "java.util.concurrent.CompletableFuture$Signaller, CompletableFuture",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject, Condition",
    "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject, Condition",
    "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock, ReentrantReadWriteLock.ReadLock",
    "com.acme.Account$Sync, Account.Sync",
    "java.lang.Object, Object"
  })
  void insideOfASynchroniser_hasTheNameOfThat(String className, String expected) {
    assertThat(ObjectNames.named(className)).isEqualTo(expected);
  }

  @Test
  void objectsThatHaveTheSameClassInTheirNames_haveDifferentNumbers() {
    ObjectNames names = new ObjectNames(LogBuilder.trace());
    assertThat(names.of(LOCK + "$FairSync", 1)).isEqualTo("ReentrantLock@1");
    assertThat(names.of(LOCK + "$NonfairSync", 1)).isEqualTo("ReentrantLock@2");
    assertThat(names.of(LOCK + "$FairSync", 2)).isEqualTo("ReentrantLock@3");
    assertThat(names.of(LOCK + "$FairSync", 1)).isEqualTo("ReentrantLock@1");
    assertThat(names.of("com.acme.Account", 1)).isEqualTo("Account@1");
    assertThat(names.of("com.other.Account", 1)).isEqualTo("Account@2");
  }
}
