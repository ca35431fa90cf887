package io.racedet.engine.syncp;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommonLocksTest {
  /** Accesses by different threads: the operation, and the locks, in upper case if shared. */
  @ParameterizedTest
  @CsvSource({
    "w, false",
    "wa, true",
    "wa wa, true",
    "wa wb, false",
    "wab wb, true",
    "wab wa wb, false",
    "wab wbc wcb, true",
    "wA, false",
    "rA wa, true",
    "wa rA, true",
    "rA rA, true",
    "rA wA, false",
    "rAB wbA, true",
    "rAB wAB, false",
    "ra r, false",
  })
  void kept_accesses_areTheCommonOnes(String accesses, boolean hasCommon) {
    LockContexts contexts = new LockContexts();
    CommonLocks locks = new CommonLocks(contexts);
    long common = 0;
    int thread = 0;
    for (String access : accesses.split(" ")) {
      int context = contexts.root(thread);
      for (char lock : access.substring(1).toCharArray()) {
        boolean isShared = Character.isUpperCase(lock);
        context = contexts.child(context, Character.toLowerCase(lock) - 'a', isShared);
      }
      boolean isWrite = access.charAt(0) == 'w';
      common = thread++ == 0 ? locks.of(context, isWrite) : locks.kept(common, context, isWrite);
    }
    assertThat(CommonLocks.isEmpty(common)).isEqualTo(!hasCommon);
  }

  /** Of more locks than there are bits the innermost ones are known. */
  @ParameterizedTest
  @CsvSource({"0, false", "7, false", "8, true", "39, true"})
  void kept_manyLocks_areTheInnermostOnes(int lock, boolean hasCommon) {
    LockContexts contexts = new LockContexts();
    CommonLocks locks = new CommonLocks(contexts);
    int many = contexts.root(0);
    for (int i = 0; i < 40; i++) {
      many = contexts.child(many, i, false);
    }
    long common = locks.of(many, true);
    common = locks.kept(common, contexts.child(contexts.root(1), lock, false), true);
    assertThat(CommonLocks.isEmpty(common)).isEqualTo(!hasCommon);
  }
}
