package io.racedet.witness;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.LockContexts;
import io.racedet.event.Op;
import io.racedet.oracle.RandomTraces;
import io.racedet.oracle.Shape;
import io.racedet.oracle.TestTrace;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The index of a trace, compared with what a scan of the trace finds. */
class TraceIndexTest {
  private static final long SEED = 20261126;
  private static final int NONE = TraceIndex.NONE;
  private static final int NEVER = TraceIndex.NEVER;
  private static final List<Shape> SHAPES =
      List.of(
          Shape.everything(),
          Shape.waits(),
          Shape.handOffs().withThreads(5),
          Shape.sharedSections(),
          Shape.children());

  private EventHistory trace;
  private TraceIndex index;
  private String seed;

  @Test
  void index_ofRandomTraces_isWhatAScanFinds() {
    SplittableRandom seeds = new SplittableRandom(SEED);
    for (int i = 0; i < 100; i++) {
      long next = seeds.nextLong();
      seed = "seed " + next;
      check(RandomTraces.of(SHAPES.get(i % SHAPES.size()).withMaxEvents(30), next));
    }
  }

  /** The release of one mode does not end the section of the other one. */
  @Test
  void index_ofALockHeldInBothModes_isWhatAScanFinds() {
    check(TestTrace.parse("T|acqr(l)", "T|acq(l)", "T|relr(l)", "T|w(x)", "T|rel(l)", "T|r(x)"));
    check(TestTrace.parse("T|acq(l)", "T|acqr(l)", "T|rel(l)", "T|w(x)", "T|relr(l)", "T|r(x)"));
    assertThat(index.release.getInt(0)).isEqualTo(2);
    assertThat(index.release.getInt(1)).isEqualTo(4);
  }

  /** A trace fills the arrays of its history exactly. */
  @Test
  void index_ofAFullBlock_endsWithItsLastEvent() {
    LockContexts contexts = new LockContexts();
    EventHistory full = new EventHistory(contexts);
    EventBlock block = new EventBlock();
    while (!block.isFull()) {
      block.add(Op.READ, 0, 0, block.size() + 1L, contexts.root(0), 0);
    }
    full.consume(block);
    assertThat(new TraceIndex(full).length(0)).isEqualTo(EventBlock.CAPACITY);
  }

  /** The first section spans all blocks in which links are kept. */
  @Test
  void link_ofSectionsOfALongTrace_isTheirNumber() {
    LockContexts contexts = new LockContexts();
    EventHistory longer = new EventHistory(contexts);
    int sections = 3 * EventBlock.CAPACITY;
    append(longer, contexts, Op.ACQUIRE, 0);
    for (int section = 1; section < sections; section++) {
      append(longer, contexts, Op.ACQUIRE, 1);
      append(longer, contexts, Op.RELEASE, 1);
    }
    append(longer, contexts, Op.RELEASE, 0);
    index = new TraceIndex(longer);
    for (int p = 0; p < longer.size(); p++) {
      boolean isOuter = p == 0 || p == longer.size() - 1;
      assertThat(index.link(p)).as("%d", p).isEqualTo(isOuter ? 0 : (p + 1) / 2);
    }
  }

  private static void append(EventHistory to, LockContexts contexts, Op op, int lock) {
    EventBlock block = new EventBlock();
    block.add(op, 0, lock, to.size() + 1L, contexts.root(0), 0);
    to.consume(block);
  }

  private void check(TestTrace traced) {
    trace = Recording.of(traced);
    index = new TraceIndex(trace);
    checkThreads();
    for (int p = 0; p < trace.size(); p++) {
      assertThat(index.link(p)).as("%s: link of %s in %s", seed, p, traced).isEqualTo(link(p));
    }
    checkSections();
    positions(p -> true).forEach(this::checkHeld);
    checkSends();
    for (int cell = 0; cell < index.cells; cell++) {
      checkCell(cell);
    }
  }

  private IntStream positions(IntPredicate condition) {
    return IntStream.range(0, trace.size()).filter(condition);
  }

  private static int first(IntStream positions) {
    return positions.min().orElse(NEVER);
  }

  private static int last(IntStream positions) {
    return positions.max().orElse(NONE);
  }

  private boolean is(int p, Op op, int operand) {
    return index.op(p) == op && index.operand(p) == operand;
  }

  private void checkThreads() {
    for (int t = 0; t < index.threads; t++) {
      int thread = t;
      int[] events = positions(p -> index.thread(p) == thread).toArray();
      assertThat(index.length(thread)).as(seed).isEqualTo(events.length);
      for (int i = 0; i < events.length; i++) {
        assertThat(index.event(thread, i + 1)).as(seed).isEqualTo(events[i]);
        assertThat(index.rank(events[i])).as(seed).isEqualTo(i + 1);
      }
      for (int position = 0; position <= trace.size(); position++) {
        int end = position;
        assertThat(index.countBefore(thread, end))
            .as(seed)
            .isEqualTo((int) IntStream.of(events).filter(p -> p < end).count());
      }
      assertThat(index.fork(thread))
          .as(seed)
          .isEqualTo(last(positions(p -> is(p, Op.FORK, thread))));
    }
  }

