package io.racedet.junit.record.detail;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.junit.record.detail.ThreadSyncs.RawSync;
import io.racedet.junit.record.merge.LockBook;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.race.AccessIds;
import io.racedet.report.HeldLock;
import io.racedet.report.Position;
import io.racedet.report.ReportedAccess;
import io.racedet.report.SyncPoint;
import io.racedet.runtime.log.Aspects;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/**
 * A replay that collects the details of given accesses. Their ids are known from an earlier replay,
 * so the origins of their objects and threads are collected at the same time. Passes the events on.
 */
public final class DetailPass extends TrackingPass<DetailPass.Target> {
  /** The details of one of the accesses. */
  static final class Target {
    final Position position;
    final int slot;
    final Op op;
    final long object;
    final List<HeldLock> locks;
    final NearSyncs acquires = new NearSyncs(); // before the access
    final NearSyncs releases = new NearSyncs(); // after it

    private Target(DetailPass pass, int slot, Op op, int variable, int location) {
      this.position = pass.position(slot, location);
      this.slot = slot;
      this.op = op;
      this.object = pass.ids.variables.first(variable);
      this.locks = pass.locks[slot].holds(pass.names);
      pass.syncs
          .get(slot)
          .latestAcquires()
          .forEachRemaining(each -> acquires.add(pass.named(each)));
    }
  }

  private final EventSink out;
  private final BooleanSupplier isEnough;
  private final Int2ObjectMap<ThreadSyncs> syncs = new Int2ObjectOpenHashMap<>(); // see wantsStart
  private final List<Target> unreleased = new ArrayList<>();
  private final Long2ObjectOpenHashMap<RawOrigin> objects = new Long2ObjectOpenHashMap<>();
  private int inexact; // how many of the objects have no exact origin yet

  /**
   * Whether the synchronisation of the current record is that of final fields or of the
   * initialisation of a class: it is implicit in the code, and a report shows explicit
   * synchronisation only.
   */
  private boolean isImplied;

  /**
   * Prepares for a replay.
   *
   * @param objects the object of a variable, and {@code slots} the slot of a thread, by their ids
   *     in an earlier replay, which this one repeats
   * @param out receives the events
   * @param isEnough whether {@code out} needs no more events
   */
  public DetailPass(
      SiteCatalog catalog,
      ThreadNames threadNames,
      int threads,
      List<AccessIds> accesses,
      IntToLongFunction objects,
      IntUnaryOperator slots,
      EventSink out,
      BooleanSupplier isEnough) {
    super(
        catalog,
        threadNames,
        threads,
        accesses.stream().mapToLong(AccessIds::index),
        "a data access");
    this.isEnough = isEnough;
    this.out = out;
    for (AccessIds access : accesses) {
      this.objects.put(objects.applyAsLong(access.variable()), null);
      syncs.putIfAbsent(slots.applyAsInt(access.thread()), new ThreadSyncs());
    }
    inexact = this.objects.size() - (this.objects.containsKey(0) ? 1 : 0);
  }

  /**
   * The earlier access of a race, with the next synchronisation of its thread that could have
   * ordered it before the other one.
   *
   * @param other the index of the other access
   */
  public ReportedAccess earlier(long index, long other) {
    Target target = caught(index);
    return access(target, next(target, other));
  }

  /**
   * The later access of a race, with the last synchronisation of its thread that could have ordered
   * it after the other one.
   *
   * @param other the index of the other access; 0 if it is not known
   */
  public ReportedAccess later(long index, long other) {
    Target target = caught(index);
    return access(target, last(target, other));
  }

  /** Whether the synchronisations that are shown with two accesses are of the same object. */
  public boolean areOfOneObject(long first, long second) {
    Optional<NearSyncs.Near> release = next(caught(first), second);
    Optional<NearSyncs.Near> acquire = last(caught(second), first);
    return release.isPresent()
        && acquire.isPresent()
        && release.get().object() == acquire.get().object();
  }

  private Optional<NearSyncs.Near> next(Target target, long other) {
    return target.releases.shown(object -> ofThread(other).acquires(object));
  }

  private Optional<NearSyncs.Near> last(Target target, long other) {
    return target.acquires.shown(object -> other == 0 || ofThread(other).releases(object));
  }

  private ThreadSyncs ofThread(long access) {
    return syncs.get(caught(access).slot);
  }

