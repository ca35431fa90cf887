package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.record.sites.SiteKind;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of records, in logs made by hand. */
class TraceMergeTest extends MergeTestCase {
  @Test
  void accesses_followTheVersionsOfTheirStripe() {
    LogBuilder a = LogBuilder.thread("A");
    LogBuilder b = LogBuilder.thread("B");
    for (int version = 1; version <= 6; version++) {
      (version % 2 == 0 ? a : b).access(Layout.FIELD, write, OBJECT, version, x);
    }
    assertThat(merge(a, b))
        .extracting(event -> event.substring(0, 1))
        .containsExactly("B", "A", "B", "A", "B", "A");
  }

  @Test
  void versions_mayWrapAround() {
    LogBuilder a =
        LogBuilder.thread("A")
            .access(Layout.FIELD, write, OBJECT, Integer.MAX_VALUE, x)
            .access(Layout.FIELD, write, OBJECT, Integer.MIN_VALUE + 1, x);
    LogBuilder b = LogBuilder.thread("B").access(Layout.FIELD, read, OBJECT, Integer.MIN_VALUE, x);
    assertThat(merge(b, a))
        .containsExactly(
            "A|w(Account.x)|Account.java:2",
            "B|r(Account.x)|Account.java:1",
            "A|w(Account.x)|Account.java:2");
  }

  @Test
  void aThreadsFirstRecord_waitsForItsFork_aJoinForItsLast() {
    LogBuilder child = LogBuilder.forkedThread("child").access(Layout.FIELD, write, OBJECT, 1, y);
    LogBuilder parent =
        LogBuilder.thread("parent")
            .access(Layout.FIELD, write, OBJECT, 1, x)
            .sync(OpCodes.FORK, Aspects.THREAD, other, 0, 1, 0)
            .sync(OpCodes.JOIN, Aspects.THREAD, other, 0, 2, 0)
            .access(Layout.FIELD, read, OBJECT, 2, y);
    assertThat(merge(child, parent))
        .containsExactly(
            "parent|w(Account.x)|Account.java:2",
            "parent|fork(child)|Account.java:3",
            "child|w(Account.y)|Account.java:2",
            "parent|join(child)|Account.java:3",
            "parent|r(Account.y)|Account.java:1");
  }

  @Test
  void fork_ofAThreadThatRuns_isNone() {
    LogBuilder running = LogBuilder.thread("running").access(Layout.FIELD, write, OBJECT, 1, y);
    LogBuilder caller =
        LogBuilder.thread("caller").sync(OpCodes.FORK, Aspects.THREAD, other, 0, 1, 0);
    assertThat(merge(running, caller)).containsExactly("running|w(Account.y)|Account.java:2");
  }

  @Test
  void secondFork_isNone() {
    LogBuilder child = LogBuilder.forkedThread("child").access(Layout.FIELD, write, OBJECT, 1, y);
    LogBuilder caller =
        LogBuilder.thread("caller")
            .sync(OpCodes.FORK, Aspects.THREAD, other, 0, 1, 0)
            .sync(OpCodes.FORK, Aspects.THREAD, other, 0, 2, 0);
    assertThat(merge(child, caller))
        .containsExactly("caller|fork(child)|Account.java:3", "child|w(Account.y)|Account.java:2");
  }

  @Test
  void classInitialisation_comesBeforeOthersUseOfTheClass_andIsReceivedOnce() {
    int initializer = catalog.method("com.acme.Config", "<clinit>", true);
    int end = catalog.site(SiteKind.OTHER, initializer, 9);
    int field = catalog.field("com.acme.Config", "limit", true);
    LogBuilder user =
        LogBuilder.thread("user")
            .access(Layout.FIELD, read, 0, 2, field)
            .access(Layout.FIELD, read, 0, 3, field);
    LogBuilder loader =
        LogBuilder.thread("loader")
            .enter(initializer, other)
            .access(Layout.FIELD, write, 0, 1, field)
            .sync(OpCodes.SEND, Aspects.CLASS_INIT, end, 0, 1, 0)
            .exit();
    assertThat(merge(user, loader))
        .containsExactly(
            "loader|w(Config.limit)|Account.java:2",
            "loader|snd(Config class initialisation)|Config.java:9",
            "user|rcv(Config class initialisation)|",
            "user|r(Config.limit)|Account.java:1",
            "user|r(Config.limit)|Account.java:1");
  }

