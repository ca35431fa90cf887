package io.racedet.junit.record.detail;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.ObjectNames;
import io.racedet.junit.record.merge.RecordSink;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.Instruction;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.EffectCode;
import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.OpCodes;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the threads of a recording wait for at its end, where the JVM does not know it: locks with
 * stamps and read locks have no owner in its thread states, and it does not know of a notify that
 * came too early. Receives the records in the order of the trace. Not thread-safe.
 */
public final class PendingWaits implements RecordSink {
  private static final int MAX_LINES = 12;
  private static final String CONDITION =
      "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject";

  /** A hold of a lock, or a request for one, by a thread. */
  private record Claim(int slot, long object, boolean shared, boolean stamp, int site) {
    boolean excludes(Claim other) {
      return slot != other.slot && !(shared && other.shared);
    }
  }

  /** The last uses of an object by a synchronisation, the latest first, at different places. */
  private record Uses(Signal last, Signal before) {
    Uses then(Signal next) {
      return next.equals(last) ? this : new Uses(next, last);
    }

    /** The last one that is not the given one, or null. */
    Signal besides(Signal use) {
      return use.equals(last) ? before : last;
    }
  }

  /** What a thread does, and where. */
  private record Signal(int slot, int site) {}

  private final SiteCatalog catalog;
  private final ThreadNames threads;
  private final ObjectNames objects;
  private final Long2ObjectOpenHashMap<List<Claim>> holds = new Long2ObjectOpenHashMap<>();
  private final Map<Integer, Claim> requests = new TreeMap<>(); // by slot

  /** By slot, the object of the last record, if that is a synchronisation, and its site. */
  private final Map<Integer, Claim> lastSyncs = new TreeMap<>();

  private final Long2ObjectOpenHashMap<Uses> uses = new Long2ObjectOpenHashMap<>();
  private final WakeUps wakeUps = new WakeUps();

  /** Starts without a record. */
  public PendingWaits(SiteCatalog catalog, ThreadNames threads, ObjectNames objects) {
    this.catalog = catalog;
    this.threads = threads;
    this.objects = objects;
  }

  @Override
  public boolean record(LogCursor at) {
    requests.remove(at.slot()); // the thread has gone on
    lastSyncs.remove(at.slot());
    if (at.kind() == Layout.SYNC) {
      wakeUps.sync(at);
      use(at);
      sync(at);
    }
    return true;
  }

  private void use(LogCursor at) {
    if (at.object() != 0 && at.site() >= 0 && !isOfCode(at.aspect())) {
      Signal use = new Signal(at.slot(), at.site());
      Uses before = uses.get(at.object());
      uses.put(at.object(), before == null ? new Uses(use, null) : before.then(use));
      lastSyncs.put(at.slot(), claim(at, false));
    }
  }

  /* Nobody waits for these in a method. */
  private static boolean isOfCode(int aspect) {
    return aspect == Aspects.CLASS_INIT || aspect == Aspects.FREEZE || aspect == Aspects.MONITOR;
  }

  /**
   * What a thread waits for that is at the end in a method of the JDK, and who has used that last;
   * none if its last record is not of this call.
   *
   * @param place where the thread waits
   */
  public List<String> awaited(int slot, String place) {
    long object = objectAwaited(slot, place);
    if (object == 0) {
      return List.of();
    }
    Claim last = lastSyncs.get(slot);
    Signal other = uses.get(object).besides(new Signal(slot, last.site));
    return List.of(
        name(slot)
            + " waits at "
            + place(last.site)
            + " for "
            + objects.of(object)
            + ", which "
            + (other == null
                ? "no other call of the test has used"
                : name(other.slot) + " has used last, at " + place(other.site))
            + "; no living thread of the test can end this wait");
  }

  /**
   * What a thread waits for that is at the end in a method of the JDK; 0 if its last record is not
   * of this call.
   *
   * @param place where the thread waits
   */
  public long objectAwaited(int slot, String place) {
    Claim last = lastSyncs.get(slot);
    boolean isKnown =
        last != null
            && !wakeUps.waiting().contains(slot)
            && place.contains('(' + place(last.site) + ')');
    return isKnown ? last.object : 0;
  }

  private void sync(LogCursor at) {
    if (at.aspect() == Aspects.BIN) {
      return; // to the JVM it is a monitor
    }
    switch (at.syncOp()) {
      case OpCodes.BID -> {
        if ((at.operand() & EffectCode.BID_TRIES) == 0) {
          requests.put(at.slot(), claim(at, (at.operand() & EffectCode.BID_SHARED) != 0));
        }
      }
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_ALL -> hold(claim(at, false));
      case OpCodes.ACQUIRE_SHARED -> hold(claim(at, true));
      case OpCodes.RELEASE -> release(claim(at, false));
      case OpCodes.RELEASE_SHARED -> release(claim(at, true));
      case OpCodes.RELEASE_ALL ->
          holds
              .getOrDefault(at.object(), new ArrayList<>())
              .removeIf(hold -> hold.slot == at.slot());
      default -> {} // no other operation is about waiting
    }
  }

  private static Claim claim(LogCursor at, boolean shared) {
    return new Claim(at.slot(), at.object(), shared, at.aspect() == Aspects.STAMP, at.site());
  }

