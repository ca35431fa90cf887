package io.racedet.runtime.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ReceiverKindsTest {
  private static final int SITE = 7;

  private final CallKinds rules = new CallKinds();
  private final ReceiverKinds one = new ReceiverKinds(rules);
  private final ReceiverKinds other = new ReceiverKinds(rules);

  @Test
  void kindOfAClass_isKnownToAllThreads_onceItIsDetermined() {
    assertThat(one.find(ArrayList.class)).isNegative();
    rules.add("java.util.ArrayList", CallKinds.STATEFUL);
    assertThat(one.determine(ArrayList.class)).isEqualTo(CallKinds.STATEFUL);
    assertThat(other.find(ArrayList.class)).isEqualTo(CallKinds.STATEFUL);
    assertThat(other.find(ArrayList.class, SITE)).isNegative();
    assertThat(other.find(Object.class)).isNegative();
  }

  @Test
  void kindOfAMethod_isKnownForItsInstruction() {
    InheritedKinds inherited = (type, method) -> CallKinds.STATEFUL;
    assertThat(one.determine(ArrayList.class, SITE, "size()I", inherited))
        .isEqualTo(CallKinds.STATEFUL);
    assertThat(other.find(ArrayList.class, SITE)).isEqualTo(CallKinds.STATEFUL);
    assertThat(other.find(ArrayList.class, SITE + 1)).isNegative();
    assertThat(other.find(ArrayList.class)).isNegative();
  }

  @Test
  void ruleThatIsAddedLater_countsForThreadsThatBeginThen() {
    one.determine(ArrayList.class);
    rules.replace("java.util.ArrayList", CallKinds.EXTERNAL);
    ReceiverKinds later = new ReceiverKinds(rules);
    assertThat(later.find(ArrayList.class)).isNegative();
    assertThat(later.determine(ArrayList.class)).isEqualTo(CallKinds.EXTERNAL);
  }

  /* What was determined by the old rules is not kept for others. */
  @Test
  void ruleThatIsAddedMeanwhile_countsForOtherThreads() {
    InheritedKinds slow =
        (type, method) -> {
          rules.replace("java.util.ArrayList", CallKinds.EXTERNAL);
          return CallKinds.STATEFUL;
        };
    one.determine(ArrayList.class, SITE, "size()I", slow);
    assertThat(other.find(ArrayList.class, SITE)).isNegative();
  }

  @Test
  void requestOfAMonitor_isKnownToItsThreadAlone_sinceItMayChange() {
    one.determineFirst(ArrayList.class, SITE, "size()I", (type, method) -> true);
    assertThat(one.findFirst(ArrayList.class, SITE)).isEqualTo(1);
    assertThat(one.find(ArrayList.class, SITE)).isNegative();
    assertThat(other.findFirst(ArrayList.class, SITE)).isNegative();
  }
}
