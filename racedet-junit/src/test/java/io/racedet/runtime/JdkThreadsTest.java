package io.racedet.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.memory.JdkThreads;
import java.lang.ref.Cleaner;
import org.junit.jupiter.api.Test;

/** Which threads have no turns. */
class JdkThreadsTest {
  /* Its name is that of the JDK's own one, on every JDK. */
  @Test
  void referenceHandler_isOne() {
    assertThat(Thread.getAllStackTraces().keySet().stream().filter(JdkThreads::isOne))
        .extracting(Thread::getName)
        .contains("Reference Handler");
  }

  @Test
  void threadOfATest_isNone_norIsThatOfItsCleaner() {
    Cleaner.create(
        task -> {
          Thread cleaner = new Thread(task, "cleaner of the test");
          cleaner.setDaemon(true);
          assertThat(JdkThreads.isOne(cleaner)).isFalse();
          return cleaner;
        });
    assertThat(JdkThreads.isOne(Thread.currentThread())).isFalse();
  }
}
