package io.racedet.junit.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.Schedule;
import io.racedet.junit.record.detail.DetailPass;
import io.racedet.junit.record.detail.ObjectOrigin;
import io.racedet.junit.record.sites.SiteKind;
import io.racedet.race.AccessIds;
import io.racedet.report.Frame;
import io.racedet.report.ReportedAccess;
import io.racedet.report.SyncPoint;
import io.racedet.runtime.DataHooks;
import io.racedet.runtime.Effects;
import io.racedet.runtime.Hooks;
import io.racedet.runtime.MonitorHooks;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names, counts and details of a trace that hooks have recorded. */
class RecordedTraceTest {
  private static final int LOCK = EffectCode.of(OpCodes.ACQUIRE, Aspects.LOCK, 0);
  private static final int UNLOCK = EffectCode.of(OpCodes.RELEASE, Aspects.LOCK, 0);
  private static final int ADD = EffectCode.of(OpCodes.WRITE, Aspects.FIELD, 0);

  private static final EventSink NOWHERE = (op, thread, operand, location) -> {};

  private final CatalogBuilder catalog = new CatalogBuilder();
  private final int test = catalog.method("com.acme.AccountTest", "transfers", false);
  private final int forkSite = catalog.site(SiteKind.OTHER, test, 11);
  private final int newSite = catalog.site(SiteKind.OTHER, test, 10);
  private final int run = catalog.method("com.acme.AccountTest", "run", false);
  private final int callDeposit = catalog.site(SiteKind.OTHER, run, 20);
  private final int callUnlock = catalog.site(SiteKind.OTHER, run, 21);
  private final int deposit = catalog.method("deposit");
  private final int lockSite = catalog.site(SiteKind.OTHER, deposit, 30);
  private final int read = catalog.site(SiteKind.READ, deposit, 31);
  private final int write = catalog.site(SiteKind.WRITE, deposit, 31);
  private final int unlockSite = catalog.site(SiteKind.OTHER, deposit, 32);
  private final int element = catalog.site(SiteKind.WRITE, deposit, 33);
  private final int staticWrite = catalog.site(SiteKind.WRITE, deposit, 34);
  private final int balance = catalog.field("balance");
  private final int count = catalog.field("com.acme.Bank$Branch", "count", true);

  private Recording recording;

  private static final class Account {
    int balance;
  }

  @BeforeEach
  void start() {
    recording =
        Recording.start(catalog, new RecordingOptions(Schedule.NONE, 1, 100_000, any -> true));
  }

  @AfterEach
  void stop() {
    recording.stop().close();
  }

  private void deposit(Account account, Object lock) {
    Hooks.call(callDeposit, null);
    Hooks.enter(deposit);
    synchronized (lock) {
      MonitorHooks.monitorEntered(lock, lockSite);
      int token = DataHooks.field(account, balance, read, null);
      int old = account.balance;
      DataHooks.after(token);
      token = DataHooks.field(account, balance, write, null);
      account.balance = old + 1;
      DataHooks.after(token);
      MonitorHooks.monitorExiting(lock, unlockSite);
    }
    Hooks.exit(null);
  }

  private Account newAccount() {
    Account account = new Account();
    Hooks.allocated(account, newSite, null);
    return account;
  }

  private Thread start(String name, Runnable body) {
    Hooks.call(forkSite, null);
    Runnable woven =
        () -> {
          Hooks.enter(run);
          body.run();
          Hooks.exit(null);
        };
    return HookCalls.start(new Thread(woven, name));
  }

  private static DetailPass details(RecordedTrace trace, long... indexes) {
    return trace.details(AccessLookup.of(trace, indexes), NOWHERE, () -> true);
  }

  /** The synchronisation of final fields is implicit, so reports must not name it. */
  @Test
  void handOffOfFinalFields_isNoSynchronisationOfADetail() throws Exception {
    Object lock = new Object();
    Account account = newAccount();
    DataHooks.freeze(account, newSite);
    Thread reader =
        start(
            "reader",
            () -> {
              MonitorHooks.monitorEntered(lock, lockSite);
              MonitorHooks.monitorExiting(lock, unlockSite);
              DataHooks.after(DataHooks.finalField(account, count, read, null));
              DataHooks.after(DataHooks.field(account, balance, write, null));
              DataHooks.freeze(new Account(), newSite);
              MonitorHooks.monitorEntered(lock, lockSite);
              MonitorHooks.monitorExiting(lock, unlockSite);
            });
    HookCalls.join(reader);
    RecordedTrace trace = recording.stop();
    List<String> events = EventLog.of(trace);
    assertThat(events).anyMatch(event -> event.startsWith("reader|rcv("));
    int access = events.indexOf("reader|w(Account.balance)|Account.java:31");

    DetailPass details = details(trace, access + 1L);

    assertThat(details.later(access + 1L, 0).nearest().map(SyncPoint::op)).contains(Op.ACQUIRE);
    assertThat(details.earlier(access + 1L, access + 1L).nearest().map(SyncPoint::op))
        .contains(Op.RELEASE);
  }

