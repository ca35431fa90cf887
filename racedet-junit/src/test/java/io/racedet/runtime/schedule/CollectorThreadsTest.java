package io.racedet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.Cleaner;
import org.junit.jupiter.api.Test;

/** Which threads have no turns. */
class CollectorThreadsTest {
  /* Its name is that of the JDK's own one, on every JDK. */
  @Test
  void referenceHandler_isOne() {
    assertThat(Thread.getAllStackTraces().keySet().stream().filter(OneAtATime::isOfCollector))
        .extracting(Thread::getName)
        .contains("Reference Handler");
  }

  @Test
  void threadOfATest_isNone_norIsThatOfItsCleaner() {
    Cleaner.create(
        task -> {
          Thread cleaner = new Thread(task, "cleaner of the test");
          cleaner.setDaemon(true);
          assertThat(OneAtATime.isOfCollector(cleaner)).isFalse();
          return cleaner;
        });
    assertThat(OneAtATime.isOfCollector(Thread.currentThread())).isFalse();
  }
}
