package io.racedet.junit.record.detail;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.OpCodes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which notifies and signals have ended which waits of a recording, and what the waits that last at
 * its end have missed. Receives its synchronisations in the order of the trace. Of each monitor or
 * condition, the last few are known. Not thread-safe.
 */
final class WakeUps {
  private static final int KEPT = 16;

  /** Where threads wait: a monitor, or a condition of a lock by its identity hash. */
  record Place(long lock, long condition) {
    boolean isMonitor() {
      return condition == MONITOR;
    }
  }

  /** In place of a condition, of a monitor. */
  private static final long MONITOR = -1;

  /** What a thread does at an instruction, and which record that is. */
  record Act(int slot, int site, long time) {}

  /** A wait that has begun. */
  private record Wait(long lock, boolean isMonitor, Act began) {}

  /** A notify, the threads that waited for it, and the return of the thread that it has woken. */
  private static final class Notify {
    final Place place;
    final Act act;
    final Set<Integer> waiting;
    Act woken; // null as long as none has returned

    Notify(Place place, Act act, Set<Integer> waiting) {
      this.place = place;
      this.act = act;
      this.waiting = waiting;
    }
  }

  /** The return of a thread from a wait: which notify it had, and who had the lock in between. */
  private record Return(Notify by, Act between) {}

  /** Why a wait lasts. */
  enum Why {
    /** A notify ended an earlier wait of the thread; another one had the lock before it. */
    OVERTAKEN,
    /** A notify ended an earlier wait of the thread, which waits again. */
    WAITS_AGAIN,
    /** A notify that came in the meantime ended the wait of another thread. */
    ANOTHER_THREAD,
    /** The notify came before the wait had begun, when no thread waited. */
    TOO_EARLY,
    /** The notify came before the wait had begun, and ended that of another thread. */
    BEFORE_FOR_ANOTHER,
    /** In the meantime, another monitor or condition was notified, where no thread waited. */
    ANOTHER_PLACE,
    /** There was none. */
    NONE
  }

  /**
   * What has become of the notify that a thread waits for.
   *
   * @param awaited where it waits
   * @param began the begin of the wait
   * @param by the notify, null without one
   * @param notified where that was
   * @param other the return of the thread that it has woken, or who had the lock in between; null
   *     without one
   */
  record Story(Why why, Place awaited, Act began, Act by, Place notified, Act other) {}

  private final Map<Integer, Wait> waits = new TreeMap<>(); // by slot
  private final Map<Integer, Wait> ended = new HashMap<>(); // by slot, until it is known by what
  private final Map<Integer, Return> returns = new HashMap<>(); // by slot, the last one
  private final Map<Place, Deque<Notify>> notifies = new HashMap<>();
  private final Map<Long, Deque<Act>> acquires = new HashMap<>(); // by lock
  private final Deque<Notify> last = new ArrayDeque<>(); // of all places
  private final Map<Integer, Long> signalled = new HashMap<>(); // by slot, if that was all since
  private long time;

  void sync(LogCursor at) {
    time++;
    boolean isMonitor = at.aspect() == Aspects.MONITOR;
    Long before = signalled.remove(at.slot());
    if (!isMonitor && at.aspect() != Aspects.LOCK && at.aspect() != Aspects.CONDITION) {
      return;
    }
    Act act = new Act(at.slot(), at.site(), time);
    switch (at.syncOp()) {
      case OpCodes.RELEASE_ALL -> waits.put(at.slot(), new Wait(at.object(), isMonitor, act));
      case OpCodes.ACQUIRE, OpCodes.ACQUIRE_ALL -> acquire(at.object(), act);
      case OpCodes.NOTIFY -> {
        signalled.put(at.slot(), at.object());
        if (isMonitor || before == null || before != at.object()) {
          notify(place(at), act);
        } // else which of the threads the signal before wakes
      }
      case OpCodes.WAKE -> wake(place(at), act);
      default -> {} // no other operation is about waiting
    }
  }

  private void acquire(long lock, Act act) {
    add(acquires, lock, act);
    Wait wait = waits.get(act.slot);
    if (wait != null && wait.lock == lock) {
      ended.put(act.slot, waits.remove(act.slot));
    }
  }

  private static Place place(LogCursor at) {
    return new Place(at.object(), at.aspect() == Aspects.MONITOR ? MONITOR : at.operand());
  }

