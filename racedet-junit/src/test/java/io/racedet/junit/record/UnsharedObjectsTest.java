package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Accesses of objects that one thread alone uses become no events. */
class UnsharedObjectsTest extends MergeTestCase {
  private static final long LOCK = 99;
  private static final long ARRAY = 98;

  private final int[] fields = IntStream.range(0, 5).map(i -> catalog.field("field" + i)).toArray();

  private RecordedTrace filtered(LogBuilder... logs) {
    return new RecordedTrace(LogBuilder.trace(logs), catalog, name -> true, IntSet.of(), true);
  }

  private static List<String> without(List<String> events, String part) {
    return events.stream().filter(event -> !event.contains(part)).toList();
  }

  @Test
  void accesses_ofAnObjectOfOneThread_areCounted_butNoEvents() {
    LogBuilder a =
        LogBuilder.thread("A")
            .access(Layout.FIELD, write, OBJECT, 1, x)
            .access(Layout.FIELD, read, OBJECT, 2, x)
            .access(Layout.FIELD, write, OBJECT + 1, 1, y);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, read, OBJECT + 1, 2, y);
    RecordedTrace trace = filtered(a, b);
    assertThat(EventLog.of(trace)).isEqualTo(without(merge(a, b), "Account.x"));
    assertThat(trace.events()).isEqualTo(2);
    assertThat(trace.leftOut()).isEqualTo(2);
    assertThat(trace.accesses()).isEqualTo(4);
    assertThat(trace.accessingThreads()).isEqualTo(2);
    assertThat(trace.damaged()).isFalse();
  }

  @Test
  void instructions_ofThem_wereExecuted() {
    RecordedTrace trace =
        filtered(
            LogBuilder.thread("A").access(Layout.FIELD, write, OBJECT, 1, x),
            LogBuilder.thread("B").access(Layout.FIELD, read, OBJECT + 1, 1, x));
    assertThat(trace.sites().get(write)).isTrue();
    assertThat(trace.sites().get(read)).isTrue();
    assertThat(trace.events()).isZero();
    assertThat(trace.threads()).isEqualTo(2);
  }

  @Test
  void walks_overAnArrayOfOneThread_areNoEvents() {
    LogBuilder a = LogBuilder.thread("A").walk(write, ARRAY, 0, 9, 1);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, write, OBJECT, 1, x);
    RecordedTrace trace = filtered(a, b);
    assertThat(trace.events()).isZero();
    assertThat(trace.leftOut()).isEqualTo(11);
    assertThat(trace.accesses()).isEqualTo(11);
  }

  @Test
  void freeze_ofAnObjectOfOneThread_isNoEvent() {
    LogBuilder a =
        LogBuilder.thread("A")
            .access(Layout.FINAL_FIELD, write, OBJECT, 1, x)
            .access(Layout.FREEZE, other, OBJECT, 1, 0)
            .access(Layout.FINAL_FIELD, read, OBJECT, 2, x);
    assertThat(merge(a)).isNotEmpty();
    assertThat(EventLog.of(filtered(a))).isEmpty();
  }

  @Test
  void staticFields_areNotLeftOut() {
    LogBuilder a = LogBuilder.thread("A").access(Layout.FIELD, write, 0, 1, x);
    assertThat(EventLog.of(filtered(a))).isEqualTo(merge(a)).hasSize(1);
  }

  /* What represents unrecorded code is read at the begin of a section that is not empty. */
  @Test
  void section_withNothingButSuchAnAccess_isNotEmpty() {
    LogBuilder a = lock(LogBuilder.thread("A"), OpCodes.ACQUIRE, 1);
    a.access(Layout.FIELD, write, OBJECT + 1, 1, x);
    lock(a, OpCodes.RELEASE, 2);
    LogBuilder b = lock(LogBuilder.thread("B"), OpCodes.ACQUIRE, 3);
    b.sync(OpCodes.UNSEEN, Aspects.UNSEEN, other, 0, 4, 0);
    lock(b, OpCodes.RELEASE, 5);
    assertThat(EventLog.of(filtered(a, b)))
        .isEqualTo(without(merge(a, b), "Account.x"))
        .anyMatch(event -> event.startsWith("A|sr(unrecorded code"));
  }

  @Test
  void randomLogs_haveAllOtherEvents() {
    assertRandom(500);
  }

  @Test
  @Tag("soak")
  void moreRandomLogs_haveAllOtherEvents() {
    assertRandom(50_000);
  }

  private void assertRandom(int runs) {
    int leftOut = 0;
    for (int seed = 1; seed <= runs; seed++) {
      LogBuilder[] logs = randomLogs(new SplittableRandom(seed));
      List<String> all = merge(logs);
      List<String> expected = new ArrayList<>(all);
      expected.removeIf(event -> isOfOne(event, all));
      assertThat(EventLog.of(filtered(logs))).as("seed %d", seed).isEqualTo(expected);
      leftOut += expected.size() < all.size() ? 1 : 0;
    }
    assertThat(leftOut).isGreaterThan(runs / 2);
  }

  /* The field of each object has a name of its own. */
  private static boolean isOfOne(String event, List<String> all) {
    String object = object(event);
    Set<String> users = new HashSet<>();
    for (String each : all) {
      if (object(each).equals(object)) {
        users.add(thread(each));
      }
    }
    return !object.isEmpty() && users.size() == 1;
  }

  private static String thread(String event) {
    return event.substring(0, event.indexOf('|'));
  }

  /* Of a data access; empty for other events. */
  private static String object(String event) {
    boolean isAccess = event.contains("|r(") || event.contains("|w(");
    String operand = event.substring(event.indexOf('(') + 1, event.lastIndexOf(')'));
    return isAccess ? operand : "";
  }

  /* Of three threads, one at a time, which use five objects, and two locks. */
  private LogBuilder[] randomLogs(SplittableRandom random) {
    LogBuilder[] logs = {
      LogBuilder.thread("A"), LogBuilder.thread("B"), LogBuilder.thread("C"),
    };
    int[] versions = new int[fields.length];
    long[] owners = {-1, -1}; // by lock
    long seq = 1;
    for (int i = 0; i < 25; i++) {
      int thread = random.nextInt(logs.length);
      int lock = random.nextInt(owners.length);
      long lockObject = LOCK + lock;
      switch (random.nextInt(5)) {
        case 0 -> {
          if (owners[lock] < 0) {
            owners[lock] = thread;
            logs[thread].sync(OpCodes.ACQUIRE, Aspects.MONITOR, other, lockObject, seq++, 0);
          }
        }
        case 1 -> {
          if (owners[lock] == thread) {
            owners[lock] = -1;
            logs[thread].sync(OpCodes.RELEASE, Aspects.MONITOR, other, lockObject, seq++, 0);
          }
        }
        case 2 -> {
          if (random.nextInt(3) == 0) {
            logs[thread].sync(OpCodes.UNSEEN, Aspects.UNSEEN, other, 0, seq++, 0);
          }
        }
        default -> {
          int field = random.nextInt(fields.length);
          int site = random.nextBoolean() ? read : write;
          logs[thread].access(Layout.FIELD, site, OBJECT + field, ++versions[field], fields[field]);
        }
      }
    }
    return logs;
  }
}