  @Test
  void classOfTheSameName_ofAnotherLoader_isNotAwaited() {
    int end = catalog.site(SiteKind.OTHER, catalog.method("com.acme.Config", "<clinit>", true), 9);
    catalog.loader(1);
    int constructor = catalog.method("com.acme.Config", "<init>", false);
    int field = catalog.field("com.acme.Config", "limit", true);
    LogBuilder user =
        LogBuilder.thread("user")
            .access(Layout.FIELD, read, 0, 1, field)
            .enter(constructor, other)
            .access(Layout.FIELD, write, OBJECT, 1, x)
            .exit();
    LogBuilder loader =
        LogBuilder.thread("loader")
            .access(Layout.FIELD, read, OBJECT, 2, x)
            .sync(OpCodes.SEND, Aspects.CLASS_INIT, end, 0, 1, 0);
    assertThat(merge(user, loader))
        .containsExactly(
            "user|r(Config.limit)|Account.java:1",
            "user|w(Account.x)|Account.java:2",
            "loader|r(Account.x)|Account.java:1",
            "loader|snd(Config class initialisation)|Config.java:9");
  }

  @Test
  void staticMethodsAndConstructors_needTheClass_otherMethodsDoNot() {
    int initializer = catalog.method("com.acme.Config", "<clinit>", true);
    int constructor = catalog.method("com.acme.Config", "<init>", false);
    int instance = catalog.method("com.acme.Config", "get", false);
    int end = catalog.site(SiteKind.OTHER, initializer, 9);
    LogBuilder user =
        LogBuilder.thread("user")
            .enter(instance, other)
            .access(Layout.FIELD, read, OBJECT, 1, x)
            .exit()
            .enter(constructor, other)
            .access(Layout.FIELD, write, OBJECT, 2, x)
            .exit();
    LogBuilder loader =
        LogBuilder.thread("loader").sync(OpCodes.SEND, Aspects.CLASS_INIT, end, 0, 1, 0);
    assertThat(merge(user, loader))
        .containsExactly(
            "user|r(Account.x)|Account.java:1",
            "loader|snd(Config class initialisation)|Config.java:9",
            "user|rcv(Config class initialisation)|",
            "user|w(Account.x)|Account.java:2");
  }

  private LogBuilder initialiserOf(String className) {
    int end = catalog.site(SiteKind.OTHER, catalog.method(className, "<clinit>", true), 9);
    return LogBuilder.thread("loader").sync(OpCodes.SEND, Aspects.CLASS_INIT, end, 0, 1, 0);
  }

  private LogBuilder userOf(String className) {
    int constructor = catalog.method(className, "<init>", false);
    return LogBuilder.thread("user").enter(constructor, other).exit();
  }

  @Test
  void classWithoutInitialiser_needsItsSuperclass() {
    catalog.type("com.acme.Settings", "com.acme.Config");
    assertThat(merge(userOf("com.acme.Settings"), initialiserOf("com.acme.Config")))
        .containsExactly(
            "loader|snd(Config class initialisation)|Config.java:9",
            "user|rcv(Config class initialisation)|");
  }

  @Test
  void classWithoutInitialiser_needsInterfaces_withDefaultMethodsOnly() {
    catalog.interfaceType("com.acme.Named", true);
    catalog.interfaceType("com.acme.Limits", false);
    catalog.type("com.acme.Person", "java.lang.Object", "com.acme.Named");
    catalog.type("com.acme.Order", "java.lang.Object", "com.acme.Limits");
    assertThat(merge(userOf("com.acme.Person"), initialiserOf("com.acme.Named")))
        .contains("user|rcv(Named class initialisation)|");
    assertThat(merge(userOf("com.acme.Order"), initialiserOf("com.acme.Limits")))
        .containsExactly("loader|snd(Limits class initialisation)|Limits.java:9");
  }