  private static <K, V> void add(Map<K, Deque<V>> lists, K key, V value) {
    Deque<V> list = lists.computeIfAbsent(key, unseen -> new ArrayDeque<>());
    list.addFirst(value);
    if (list.size() > KEPT) {
      list.removeLast();
    }
  }

  private void notify(Place place, Act act) {
    Set<Integer> waiting = new HashSet<>();
    waits.forEach(
        (slot, wait) -> {
          if (wait.lock == place.lock && wait.isMonitor == place.isMonitor()) {
            waiting.add(slot);
          }
        });
    Notify notify = new Notify(place, act, waiting);
    add(notifies, place, notify);
    last.addFirst(notify);
    if (last.size() > KEPT) {
      last.removeLast();
    }
  }

  /* The oldest notify that has woken nobody yet, or the last one, which then is of all threads. */
  private void wake(Place place, Act act) {
    Wait wait = ended.remove(act.slot);
    if (wait == null) {
      return;
    }
    List<Notify> came =
        of(place).stream()
            .filter(each -> each.act.time > wait.began.time && each.waiting.contains(act.slot))
            .toList();
    if (came.isEmpty()) {
      returns.remove(act.slot); // a timeout or an interrupt has ended it
      return;
    }
    Notify by =
        came.stream()
            .filter(each -> each.woken == null)
            .reduce((newer, older) -> older)
            .orElse(came.get(0));
    by.woken = by.woken == null ? act : by.woken;
    returns.put(act.slot, new Return(by, between(by, act)));
  }

  /** The notifies of a place, the last one first. */
  private Deque<Notify> of(Place place) {
    return notifies.getOrDefault(place, new ArrayDeque<>());
  }

  /* Who had the lock after the thread was notified, and before it had it again: the last one. */
  private Act between(Notify by, Act woken) {
    return acquires.getOrDefault(by.place.lock, new ArrayDeque<>()).stream()
        .filter(act -> act.time > by.act.time && act.slot != woken.slot)
        .findFirst()
        .orElse(null);
  }

  /** The threads that wait, by slot. */
  Set<Integer> waiting() {
    return waits.keySet();
  }

  /**
   * What the wait of a thread has missed.
   *
   * @param condition the condition that it waits for, unless it waits for a monitor; 0 if that is
   *     not known
   */
  Story story(int slot, long condition) {
    Wait wait = waits.get(slot);
    return story(slot, wait.began, new Place(wait.lock, wait.isMonitor ? MONITOR : condition));
  }

  private Story story(int slot, Act began, Place place) {
    Optional<Notify> taken =
        of(place).stream()
            .filter(each -> each.act.time > began.time && each.woken != null)
            .findFirst();
    if (taken.isPresent()) {
      return new Story(Why.ANOTHER_THREAD, place, began, taken.get().act, place, taken.get().woken);
    }
    Notify latest = of(place).peekFirst();
    if (latest != null && latest.act.time > began.time) {
      return new Story(Why.NONE, place, began, null, place, null); // it is not known what it ended
    }
    Return before = returns.get(slot);
    if (before != null && before.by.place.equals(place)) {
      Why why = before.between == null ? Why.WAITS_AGAIN : Why.OVERTAKEN;
      return new Story(why, place, began, before.by.act, place, before.between);
    }
    boolean isOfOther = latest != null && latest.act.slot != slot;
    if (isOfOther && isInVain(latest)) {
      return new Story(Why.TOO_EARLY, place, began, latest.act, place, null);
    }
    Optional<Notify> missed =
        last.stream()
            .filter(each -> each.act.time > began.time && each.act.slot != slot)
            .filter(WakeUps::isInVain)
            .findFirst();
    if (missed.isPresent()) {
      return new Story(Why.ANOTHER_PLACE, place, began, missed.get().act, missed.get().place, null);
    }
    if (isOfOther && latest.woken != null) {
      return new Story(Why.BEFORE_FOR_ANOTHER, place, began, latest.act, place, latest.woken);
    }
    return new Story(Why.NONE, place, began, null, place, null);
  }

  /* Who waits for a lock may wait for another one of its conditions. */
  private static boolean isInVain(Notify notify) {
    return notify.waiting.isEmpty() || !notify.place.isMonitor() && notify.woken == null;
  }
}
