package io.racedet.samples;

import io.racedet.samples.clean.C17_VirtualThreadsWithLock;
import io.racedet.samples.racy.R17_VirtualThreads;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@EnabledForJreRange(min = JRE.JAVA_21)
class Pair17_VirtualThreadsTest extends PairTest {
  Pair17_VirtualThreadsTest() {
    super(R17_VirtualThreads.class, C17_VirtualThreadsWithLock.class);
  }
}