  /** The origin of the object of an access; empty for a static field, or if it was not recorded. */
  public Optional<ObjectOrigin> origin(long index) {
    Target target = caught(index);
    return Optional.ofNullable(target.object == 0 ? null : objects.get(target.object))
        .map(
            origin ->
                new ObjectOrigin(threadNames.of(origin.slot()), origin.stack(), origin.exact()));
  }

  private ReportedAccess access(Target target, Optional<NearSyncs.Near> nearest) {
    return new ReportedAccess(
        target.position,
        target.op == Op.WRITE || target.op == Op.ATOMIC_WRITE,
        target.op == Op.ATOMIC_READ || target.op == Op.ATOMIC_WRITE,
        target.locks,
        nearest.map(NearSyncs.Near::point));
  }

  @Override
  public boolean record(LogCursor at) {
    track(at);
    if (at.kind() == Layout.ALLOCATED || at.isAccess() || at.isWalk()) {
      origin(at, at.kind() == Layout.ALLOCATED);
    }
    isImplied = at.kind() != Layout.SYNC || at.aspect() == Aspects.CLASS_INIT;
    return passOn(at) && !(at.kind() == Layout.SYNC && isComplete());
  }

  @Override
  boolean wantsStart(int slot) {
    return syncs.containsKey(slot); // it is a thread of an access
  }

  /* Whether no later record changes anything. Mostly the races of a long recording are at its
   * beginning. Asked at each synchronisation: takes constant time. */
  private boolean isComplete() {
    return next == indices.length
        && unreleased.isEmpty()
        && inexact == 0
        && isEnough.getAsBoolean();
  }

  private void origin(LogCursor at, boolean exact) {
    long object = at.object();
    if (!objects.containsKey(object)) {
      return;
    }
    RawOrigin known = objects.get(object);
    if (known == null || exact && !known.exact()) {
      objects.put(object, new RawOrigin(at.slot(), stacks[at.slot()].frames(at.site()), exact));
      inexact -= exact ? 1 : 0;
    }
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    int slot = ids.slot(thread);
    int site = site(location);
    boolean wanted = isWanted();
    if (op.operand() != Op.Operand.VARIABLE) {
      sync(op, slot, operand, site);
    } else if (wanted) {
      collect(slot, op, operand, location);
    }
    out.event(op, thread, operand, location);
  }

  private void collect(int slot, Op op, int variable, int location) {
    Target target = new Target(this, slot, op, variable, location);
    keep(target);
    unreleased.add(target);
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    long begin = index;
    while (next < indices.length && indices[next] <= begin + count) {
      index = indices[next++];
      int place = (int) (index - begin) - 1;
      collect(ids.slot(thread), op, first + place * stride, location);
    }
    index = begin + count;
    out.range(op, thread, first, stride, count, location);
  }

  private void sync(Op op, int slot, int operand, int site) {
    locks[slot].event(op, operand, site, null);
    if (isImplied && op.operand() == Op.Operand.CHANNEL || isUnseen(op, operand)) {
      return;
    }
    ThreadSyncs ofThread = syncs.get(slot);
    if (ofThread == null) {
      return;
    }
    RawSync sync = new RawSync(index, op, operand, site);
    switch (op) {
      case ACQUIRE, ACQUIRE_SHARED, SYNC_READ, RECEIVE, WAKE, JOIN -> ofThread.acquire(sync);
      case RELEASE, RELEASE_SHARED, SYNC_WRITE, SEND, NOTIFY, FORK -> {
        ofThread.release(sync);
        release(slot, sync);
      }
      default -> {} // no other operation orders events of different threads
    }
  }

  private boolean isUnseen(Op op, int operand) {
    return switch (op.operand()) {
      case SYNC -> LockBook.aspect(ids.syncs.first(operand)) == Aspects.UNSEEN;
      case CHANNEL -> LockBook.aspect(ids.channels.first(operand)) == Aspects.SEEN;
      default -> false;
    };
  }

  private void release(int slot, RawSync sync) {
    for (int i = unreleased.size() - 1; i >= 0; i--) {
      Target target = unreleased.get(i);
      if (target.slot == slot) {
        target.releases.add(named(sync));
        if (target.releases.isComplete()) {
          unreleased.remove(i);
        }
      }
    }
  }

  private NearSyncs.Near named(RawSync sync) {
    String operand = names.name(sync.op().operand(), sync.operand());
    return new NearSyncs.Near(
        new SyncPoint(sync.index(), sync.op(), operand, CallStack.frame(catalog, sync.site())),
        sync.object(),
        sync.isInside());
  }
}