  @Test
  void staticField_ofAClassThatTheLoaderHasDefinedItself_isAnotherVariable() {
    int field = catalog.field("com.acme.Config", "limit", true);
    catalog.loader(1);
    catalog.field("com.acme.Config", "limit", true);
    int copyWrites = catalog.site(SiteKind.WRITE, catalog.method("com.acme.Bank", "set", false), 5);
    LogBuilder original = LogBuilder.thread("A").access(Layout.FIELD, read, 0, 1, field);
    LogBuilder copy =
        LogBuilder.thread("B")
            .access(Layout.FIELD, copyWrites, 0, 2, field)
            .access(Layout.FIELD, copyWrites, 0, 3, field);
    Set<Integer> variables = new HashSet<>();
    trace(original, copy).replay((op, thread, operand, location) -> variables.add(operand));
    assertThat(variables).hasSize(2);
  }

  @Test
  void frozenFields_areReceivedByOtherThreads_beforeTheirFirstRead() {
    int finalRead = catalog.site(SiteKind.FINAL_READ, method, 4);
    LogBuilder maker =
        LogBuilder.thread("maker")
            .access(Layout.FINAL_FIELD, write, OBJECT, 1, x)
            .access(Layout.FREEZE, other, OBJECT, 2, 0)
            .access(Layout.FINAL_FIELD, finalRead, OBJECT, 5, x);
    LogBuilder user =
        LogBuilder.thread("user")
            .access(Layout.FINAL_FIELD, finalRead, OBJECT, 3, x)
            .access(Layout.FINAL_FIELD, finalRead, OBJECT, 4, x);
    assertThat(merge(user, maker))
        .containsExactly(
            "maker|w(Account.x)|Account.java:2",
            "maker|snd(object 77 final fields)|Account.java:3",
            "user|rcv(object 77 final fields)|Account.java:4",
            "user|r(Account.x)|Account.java:4",
            "user|r(Account.x)|Account.java:4",
            "maker|r(Account.x)|Account.java:4");
  }

  @Test
  void finalFieldReadBeforeItsFreeze_receivesNothing() {
    int finalRead = catalog.site(SiteKind.FINAL_READ, method, 4);
    LogBuilder maker =
        LogBuilder.thread("maker")
            .access(Layout.FINAL_FIELD, write, OBJECT, 1, x)
            .access(Layout.FREEZE, other, OBJECT, 3, 0);
    LogBuilder user = LogBuilder.thread("user").access(Layout.FINAL_FIELD, finalRead, OBJECT, 2, x);
    assertThat(merge(user, maker))
        .containsExactly(
            "maker|w(Account.x)|Account.java:2",
            "user|r(Account.x)|Account.java:4",
            "maker|snd(object 77 final fields)|Account.java:3");
  }

  @Test
  void ranges_areWrittenOut_onlyForArraysOfSeveralThreads() {
    /* An object without a class has fields, not elements. */
    for (int index = 2; index < 5; index++) {
      catalog.field("at" + index);
    }
    LogBuilder a =
        LogBuilder.thread("A")
            .sync(OpCodes.WRITE, Aspects.RANGE, other, OBJECT, 1, 2L << 32 | 5)
            .sync(OpCodes.READ, Aspects.RANGE, other, OBJECT + 1, 2, 2L << 32 | 5);
    LogBuilder b = LogBuilder.thread("B").access(Layout.ELEMENT, read, OBJECT, 1, 3);
    List<String> events = merge(a, b);
    assertThat(events).hasSize(4);
    assertThat(events.stream().filter(event -> event.startsWith("A|w("))).hasSize(3);
  }

  @Test
  void accessesOutOfScope_areDropped_syncOpsAreNot() {
    int library = catalog.method("org.lib.Cache", "get", false);
    int there = catalog.site(SiteKind.WRITE, library, 8);
    LogBuilder a = LogBuilder.thread("A").access(Layout.FIELD, there, OBJECT, 1, x);
    a.sync(OpCodes.SEND, Aspects.CHANNEL, there, OBJECT, 1, 0);
    a.access(Layout.FIELD, write, OBJECT, 2, x);
    RecordedTrace trace =
        new RecordedTrace(
            LogBuilder.trace(a), catalog, name -> name.startsWith("com.acme"), IntSet.of());
    assertThat(EventLog.of(trace))
        .containsExactly("A|snd(object 77)|Cache.java:8", "A|w(Account.x)|Account.java:2");
    assertThat(trace.accesses()).isEqualTo(1);
  }