  private void hold(Claim hold) {
    holds.computeIfAbsent(hold.object, object -> new ArrayList<>()).add(hold);
  }

  private void release(Claim release) {
    List<Claim> all = holds.getOrDefault(release.object, List.of());
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).slot == release.slot && all.get(i).shared == release.shared) {
        all.remove(i);
        return;
      }
    }
    // A stamp that another thread has handed over.
    all.stream()
        .filter(hold -> hold.stamp && hold.shared == release.shared)
        .findFirst()
        .ifPresent(all::remove);
  }

  /**
   * The waits at the end, at most {@value #MAX_LINES}; none if thread states tell everything.
   *
   * @param waiting the threads that nothing will wake, by slot, each with the identity hash of what
   *     it waits for; 0 if that is not known
   */
  public List<String> lines(Map<Integer, Integer> waiting) {
    List<String> lines = new ArrayList<>();
    Set<Integer> cyclic = cyclic();
    for (Claim request : requests.values()) {
      List<Claim> holders = holders(request);
      if (holders.stream().anyMatch(hold -> hold.stamp || hold.shared)) {
        lines.add(
            (cyclic.contains(request.slot) ? "deadlock: " : "")
                + name(request.slot)
                + " requests "
                + objects.of(request.object)
                + (request.shared ? " (shared)" : "")
                + " at "
                + place(request.site)
                + ", which is held by "
                + holders.stream().map(this::text).collect(Collectors.joining(", ")));
      }
    }
    for (int slot : wakeUps.waiting()) {
      WakeUps.Story story = wakeUps.story(slot, waiting.getOrDefault(slot, 0));
      boolean isLost = story.why() == WakeUps.Why.TOO_EARLY && story.awaited().isMonitor();
      if (waiting.containsKey(slot) || isLost) {
        lines.add(text(name(slot), story));
      }
    }
    return lines.subList(0, Math.min(MAX_LINES, lines.size()));
  }

  private String text(String waiting, WakeUps.Story story) {
    String awaited = text(story.awaited());
    String waits = waiting + " waits at " + place(story.began().site()) + " to be notified by ";
    if (story.by() == null) {
      return waits + awaited + ", which no call of the recording has notified since";
    }
    WakeUps.Act by = story.by();
    String notified =
        name(by.slot()) + " notified " + text(story.notified()) + " at " + place(by.site());
    String again = waiting + " waits again at " + place(story.began().site());
    String later = waiting + " began to wait at " + place(story.began().site()) + " only later";
    WakeUps.Act other = story.other();
    String ended =
        other == null
            ? ""
            : "ended the wait of " + name(other.slot()) + " at " + place(other.site());
    String nobody = ", and nobody has notified it since";
    return switch (story.why()) {
      case OVERTAKEN ->
          "overtaken notify: "
              + notified
              + ", which ended a wait of "
              + waiting
              + "; before that thread had the lock again, "
              + name(other.slot())
              + " took it at "
              + place(other.site())
              + "; "
              + again
              + nobody;
      case WAITS_AGAIN -> notified + ", which ended a wait of " + waiting + "; " + again + nobody;
      case ANOTHER_THREAD ->
          "notify of another thread: "
              + notified
              + ", which "
              + ended
              + ", not that of "
              + waiting
              + " at "
              + place(story.began().site());
      case TOO_EARLY ->
          "lost notify: " + notified + ", when no thread was waiting for it; " + later;
      case BEFORE_FOR_ANOTHER -> notified + ", which " + ended + "; " + later;
      case ANOTHER_PLACE ->
          "notify of another object: "
              + notified
              + ", for which no thread was waiting; "
              + waits
              + awaited;
      case NONE -> throw new IllegalStateException("a notify without a story");
    };
  }

  private String text(WakeUps.Place place) {
    if (place.isMonitor()) {
      return objects.of(place.lock());
    }
    return place.condition() == 0
        ? "a condition of " + objects.of(place.lock())
        : objects.of(CONDITION, (int) place.condition());
  }

  private List<Claim> holders(Claim request) {
    return holds.getOrDefault(request.object, List.of()).stream()
        .filter(request::excludes)
        .toList();
  }

  private String text(Claim hold) {
    return name(hold.slot) + (hold.shared ? " (shared)" : "") + " since " + place(hold.site);
  }

  /** The threads that wait for a lock of a thread that, in the end, waits for one of theirs. */
  private Set<Integer> cyclic() {
    Set<Integer> cyclic = new HashSet<>();
    for (int slot : requests.keySet()) {
      Set<Integer> reached = new HashSet<>();
      List<Integer> next = new ArrayList<>(List.of(slot));
      while (!next.isEmpty()) {
        Claim request = requests.get(next.remove(next.size() - 1));
        if (request != null) {
          holders(request).stream().map(Claim::slot).filter(reached::add).forEach(next::add);
        }
      }
      if (reached.contains(slot)) {
        cyclic.add(slot);
      }
    }
    return cyclic;
  }

  private String name(int slot) {
    return '"' + threads.of(slot) + '"';
  }

  private String place(int site) {
    Instruction at = site < 0 ? Instruction.UNKNOWN : catalog.site(site).instruction();
    String location = at.location();
    return location.isEmpty() ? "an unknown place" : location;
  }
}