  @Test
  void twoThreads_detailsSayEverything() throws Exception {
    Hooks.enter(test);
    Account account = newAccount();
    Object first = new Object();
    Object second = new Object();
    Thread left = start("left", () -> deposit(account, first));
    HookCalls.join(left);
    Thread right = start("right", () -> deposit(account, second));
    HookCalls.join(right);
    Hooks.exit(null);
    RecordedTrace trace = recording.stop();
    List<String> events = EventLog.of(trace);
    int firstWrite = events.indexOf("left|w(Account.balance)|Account.java:31");
    int secondWrite = events.indexOf("right|w(Account.balance)|Account.java:31");

    DetailPass details = details(trace, secondWrite + 1L, firstWrite + 1L);

    ReportedAccess earlier = details.earlier(firstWrite + 1L, secondWrite + 1L);
    assertThat(earlier.index()).isEqualTo(firstWrite + 1L);
    assertThat(earlier.thread()).isEqualTo("left");
    assertThat(earlier.operation()).isEqualTo("write");
    AccessIds ids = AccessLookup.of(trace, firstWrite + 1L).get(0);
    assertThat(trace.variable(ids.variable()).name()).isEqualTo("Account.balance");
    assertThat(earlier.site()).isEqualTo(catalog.site(write).instruction());
    assertThat(trace.site(ids.location())).contains(catalog.site(write));
    assertThat(earlier.stack())
        .extracting(Frame::text)
        .containsExactly(
            "com.acme.Account.deposit(Account.java:31)",
            "com.acme.AccountTest.run(AccountTest.java:20)");
    assertThat(earlier.locks()).hasSize(1);
    assertThat(earlier.locks().get(0).lock()).isEqualTo("Object@1 monitor");
    assertThat(earlier.locks().get(0).acquired().line()).isEqualTo(30);
    ObjectOrigin origin = details.origin(firstWrite + 1L).orElseThrow();
    assertThat(origin.stack())
        .extracting(Frame::text)
        .containsExactly("com.acme.AccountTest.transfers(AccountTest.java:10)");
    assertThat(origin.exact()).isTrue();
    assertThat(earlier.position().started())
        .extracting(Frame::text)
        .containsExactly("com.acme.AccountTest.transfers(AccountTest.java:11)");
    assertThat(earlier.position().startedBy()).isEqualTo(Thread.currentThread().getName());
    assertThat(earlier.nearest().map(SyncPoint::op)).contains(Op.RELEASE);
    assertThat(earlier.nearest().map(SyncPoint::operand)).contains("Object@1 monitor");
    ReportedAccess later = details.later(secondWrite + 1L, firstWrite + 1L);
    assertThat(later.nearest().map(SyncPoint::op)).contains(Op.ACQUIRE);
    assertThat(later.nearest().map(SyncPoint::operand)).contains("Object@2 monitor");
    assertThat(details(trace, firstWrite + 1L).earlier(firstWrite + 1L, firstWrite + 1L))
        .isEqualTo(earlier);
  }