  private int link(int p) {
    return switch (index.op(p)) {
      case READ, ATOMIC_READ, SYNC_READ ->
          last(positions(q -> q < p && index.isWrite(q) && index.cell(q) == index.cell(p)));
      case WRITE, ATOMIC_WRITE, SYNC_WRITE ->
          first(positions(q -> q > p && index.isWrite(q) && index.cell(q) == index.cell(p)));
      case ACQUIRE, ACQUIRE_SHARED -> (int) positions(q -> q < p && index.isAcquire(q)).count();
      case RELEASE, RELEASE_SHARED -> link(acquireOf(p));
      case WAKE -> cause(p);
      default -> NONE;
    };
  }

  /** The acquire of the section that a release ends: sections are not entered twice. */
  private int acquireOf(int release) {
    Op acquire = index.op(release) == Op.RELEASE ? Op.ACQUIRE : Op.ACQUIRE_SHARED;
    return last(
        positions(
            p ->
                p < release
                    && index.thread(p) == index.thread(release)
                    && is(p, acquire, index.operand(release))));
  }

  /** The last notify of the operand between the thread's last wait's release and acquire. */
  private int cause(int wake) {
    int acquired = last(positions(p -> p < wake && releasedFor(p, index.thread(wake)) != NONE));
    int released = acquired == NONE ? NONE : releasedFor(acquired, index.thread(wake));
    return acquired == NONE
        ? NONE
        : last(
            positions(p -> released < p && p < acquired && is(p, Op.NOTIFY, index.operand(wake))));
  }

  /** The thread's last release before an acquire of it, if of the same lock, or NONE. */
  private int releasedFor(int acquire, int thread) {
    if (index.op(acquire) != Op.ACQUIRE || index.thread(acquire) != thread) {
      return NONE;
    }
    int released =
        last(positions(p -> p < acquire && index.thread(p) == thread && index.op(p) == Op.RELEASE));
    return released != NONE && index.operand(released) == index.operand(acquire) ? released : NONE;
  }

  private void checkSections() {
    int[] acquires = positions(index::isAcquire).toArray();
    assertThat(index.acquire.toIntArray()).as(seed).isEqualTo(acquires);
    for (int section = 0; section < acquires.length; section++) {
      assertThat(index.release.getInt(section)).as(seed).isEqualTo(releaseOf(acquires[section]));
      boolean isExclusive = index.op(acquires[section]) == Op.ACQUIRE;
      assertThat(index.kind(section))
          .as(seed)
          .isEqualTo(isExclusive ? TraceIndex.EXCLUSIVE : TraceIndex.SHARED);
    }
    for (int l = 0; l < index.locks; l++) {
      int lock = l;
      int[] ofLock =
          IntStream.range(0, acquires.length)
              .filter(section -> index.operand(acquires[section]) == lock)
              .toArray();
      assertItems(index.sections, lock, ofLock, index.acquire::getInt);
    }
  }

  private int releaseOf(int acquire) {
    return first(
        positions(
            p ->
                (index.op(p) == Op.RELEASE || index.op(p) == Op.RELEASE_SHARED)
                    && acquireOf(p) == acquire));
  }

  private void checkSends() {
    int channels = 1 + last(IntStream.range(0, trace.size()).map(index::operand));
    for (int c = 0; c < channels; c++) {
      int channel = c;
      int[] sends = positions(p -> is(p, Op.SEND, channel)).toArray();
      if (sends.length == 0) {
        assertThat(index.sends.isEmpty(channel)).as(seed).isTrue();
      } else {
        assertItems(index.sends, channel, sends, p -> p);
      }
    }
  }

  private void checkCell(int cell) {
    int[] uses = positions(p -> index.cell(p) == cell).toArray();
    int firstWrite = first(IntStream.of(uses).filter(index::isWrite));
    assertThat(index.firstWrite(cell)).as(seed).isEqualTo(firstWrite);
    boolean isShared = IntStream.of(uses).map(index::thread).distinct().count() > 1;
    boolean isContended = isShared && firstWrite != NEVER;
    assertThat(index.isContended(cell)).as(seed).isEqualTo(isContended);
    assertItems(index.accesses(), cell, isContended ? uses : new int[0], p -> p);
  }

  /** Whether the groups of an owner have some items, each of the thread and rank of its event. */
  private void assertItems(OwnerLists lists, int owner, int[] items, IntUnaryOperator event) {
    Set<Integer> found = new HashSet<>();
    for (int g = lists.groups(owner); g < lists.groups(owner + 1); g++) {
      int thread = lists.thread(g);
      for (int rank = 1; rank <= index.length(thread); rank++) {
        int item = lists.lastUpTo(g, rank);
        if (item != NONE) {
          assertThat(index.thread(event.applyAsInt(item))).as(seed).isEqualTo(thread);
          assertThat(index.rank(event.applyAsInt(item))).as(seed).isLessThanOrEqualTo(rank);
          found.add(item);
        }
      }
    }
    assertThat(found)
        .as(seed)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.of(items).boxed().collect(Collectors.toSet()));
  }

  /** Which of the sections around an event have not ended before a later position. */
  private void checkHeld(int event) {
    for (int end = event + 1; end <= trace.size(); end++) {
      int position = end;
      IntArrayList held = new IntArrayList();
      index.collectHeld(event, position, held);
      Set<Integer> expected =
          positions(index::isAcquire)
              .filter(a -> index.thread(a) == index.thread(event) && a <= event)
              .filter(a -> index.release.getInt(index.link(a)) >= position)
              .boxed()
              .collect(Collectors.toSet());
      assertThat(Set.copyOf(held)).as(seed).isEqualTo(expected);
    }
  }
}
