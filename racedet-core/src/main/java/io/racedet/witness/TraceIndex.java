package io.racedet.witness;

import io.racedet.clock.WakeCauses;
import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.witness.packed.NeedLists;
import io.racedet.witness.packed.PackedColumn;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * An index of a trace by thread, by lock and by variable: the events that each event needs, and
 * those that it may conflict with. Built once, in time linear in the trace, except that accesses
 * are listed and sorted when they are needed first. Takes some 6 bytes for each event. Not
 * thread-safe.
 *
 * <p>The position of an event in its thread is its rank, from 1. Variables and sync variables are
 * both cells: a sync-read needs its last sync-write as a read needs its last write.
 */
final class TraceIndex {
  static final int NONE = EventHistory.NONE;

  /** In place of the position of an event that does not exist. */
  static final int NEVER = Integer.MAX_VALUE;

  static final int EXCLUSIVE = 0;
  static final int SHARED = 1;
  static final int READS = 0;
  static final int WRITES = 1;

  private static final int BLOCK = 1 << 12; // positions

  private static final int MIXED = -2; // several threads, in place of the only thread of a cell

  final EventHistory trace;
  final int threads;
  final int cells;
  final int locks;

  /** By section: the positions of its acquire, and of its release or NEVER. */
  final IntArrayList acquire = new IntArrayList();

  final IntArrayList release = new IntArrayList();

  /** Sections by lock, kind {@link #SHARED} or {@link #EXCLUSIVE}. */
  final OwnerLists sections;

  /** Sends by channel, by position. */
  final OwnerLists sends;

  private final PackedColumn ranks = new PackedColumn(); // by position
  private final PackedColumn links = new PackedColumn(); // by position, see pack()
  private final IntArrayList begun = new IntArrayList(); // sections before each block of positions
  private final PackedColumn[] events; // by thread
  private OwnerLists accesses; // null before they are needed
  private NeedLists needs; // null before they are needed
  private final int[] fork; // by thread: position, or NONE
  private final int variables;
  private final int[] firstWrite; // by cell: position, or NEVER
  private final int[] user; // by cell: its only thread, MIXED, or NONE

  TraceIndex(EventHistory trace) {
    this.trace = trace;
    Sizes sizes = new Sizes(trace);
    threads = sizes.threads;
    locks = sizes.locks;
    variables = sizes.variables;
    cells = sizes.variables + sizes.syncs;
    fork = filled(threads, NONE);
    events = new PackedColumn[threads];
    firstWrite = filled(cells, NEVER);
    user = filled(cells, NONE);
    OwnerLists.Builder byLock = new OwnerLists.Builder();
    OwnerLists.Builder byChannel = new OwnerLists.Builder();
    linkAll(byLock, byChannel); // first: it needs the most memory
    sortByThread();
    sections = byLock.build(locks, section -> rank(acquire.getInt(section)));
    sends = byChannel.build(sizes.channels, this::rank);
  }

  private void linkAll(OwnerLists.Builder byLock, OwnerLists.Builder byChannel) {
    int[] link = filled(trace.size(), NONE);
    linkSections(link, byLock);
    linkOthers(link, byChannel);
    linkAccesses(link);
    pack(link);
  }

  private static int[] filled(int size, int value) {
    int[] array = new int[size];
    Arrays.fill(array, value);
    return array;
  }

  /** The number of ids of each space. */
  private static final class Sizes {
    private int threads;
    private int variables;
    private int syncs;
    private int locks;
    private int channels;

    Sizes(EventHistory trace) {
      for (int p = 0; p < trace.size(); p++) {
        long word = trace.word(p);
        int ids = EventBlock.operand(word) + 1;
        threads = Math.max(threads, EventBlock.thread(word) + 1);
        switch (EventBlock.op(word).operand()) {
          case VARIABLE -> variables = Math.max(variables, ids);
          case SYNC -> syncs = Math.max(syncs, ids);
          case LOCK -> locks = Math.max(locks, ids);
          case CHANNEL -> channels = Math.max(channels, ids);
          case THREAD -> threads = Math.max(threads, ids);
          default -> {
            /* Objects are not indexed. */
          }
        }
      }
    }
  }