  /** Both threads use one of its locks, and each of them others. */
  @Test
  void synchronisationOfUnwovenCode_isADetailIfBothThreadsUseItsObject() throws Exception {
    Account account = newAccount();
    Object both = new Object();
    Object mine = new Object();
    Thread left =
        start(
            "left",
            () -> {
              DataHooks.after(DataHooks.field(account, balance, write, null));
              inside(new Object());
              inside(both);
              deposit(account, new Object());
            });
    HookCalls.join(left);
    Thread right =
        start(
            "right",
            () -> {
              inside(both);
              MonitorHooks.monitorEntered(mine, lockSite);
              MonitorHooks.monitorExiting(mine, unlockSite);
              inside(new Object());
              DataHooks.after(DataHooks.field(account, balance, write, null));
            });
    HookCalls.join(right);
    RecordedTrace trace = recording.stop();
    List<String> events = EventLog.of(trace);
    int first = events.indexOf("left|w(Account.balance)|Account.java:31") + 1;
    int second = events.indexOf("right|w(Account.balance)|Account.java:31") + 1;

    DetailPass details = details(trace, first, second);

    SyncPoint next = details.earlier(first, second).nearest().orElseThrow();
    assertThat(next.at().isKnown()).isFalse();
    assertThat(events.get((int) next.index() - 1)).isEqualTo("left|rel(" + next.operand() + ")|");
    assertThat(events).contains("right|acq(" + next.operand() + ")|");
    SyncPoint last = details.later(second, first).nearest().orElseThrow();
    assertThat(last.at().line()).isEqualTo(30);
    assertThat(details.areOfOneObject(first, second)).isFalse();
  }

  private static void inside(Object lock) {
    MonitorHooks.monitorEntered(lock, Layout.NONE);
    MonitorHooks.monitorExiting(lock, Layout.NONE);
  }

  @Test
  void save_thenOpen_givesEachEventOfTheReplay(@TempDir Path directory) throws Exception {
    Account account = newAccount();
    Thread left =
        start(
            "left",
            () -> {
              for (int i = 0; i < EventBlock.CAPACITY; i++) {
                deposit(account, account);
              }
            });
    HookCalls.join(left);
    RecordedTrace trace = recording.stop();
    Path file = directory.resolve("trace.rdt");

    trace.save(file);

    List<String> events = EventLog.of(trace);
    assertThat(events).hasSizeGreaterThan(4 * EventBlock.CAPACITY);
    assertThat(EventLog.of(file)).isEqualTo(events);
  }

  @Test
  void save_toADirectory_isAnError(@TempDir Path directory) throws IOException {
    Path file = Files.createDirectory(directory.resolve("trace.rdt"));
    RecordedTrace trace = recording.stop();
    assertThatThrownBy(() -> trace.save(file)).isInstanceOf(IOException.class);
  }

  @Test
  void detail_ofAnEventThatIsNoAccess_isAnError() {
    Object lock = new Object();
    MonitorHooks.monitorEntered(lock, lockSite);
    MonitorHooks.monitorExiting(lock, unlockSite);
    RecordedTrace trace = recording.stop();
    AccessIds noAccess = new AccessIds(1, 0, 0, EventSink.NO_LOCATION);
    DetailPass details = trace.details(List.of(noAccess), NOWHERE, () -> false);
    assertThatThrownBy(() -> details.later(1, 0)).hasMessage("index: 1 (expected: a data access)");
  }

  @Test
  void details_endTheReplay_whenTheyAreComplete_andNobodyNeedsMore() throws Exception {
    Account account = newAccount();
    Thread left = start("left", () -> deposit(account, account));
    HookCalls.join(left);
    deposit(account, account);
    for (int i = 0; i < 20; i++) {
      deposit(newAccount(), account);
    }
    RecordedTrace trace = recording.stop();
    long events = trace.events();
    int index = EventLog.of(trace).indexOf("left|w(Account.balance)|Account.java:31") + 1;
    List<AccessIds> accesses = AccessLookup.of(trace, index);

    assertThat(eventsUntil(trace, accesses, false)).isEqualTo(events);
    assertThat(eventsUntil(trace, accesses, true)).isBetween((long) index + 1, events - 60);
  }

  private static long eventsUntil(RecordedTrace trace, List<AccessIds> accesses, boolean isEnough) {
    AtomicLong sent = new AtomicLong();
    trace.details(
        accesses, (op, thread, operand, location) -> sent.incrementAndGet(), () -> isEnough);
    return sent.get();
  }

  @Test
  void objectWithoutAllocation_comesFromItsFirstAccess() throws Exception {
    Account account = new Account();
    Thread left = start("left", () -> deposit(account, account));
    HookCalls.join(left);
    RecordedTrace trace = recording.stop();
    int index = EventLog.of(trace).indexOf("left|w(Account.balance)|Account.java:31") + 1;
    ObjectOrigin origin = details(trace, index).origin(index).orElseThrow();
    assertThat(origin.exact()).isFalse();
    assertThat(origin.stack().get(0).text()).isEqualTo("com.acme.Account.deposit(Account.java:31)");
  }

