package io.racedet.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.report.Frame;
import io.racedet.report.SyncPoint;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why two synchronisations of the same name do not order what is before and after them. */
class HandOverTest {
  private static Optional<SyncPoint> point(long index, Op op, String name) {
    return Optional.of(new SyncPoint(index, op, name, Frame.UNKNOWN));
  }

  @ParameterizedTest
  @CsvSource({
    "4, RELEASE, 7, ACQUIRE, true, FORWARDS",
    "7, RELEASE, 4, ACQUIRE, true, BACKWARDS",
    "4, RELEASE_SHARED, 7, ACQUIRE_SHARED, true, SHARED",
    "4, RELEASE, 7, ACQUIRE_SHARED, true, FORWARDS",
    "7, RELEASE_SHARED, 4, ACQUIRE_SHARED, true, BACKWARDS",
    "4, SEND, 7, RECEIVE, false, DIFFERENT",
    "7, SEND, 4, RECEIVE, false, DIFFERENT",
    "4, SYNC_WRITE, 7, SYNC_READ, false, DIFFERENT",
    "4, SEND, 7, ACQUIRE, false, UNRELATED"
  })
  void sameName(long first, Op after, long second, Op before, boolean areSame, HandOver expected) {
    assertThat(HandOver.of(point(first, after, "x"), point(second, before, "x"), areSame))
        .isEqualTo(expected);
  }

  @Test
  void otherNameOrNone_isUnrelated() {
    Optional<SyncPoint> release = point(4, Op.RELEASE, "x");
    assertThat(HandOver.of(release, point(7, Op.ACQUIRE, "y"), false))
        .isEqualTo(HandOver.UNRELATED);
    assertThat(HandOver.of(release, Optional.empty(), false)).isEqualTo(HandOver.UNRELATED);
    assertThat(HandOver.of(Optional.empty(), release, false)).isEqualTo(HandOver.UNRELATED);
  }
}
