package io.racedet.junit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is thrown because a deadlock was broken. */
@Timeout(60)
class BrokenDeadlockTest {
  private static final class Broken extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static boolean isFoundIn(Throwable thrown) {
    return BrokenDeadlock.has(Broken.class.getName(), thrown);
  }

  @Test
  void causes_andWhatTheySuppress_areLookedAt() {
    assertThat(isFoundIn(new Broken())).isTrue();
    assertThat(isFoundIn(new IllegalStateException(new Broken()))).isTrue();
    Exception suppresses = new Exception();
    suppresses.addSuppressed(new RuntimeException(new Broken()));
    assertThat(isFoundIn(new IllegalStateException(suppresses))).isTrue();
    assertThat(isFoundIn(new IllegalStateException("own"))).isFalse();
  }

  @Test
  void cyclicCauses_areLookedAtOnce() {
    Exception first = new Exception("first");
    Exception second = new Exception("second", first);
    first.initCause(second);
    assertThat(isFoundIn(first)).isFalse();
    second.addSuppressed(new Broken());
    assertThat(isFoundIn(first)).isTrue();
  }

  @Test
  void suppressedOnes_thatSuppressEachOther_areLookedAtOnce() {
    Exception first = new Exception("first");
    Exception second = new Exception("second");
    first.addSuppressed(second);
    second.addSuppressed(first);
    assertThat(isFoundIn(first)).isFalse();
  }
}
