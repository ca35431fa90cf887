package io.racedet.part;

import io.racedet.clock.HappensBeforeRules;
import io.racedet.event.Op;
import io.racedet.ids.DenseIds;
import io.racedet.trace.split.SplitBeginning.Wait;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.ObjectArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Happens-before in a part of a trace, as what each thread and each channel knows at its end, given
 * what they knew at its beginning. All sends to a channel are ordered before its later receives; a
 * lock is two channels, one sent to by exclusive and one by shared releases. Not thread-safe.
 */
final class PartOrder implements HappensBeforeRules {
  /* A source or a channel has a key: its place in the upper half, and its id in the lower half. The
   * source for a place of notifies is the one before the part that causes a wake. */
  static final int CAUSE = Place.NOTIFY.ordinal();

  /**
   * The last notify on an operand before a time, unless it was before another time.
   *
   * @param operand the operand
   * @param began when the wait began
   * @param ended when it ended
   */
  record Cause(int operand, long began, long ended) {}

  /** What a channel knows: a clock, and one event more; without one the column is -1. */
  private record Row(PartClock clock, int column, long time) {}

  /** A notify with the clock of its thread. */
  private record Notify(long time, Row row) {}

  private static final int NONE = -1;

  private final long from; // index of the event before the part
  private final DenseIds threads = new DenseIds(); // by column
  private final Long2IntOpenHashMap sourceOf = new Long2IntOpenHashMap(); // by key
  private final LongArrayList sources = new LongArrayList(); // keys
  private final Numbering<Cause> causes = new Numbering<>();

  private PartClock[] clocks = new PartClock[16]; // by column
  private boolean[] shared = new boolean[16]; // whether the clock is a snapshot, too
  private final Long2ObjectOpenHashMap<Row> channels = new Long2ObjectOpenHashMap<>(); // by key
  // Of the current event.
  private long time;
  private Wait wait;

  private final Map<Integer, List<Notify>> notifies = new TreeMap<>(); // by operand

  PartOrder(long from) {
    this.from = from;
    sourceOf.defaultReturnValue(NONE);
  }

  private static long key(Place place, int id) {
    return (long) place.ordinal() << Integer.SIZE | id;
  }

  private int column(int thread) {
    int column = threads.of(thread);
    if (column >= clocks.length) {
      clocks = ObjectArrays.grow(clocks, column + 1);
      shared = Arrays.copyOf(shared, clocks.length);
    }
    return column;
  }

  private int source(long key) {
    int source = sourceOf.get(key);
    if (source == NONE) {
      source = sources.size();
      sourceOf.put(key, source);
      sources.add(key);
    }
    return source;
  }

  private PartClock initial(long key) {
    PartClock clock = new PartClock();
    if (from > 0) {
      clock.addSource(source(key));
    }
    return clock;
  }

  private PartClock clock(int column) {
    if (clocks[column] == null) {
      clocks[column] = initial(key(Place.THREAD, threads.number(column)));
    }
    return clocks[column];
  }

  private PartClock writable(int column) {
    PartClock clock = clock(column);
    if (shared[column]) {
      shared[column] = false;
      clocks[column] = clock.copy();
    }
    return clocks[column];
  }

  private PartClock snapshot(int column) {
    PartClock clock = clock(column);
    shared[column] = true;
    return clock;
  }

  /** The newest event of a thread that another one knows. */
  long known(int thread, int other) {
    int column = threads.find(thread);
    int otherColumn = threads.find(other);
    return column == NONE || otherColumn == NONE || clocks[column] == null
        ? 0
        : clocks[column].time(otherColumn);
  }

  /**
   * Processes an event that is not an access.
   *
   * @param last the last wait of the thread
   */
  void order(Op op, int thread, int operand, long index, Wait last) {
    column(thread);
    time = index;
    wait = last;
    order(op, thread, operand);
  }

  @Override
  public void receive(int thread, Place from, int id) {
    Row row =
        switch (from) {
          case THREAD -> now(column(id));
          case NOTIFY -> caused(id);
          default -> row(key(from, id));
        };
    if (row != null) {
      join(column(thread), row);
    }
  }

  @Override
  public void send(int thread, Place to, int id) {
    int by = column(thread);
    switch (to) {
      case THREAD -> join(column(id), now(by));
      case NOTIFY ->
          notifies.computeIfAbsent(id, unseen -> new ArrayList<>()).add(new Notify(time, now(by)));
      default -> send(by, key(to, id));
    }
  }