  @Test
  void frameWhoseEntryWasNotRecorded_isKnownFromItsCall() throws Exception {
    Account account = newAccount();
    Hooks.call(callDeposit, null);
    deposit(account, account);
    RecordedTrace trace = recording.stop();
    String thread = Thread.currentThread().getName();
    int index = EventLog.of(trace).indexOf(thread + "|w(Account.balance)|Account.java:31") + 1;
    ReportedAccess access = details(trace, index).later(index, 0);
    assertThat(access.stack())
        .extracting(Frame::text)
        .containsExactly(
            "com.acme.Account.deposit(Account.java:31)",
            "com.acme.AccountTest.run(AccountTest.java:20)");
    assertThat(access.position().started()).isEmpty();
    assertThat(access.position().startedBy()).isEmpty();
  }

  @Test
  void names_areThoseOfTheSource() {
    ReentrantLock lock = new ReentrantLock();
    ReentrantLock another = new ReentrantLock();
    int[] numbers = new int[10];
    String[][] texts = new String[2][];
    DataHooks.after(DataHooks.array(numbers, 3, element, null));
    DataHooks.after(DataHooks.arrayStore(texts, 1, null, element, null));
    DataHooks.after(DataHooks.staticField(count, staticWrite, null));
    Hooks.call(callUnlock, null);
    Effects.effect(true, ADD, new java.util.HashMap<String, String>());
    Effects.effect(true, LOCK, lock);
    Effects.effect(true, LOCK, another);
    Effects.effect(true, UNLOCK, lock);
    MonitorHooks.enterSynchronized(Account.class, lockSite);
    MonitorHooks.exitSynchronized(Account.class, unlockSite);
    RecordedTrace trace = recording.stop();
    assertThat(EventLog.of(trace))
        .extracting(event -> event.substring(event.indexOf('|') + 1))
        .containsExactly(
            "w(array int[10][3])|Account.java:33",
            "w(array String[][2][1])|Account.java:33",
            "w(Bank.Branch.count)|Account.java:34",
            "r(HashMap contents)|AccountTest.java:21",
            "w(HashMap contents)|AccountTest.java:21",
            "acq(ReentrantLock@1)|AccountTest.java:21",
            "acq(ReentrantLock@2)|AccountTest.java:21",
            "rel(ReentrantLock@1)|AccountTest.java:21",
            "acq(RecordedTraceTest.Account.class monitor)|Account.java:30",
            "rel(RecordedTraceTest.Account.class monitor)|Account.java:32");
  }

  @Test
  void threadNames_areUnique() throws Exception {
    Account account = newAccount();
    for (int i = 0; i < 3; i++) {
      HookCalls.join(start("worker", () -> deposit(account, account)));
    }
    RecordedTrace trace = recording.stop();
    assertThat(EventLog.of(trace))
        .contains(
            "worker|w(Account.balance)|Account.java:31",
            "worker (2)|w(Account.balance)|Account.java:31",
            "worker (3)|w(Account.balance)|Account.java:31");
  }

  @Test
  void counts_tellSharedVariablesFromOthers() throws Exception {
    Account shared = newAccount();
    Account own = newAccount();
    HookCalls.join(start("left", () -> deposit(shared, shared)));
    HookCalls.join(start("right", () -> deposit(shared, shared)));
    DataHooks.after(DataHooks.staticField(count, staticWrite, null));
    deposit(own, own);
    RecordedTrace trace = recording.stop();
    assertThat(SharedVariables.of(trace)).containsExactly("Account.balance");
    assertThat(trace.accesses()).isEqualTo(7);
    assertThat(trace.accessingThreads()).isEqualTo(3);
    assertThat(trace.events()).isEqualTo(EventLog.of(trace).size());
    assertThat(trace.truncated()).isFalse();
  }

  @Test
  void replays_areEqual() throws Exception {
    Account account = newAccount();
    Thread left = start("left", () -> deposit(account, account));
    Thread right = start("right", () -> deposit(account, account));
    HookCalls.join(left);
    HookCalls.join(right);
    RecordedTrace trace = recording.stop();
    List<String> events = EventLog.of(trace);
    assertThat(EventLog.of(trace)).isEqualTo(events);
    details(trace, events.indexOf("left|w(Account.balance)|Account.java:31") + 1);
    assertThat(EventLog.of(trace)).isEqualTo(events);
  }
}