  private void sortByThread() {
    for (int t = 0; t < threads; t++) {
      events[t] = new PackedColumn();
    }
    for (int p = 0; p < trace.size(); p++) {
      PackedColumn own = events[thread(p)];
      own.add(p);
      ranks.add(own.size());
    }
  }

  private void linkSections(int[] link, OwnerLists.Builder byLock) {
    IntArrayList[] open = new IntArrayList[threads];
    for (int p = 0; p < link.length; p++) {
      Op op = op(p);
      if (isAcquire(p)) {
        int section = acquire.size();
        acquire.add(p);
        release.add(NEVER);
        link[p] = section;
        int thread = thread(p);
        open[thread] = open[thread] == null ? new IntArrayList() : open[thread];
        open[thread].add(section);
        byLock.add(operand(p), thread, kind(section), section);
      } else if (op == Op.RELEASE || op == Op.RELEASE_SHARED) {
        link[p] = close(open[thread(p)], operand(p), op == Op.RELEASE ? EXCLUSIVE : SHARED);
        release.set(link[p], p);
      }
    }
  }

  private int close(IntArrayList open, int lock, int kind) {
    int i = open.size() - 1;
    while (operand(acquire.getInt(open.getInt(i))) != lock || kind(open.getInt(i)) != kind) {
      i--;
    }
    return open.removeInt(i);
  }

  private void linkOthers(int[] link, OwnerLists.Builder byChannel) {
    WakeCauses<Integer> wakes = new WakeCauses<>(); // times are positions from 1
    for (int p = 0; p < link.length; p++) {
      switch (op(p)) {
        case FORK -> fork[operand(p)] = p;
        case SEND -> byChannel.add(operand(p), thread(p), 0, p);
        case RELEASE -> wakes.release(thread(p), operand(p), p + 1L);
        case ACQUIRE -> wakes.acquire(thread(p), operand(p), p + 1L);
        case NOTIFY -> wakes.signal(operand(p), p + 1L, p);
        case WAKE -> {
          Integer cause = wakes.cause(thread(p), operand(p));
          link[p] = cause == null ? NONE : cause;
        }
        default -> {
          /* Linked elsewhere or not at all. */
        }
      }
    }
  }

  private void linkAccesses(int[] link) {
    int[] lastWrite = filled(cells, NONE);
    for (int p = 0; p < link.length; p++) {
      int cell = cell(p);
      if (cell == NONE) {
        continue;
      }
      user[cell] = user[cell] == NONE || user[cell] == thread(p) ? thread(p) : MIXED;
      if (!isWrite(p)) {
        link[p] = lastWrite[cell];
        continue;
      }
      if (lastWrite[cell] == NONE) {
        firstWrite[cell] = p;
      } else {
        link[lastWrite[cell]] = p;
      }
      lastWrite[cell] = p;
      link[p] = NEVER;
    }
  }

  /* What events see or are seen by is mostly near, so that its distance needs few bits, and so do
   * the numbers of sections beside that of the first one of a block. */
  private void pack(int[] link) {
    int sectionsBefore = 0;
    for (int p = 0; p < link.length; p++) {
      if (p % BLOCK == 0) {
        begun.add(sectionsBefore);
      }
      sectionsBefore += isAcquire(p) ? 1 : 0;
      if (isSection(op(p))) {
        links.add(link[p] - begun.getInt(p / BLOCK));
      } else {
        links.add(link[p] == NONE || link[p] == NEVER ? 0 : Math.abs(link[p] - p));
      }
    }
    acquire.trim();
    release.trim();
  }

  private static boolean isSection(Op op) {
    return switch (op) {
      case ACQUIRE, ACQUIRE_SHARED, RELEASE, RELEASE_SHARED -> true;
      default -> false;
    };
  }

  /** The number of an event among those of its thread, from 1. */
  int rank(int position) {
    return (int) ranks.get(position);
  }