  /** What a thread knows now, with the current event. */
  private Row now(int column) {
    return new Row(snapshot(column), column, time);
  }

  private void join(int column, Row row) {
    boolean learns =
        !clock(column).covers(row.clock(), column)
            || row.column() != NONE
                && row.column() != column
                && clock(column).time(row.column()) < row.time();
    if (!learns) {
      return;
    }
    PartClock mine = writable(column);
    mine.join(row.clock());
    if (row.column() != NONE) {
      mine.learn(row.column(), row.time());
    }
    mine.forget(column); // a thread knows all its own events
  }

  /** What a channel knows; null if nothing. */
  private Row row(long key) {
    Row row = channels.get(key);
    return row != null || from == 0 ? row : new Row(initial(key), NONE, 0);
  }

  private void send(int by, long key) {
    Row row = row(key);
    PartClock clock = snapshot(by);
    boolean isNewest =
        row == null
            || clock.covers(row.clock(), by)
                && (row.column() == NONE
                    || row.column() == by
                    || clock.time(row.column()) >= row.time());
    channels.put(
        key, isNewest ? new Row(clock, by, time) : new Row(both(row, clock, by, time), NONE, 0));
  }

  private static PartClock both(Row row, PartClock clock, int by, long time) {
    PartClock both = whole(row).copy();
    both.join(clock);
    both.learn(by, time);
    return both;
  }

  /** The clock of a row with its event. */
  private static PartClock whole(Row row) {
    if (row.column() == NONE) {
      return row.clock();
    }
    PartClock whole = row.clock().copy();
    whole.learn(row.column(), row.time());
    return whole;
  }

  /** What the cause of a wake of the current thread knows; null for none. */
  private Row caused(int operand) {
    return wait.lock() < 0 ? null : caused(new Cause(operand, wait.began(), wait.ended()));
  }

  /** What the cause of a wake knows: a notify of the part, or one before it; null for none. */
  private Row caused(Cause cause) {
    Notify last = null;
    for (Notify notify : notifies.getOrDefault(cause.operand(), List.of())) {
      last = notify.time() < cause.ended() ? notify : last;
    }
    if (last != null) {
      return last.time() < cause.began() ? null : last.row();
    }
    if (from == 0 || cause.began() > from) {
      return null;
    }
    return new Row(initial(key(Place.NOTIFY, causes.of(cause))), NONE, 0);
  }

  /** Drops the notifies that cause no later wake, given the last waits of the threads. */
  void end(List<Wait> waits) {
    notifies.replaceAll((operand, all) -> reachable(all, waits));
  }

  private static List<Notify> reachable(List<Notify> all, List<Wait> waits) {
    boolean[] isKept = new boolean[all.size()];
    isKept[isKept.length - 1] = true;
    for (Wait wait : waits) {
      int last = NONE;
      for (int i = 0; i < isKept.length && all.get(i).time() < wait.ended(); i++) {
        last = i;
      }
      if (last != NONE && all.get(last).time() >= wait.began()) {
        isKept[last] = true;
      }
    }
    List<Notify> kept = new ArrayList<>();
    for (int i = 0; i < isKept.length; i++) {
      if (isKept[i]) {
        kept.add(all.get(i));
      }
    }
    return kept;
  }

  /** Appends the next part. */
  void append(PartOrder next) {
    Translation to = new Translation(next);
    PartClock[] ends = new PartClock[next.threads.size()];
    for (int column = 0; column < ends.length; column++) {
      ends[column] = next.clocks[column] == null ? null : to.clock(next.clocks[column]).copy();
    }
    Long2ObjectOpenHashMap<Row> sent = new Long2ObjectOpenHashMap<>();
    next.channels.forEach((key, row) -> sent.put(key, to.row(row)));
    Map<Integer, List<Notify>> notified = new TreeMap<>();
    next.notifies.forEach(
        (operand, all) ->
            notified.put(
                operand,
                all.stream().map(each -> new Notify(each.time(), to.row(each.row()))).toList()));
    for (int column = 0; column < ends.length; column++) {
      if (ends[column] != null) {
        int mine = column(next.threads.number(column));
        ends[column].forget(mine);
        clocks[mine] = ends[column];
        shared[mine] = false;
      }
    }
    channels.putAll(sent);
    notified.forEach(
        (operand, all) ->
            notifies.computeIfAbsent(operand, unseen -> new ArrayList<>()).addAll(all));
  }

