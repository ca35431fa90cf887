package io.racedet.junit.record.detail;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.report.Frame;
import io.racedet.report.SyncPoint;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which synchronisation near an access is shown. */
class NearSyncsTest {
  private final NearSyncs near = new NearSyncs();

  private void add(long object, boolean isInside) {
    SyncPoint point = new SyncPoint(object, Op.RELEASE, "lock " + object, Frame.UNKNOWN);
    near.add(new NearSyncs.Near(point, object, isInside));
  }

  private Long shown(Long... ofTheOther) {
    return near.shown(Set.of(ofTheOther)::contains).map(NearSyncs.Near::object).orElse(null);
  }

  @Test
  void ofTheCodeUnderTest_isShownWhateverTheOtherThreadDoes() {
    add(1, false);
    assertThat(near.isComplete()).isTrue();
    assertThat(shown()).isEqualTo(1);
    assertThat(shown(2L)).isEqualTo(1);
  }

  @Test
  void insideOfALibrary_isShownOnlyIfTheOtherThreadUsesTheObject() {
    add(1, true);
    assertThat(near.isComplete()).isFalse();
    assertThat(shown(1L)).isEqualTo(1);
    assertThat(shown(2L)).isNull();
  }

  @Test
  void nextOneIsShown_ifTheNearestIsNot() {
    add(1, true);
    add(2, true);
    add(3, false);
    assertThat(near.isComplete()).isTrue();
    assertThat(shown()).isEqualTo(3);
    assertThat(shown(2L)).isEqualTo(2);
    assertThat(shown(1L, 2L)).isEqualTo(1);
  }

  /** Then the next one may be of the code under test: that none is shown would be wrong. */
  @Test
  void insideOfALibrary_someAreEnough_andTheNearestIsShown() {
    for (int i = 1; i < NearSyncs.KEPT; i++) {
      add(i, true);
      assertThat(near.isComplete()).isFalse();
      assertThat(shown()).isNull();
    }
    add(NearSyncs.KEPT, true);
    assertThat(near.isComplete()).isTrue();
    assertThat(shown()).isEqualTo(1);
    assertThat(shown(4L, 3L)).isEqualTo(3);
  }
}