  /**
   * What an event is linked to: a read to the write that it sees; a write to the next write of the
   * cell, or NEVER; a wake to the notify that caused it; an acquire or release to its section; any
   * other one to NONE.
   */
  int link(int position) {
    int distance = (int) links.get(position);
    if (isSection(op(position))) {
      return begun.getInt(position / BLOCK) + distance;
    }
    if (isWrite(position)) {
      return distance == 0 ? NEVER : position + distance;
    }
    return distance == 0 ? NONE : position - distance;
  }

  /** The needs of the events of each thread of those of others. */
  NeedLists needs() {
    if (needs == null) {
      needs = new NeedLists(threads);
      Needs direct = new Needs(this);
      IntArrayList found = new IntArrayList();
      for (int p = 0; p < trace.size(); p++) {
        found.clear();
        direct.collect(p, found);
        int thread = found.isEmpty() ? NONE : thread(p);
        for (int i = 0; i < found.size(); i++) {
          int source = thread(found.getInt(i));
          if (source != thread) {
            needs.add(thread, p, source, found.getInt(i));
          }
        }
      }
    }
    return needs;
  }

  /** Accesses of the cells that several threads use and some thread writes, by position. */
  OwnerLists accesses() {
    accesses = accesses == null ? listAccesses() : accesses;
    return accesses;
  }

  private OwnerLists listAccesses() {
    OwnerLists.Builder byCell = new OwnerLists.Builder();
    for (int p = 0; p < trace.size(); p++) {
      int cell = cell(p);
      if (cell != NONE && isContended(cell)) {
        byCell.add(cell, thread(p), isWrite(p) ? WRITES : READS, p);
      }
    }
    return byCell.build(cells, this::rank);
  }

  /** Whether several threads use a cell and at least one writes it. */
  boolean isContended(int cell) {
    return user[cell] == MIXED && firstWrite[cell] != NEVER;
  }

  /** The first write of a cell in the trace, or NEVER. */
  int firstWrite(int cell) {
    return firstWrite[cell];
  }

  Op op(int position) {
    return trace.op(position);
  }

  int thread(int position) {
    return trace.thread(position);
  }

  int operand(int position) {
    return trace.operand(position);
  }

  /** The cell of an access or sync operation, or NONE. */
  int cell(int position) {
    return switch (op(position)) {
      case READ, WRITE, ATOMIC_READ, ATOMIC_WRITE -> operand(position);
      case SYNC_READ, SYNC_WRITE -> variables + operand(position);
      default -> NONE;
    };
  }

  /** Whether an operation on a cell writes it. */
  boolean isWrite(int position) {
    return switch (op(position)) {
      case WRITE, ATOMIC_WRITE, SYNC_WRITE -> true;
      default -> false;
    };
  }

  /** The kind of a section: {@link #SHARED} or {@link #EXCLUSIVE}. */
  int kind(int section) {
    return op(acquire.getInt(section)) == Op.ACQUIRE ? EXCLUSIVE : SHARED;
  }

  boolean isAcquire(int position) {
    Op op = op(position);
    return op == Op.ACQUIRE || op == Op.ACQUIRE_SHARED;
  }

  /** Adds the acquires of the sections around an event that are still open at a position. */
  void collectHeld(int event, int position, IntArrayList into) {
    IntArrayList held = new IntArrayList();
    trace.collectLocks(event, held);
    for (int i = 0; i < held.size(); i++) {
      int lock = held.getInt(i);
      if (sections.isEmpty(lock)) {
        continue; // held around the window of a trace
      }
      for (int g = sections.groups(lock); g < sections.groups(lock + 1); g++) {
        if (sections.thread(g) == thread(event)) {
          int section = sections.lastUpTo(g, rank(event));
          if (section != NONE && release.getInt(section) >= position) {
            into.add(acquire.getInt(section));
          }
        }
      }
    }
  }

  /** The number of events of a thread before a position. */
  int countBefore(int thread, int position) {
    int low = 0;
    int high = events[thread].size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (events[thread].get(middle) < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The number of events of a thread. */
  int length(int thread) {
    return events[thread].size();
  }

  /** The event of a thread at a rank from 1 to its length. */
  int event(int thread, int atRank) {
    return (int) events[thread].get(atRank - 1);
  }

  /** The fork of a thread, or NONE. */
  int fork(int thread) {
    return fork[thread];
  }
}