  /** From the clocks of the next part to those of both parts together. */
  private final class Translation {
    private final PartOrder next;
    private final Map<PartClock, PartClock> known = new IdentityHashMap<>();
    private final Map<Integer, PartClock> ofSources = new HashMap<>();

    Translation(PartOrder next) {
      this.next = next;
    }

    Row row(Row row) {
      int column = row.column() == NONE ? NONE : column(next.threads.number(row.column()));
      return new Row(clock(row.clock()), column, row.time());
    }

    PartClock clock(PartClock clock) {
      PartClock done = known.get(clock);
      return done != null ? done : translate(clock);
    }

    private PartClock translate(PartClock clock) {
      PartClock both = new PartClock();
      for (int s = clock.nextSource(0); s >= 0; s = clock.nextSource(s + 1)) {
        both.join(ofSources.computeIfAbsent(s, this::ofSource));
      }
      for (int column = 0; column < clock.columns(); column++) {
        if (clock.time(column) > 0) {
          both.learn(column(next.threads.number(column)), clock.time(column));
        }
      }
      known.put(clock, both);
      return both;
    }

    /** What a source of the next part knows at the end of this one. */
    private PartClock ofSource(int source) {
      long key = next.sources.getLong(source);
      int id = (int) key;
      int kind = (int) (key >>> Integer.SIZE);
      if (kind == Place.THREAD.ordinal()) {
        return clock(column(id));
      }
      Row row = kind == CAUSE ? caused(next.causes.get(id)) : PartOrder.this.row(key);
      return row == null ? new PartClock() : whole(row);
    }

    private PartClock clock(int column) {
      return PartOrder.this.clock(column);
    }
  }

  /** Appends to a copy that has only what a next part can ask for. */
  void copyInto(PartOrder copy, PartOrder next) {
    copy.append(this);
    if (next != null) {
      copy.channels.keySet().removeIf(key -> next.sourceOf.get(key) == NONE);
      copy.notifies
          .keySet()
          .removeIf(o -> next.causes.inOrder().stream().noneMatch(cause -> cause.operand() == o));
    }
  }

  /** Writes this in an order that depends on nothing but what it means. */
  void write(PartOutput out) {
    OrderForm form = new OrderForm(threads, sources, causes.inOrder());
    int[] columns = form.columns();
    out.number(Arrays.stream(columns).filter(c -> clocks[c] != null).count());
    for (int column : columns) {
      if (clocks[column] != null) {
        out.number(threads.number(column));
        form.write(clocks[column], out);
      }
    }
    long[] keys = channels.keySet().toLongArray();
    Arrays.sort(keys);
    out.number(keys.length);
    for (long key : keys) {
      out.number(key);
      form.write(whole(channels.get(key)), out);
    }
    out.number(notifies.size());
    notifies.forEach(
        (operand, all) -> {
          out.number(operand);
          out.number(all.size());
          for (Notify notify : all) {
            out.number(notify.time());
            form.write(whole(notify.row()), out);
          }
        });
  }

  /** Reads what {@link #write} writes. */
  static PartOrder read(PartInput in, long from) {
    PartOrder order = new PartOrder(from);
    for (int left = in.integer(); left > 0; left--) {
      int column = order.column(in.integer());
      order.clocks[column] = order.readClock(in);
    }
    for (int left = in.integer(); left > 0; left--) {
      long key = in.number();
      order.channels.put(key, new Row(order.readClock(in), NONE, 0));
    }
    for (int left = in.integer(); left > 0; left--) {
      List<Notify> all = new ArrayList<>();
      order.notifies.put(in.integer(), all);
      for (int more = in.integer(); more > 0; more--) {
        long time = in.number();
        all.add(new Notify(time, new Row(order.readClock(in), NONE, 0)));
      }
    }
    return order;
  }

  private PartClock readClock(PartInput in) {
    PartClock clock = new PartClock();
    for (int left = in.integer(); left > 0; left--) {
      long key = in.number();
      if (key >>> Integer.SIZE == CAUSE) {
        Cause cause = new Cause((int) key, in.number(), in.number());
        key = key(Place.NOTIFY, causes.of(cause));
      }
      clock.addSource(source(key));
    }
    for (int left = in.integer(); left > 0; left--) {
      int column = column(in.integer());
      clock.learn(column, in.number());
    }
    return clock;
  }
}