  @Test
  void threadOfAnEarlierRepetition_isLeftOut_untilItReceivesSomethingOfThisOne() {
    LogBuilder a = LogBuilder.thread("A").access(Layout.FIELD, write, OBJECT, 1, x);
    a.sync(OpCodes.SEND, Aspects.CHANNEL, other, OBJECT, 3, 0);
    LogBuilder old = LogBuilder.thread("old").access(Layout.FIELD, write, OBJECT, 2, x);
    old.sync(OpCodes.SEND, Aspects.CHANNEL, other, OBJECT + 1, 1, 0);
    old.sync(OpCodes.RECEIVE, Aspects.CHANNEL, other, OBJECT + 1, 2, 0);
    old.access(Layout.FIELD, read, OBJECT, 3, x);
    old.sync(OpCodes.RECEIVE, Aspects.CHANNEL, other, OBJECT, 4, 0);
    old.access(Layout.FIELD, read, OBJECT, 4, x);
    IntOpenHashSet leftover = IntOpenHashSet.of(1);
    RecordedTrace trace =
        new RecordedTrace(LogBuilder.trace(a, old), catalog, name -> true, leftover);
    assertThat(EventLog.of(trace))
        .containsSubsequence("A|w(Account.x)|Account.java:2", "old|r(Account.x)|Account.java:1")
        .filteredOn(event -> event.contains("Account.x"))
        .hasSize(2);
    assertThat(trace.accesses()).isEqualTo(2);
  }

  @Test
  void accessesWithTheirOwnOp_needNoSiteKind() {
    LogBuilder a = LogBuilder.thread("A");
    for (int op = 0; op < 4; op++) {
      a.access(Layout.FIELD_WITH_OP + op, other, OBJECT, 1 + op, x);
    }
    a.access(Layout.FIELD_WITH_OP, other, OBJECT, 1, Layout.CONTENTS);
    assertThat(merge(a))
        .extracting(event -> event.substring(0, event.lastIndexOf('|')))
        .containsExactly(
            "A|r(Account.x)",
            "A|w(Account.x)",
            "A|ar(Account.x)",
            "A|aw(Account.x)",
            "A|r(object 77 contents)");
  }

  /** As in a damaged recording. */
  @Test
  @Timeout(20)
  void repeatedNumberOfSynchronisation_ofWhichBothWait_endsAllTheSame() {
    LogBuilder a = LogBuilder.thread("A").sync(OpCodes.ACQUIRE, Aspects.THREAD, other, 0, 2, 0);
    LogBuilder b = LogBuilder.thread("B").sync(OpCodes.ACQUIRE, Aspects.THREAD, other, 0, 2, 0);
    LogBuilder c = LogBuilder.thread("C").sync(OpCodes.ACQUIRE, Aspects.THREAD, other, 0, 1, 0);
    RecordedTrace trace = trace(a, b, c);
    assertThat(EventLog.of(trace)).filteredOn(event -> event.contains("|acq(")).hasSize(3);
    assertThat(trace.damaged()).isTrue();
  }

  @Test
  void thousandsOfThreads_takeTurnsOnOneStripe() {
    int count = 5000;
    int rounds = 20;
    LogBuilder[] logs = new LogBuilder[count];
    for (int i = 0; i < count; i++) {
      logs[i] = LogBuilder.thread("T" + i);
      for (int round = 0; round < rounds; round++) {
        logs[i].access(Layout.FIELD, write, OBJECT, round * count + count - i, x);
      }
    }
    List<String> events = merge(logs);
    assertThat(events).hasSize(count * rounds);
    assertThat(events.get(0)).startsWith("T4999|");
    assertThat(events.get(count * rounds - 1)).startsWith("T0|");
  }
}
