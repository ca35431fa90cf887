package io.racedet.part;

import io.racedet.trace.split.SplitBeginning;
import io.racedet.trace.split.SplitBeginning.Wait;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the analysis of later parts of a trace needs to know of a part: the order of its events, as
 * far as later ones can ask for it, and for each variable the last accesses by each thread and the
 * locks that all accesses held. Immutable.
 *
 * <p>Adjacent summaries can be combined in any grouping, with the same result: {@code
 * a.combine(b).combine(c)} equals {@code a.combine(b.combine(c))}, also in its bytes.
 *
 * <p>Size: for each thread and each lock, sync variable and channel of the part a clock, of at most
 * as many entries as the part has threads and such objects; for each variable at most four accesses
 * of each thread; the names of the threads, locks and locations of these accesses. So it grows with
 * what a part uses, not with its events, and is the largest where many objects order many threads,
 * or many variables are accessed by all threads.
 */
public final class PartSummary implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String WHAT = "summary of a part";
  private static final int KIND = 0x50;
  private static final int VERSION = 1;

  /** The summary of what precedes a trace: no event. The first part is analysed after it. */
  public static final PartSummary NOTHING =
      new PartSummary(
          new Extent(
              0, 0, PartEvents.sum(SplitBeginning.NOTHING), PartEvents.sum(SplitBeginning.NOTHING)),
          new PartOrder(0),
          new PartHistories(),
          new PartNames(),
          List.of());

  /**
   * Which part it is.
   *
   * @param from index of the event before it
   * @param to index of its last event
   * @param beginning a checksum of what is open at its beginning
   * @param end that of its end
   */
  record Extent(long from, long to, long beginning, long end) {}

  private final transient Extent extent;
  private final transient PartOrder order;
  private final transient PartHistories histories;
  private final transient PartNames names;
  private final transient List<Wait> waits; // of which notifies of the part can be the causes

  PartSummary(
      Extent extent, PartOrder order, PartHistories histories, PartNames names, List<Wait> waits) {
    this.extent = extent;
    this.order = order;
    this.histories = histories;
    this.names = names;
    this.waits = waits;
  }

  /** {@return how many events of the trace precede the part; 0 for the first part} */
  public long eventsBefore() {
    return extent.from();
  }

  /** {@return how many events the part has: those of all parts that were combined} */
  public long events() {
    return extent.to() - extent.from();
  }

  /**
   * {@return the summary of this part and of the one that follows} Takes time linear in the sizes
   * of both, times the number of threads.
   *
   * @param next the summary of the next part
   * @throws IllegalArgumentException if the other part does not follow this one in the same trace
   */
  public PartSummary combine(PartSummary next) {
    require(next.extent.from(), next.extent.beginning(), "another part");
    PartOrder both = new PartOrder(extent.from());
    both.append(order);
    both.append(next.order);
    both.end(next.waits);
    PartHistories allHistories = new PartHistories();
    allHistories.append(histories);
    allHistories.append(next.histories);
    if (extent.from() == 0) {
      allHistories.forgetGone(); // no part before it is asked for these
    }
    PartNames allNames = new PartNames();
    PartNames.Used used = allHistories.used();
    addNames(allNames, used);
    next.addNames(allNames, used);
    Extent whole =
        new Extent(extent.from(), next.extent.to(), extent.beginning(), next.extent.end());
    return new PartSummary(whole, both, allHistories, allNames, next.waits);
  }

  /** Checks that a part with this beginning follows. */
  void require(long from, long beginning, String part) {
    if (from != extent.to()) {
      throw new IllegalArgumentException(
          part + ": after event " + from + " (expected: after event " + extent.to() + ")");
    }
    if (beginning != extent.end()) {
      throw new IllegalArgumentException(
          part
              + ": after event "
              + from
              + ", with other threads or locks (expected: those that the events before it leave)");
    }
  }

  private void addNames(PartNames into, PartNames.Used used) {
    into.add(names.among(used), names);
  }

  /**
   * {@return a summary of the same events with only what {@link PartAnalysis#races} of one part
   * needs: much less than all, if the part uses few of the variables and locks}
   *
   * @param part the summary of the part that follows
   * @throws IllegalArgumentException as {@link #combine}
   */
  public PartSummary forPart(PartSummary part) {
    require(part.extent.from(), part.extent.beginning(), "another part");
    PartOrder lessOrder = new PartOrder(extent.from());
    order.copyInto(lessOrder, part.order);
    PartHistories less = copyOfHistories();
    less.retain(part.histories.touched(), part.histories.owners());
    PartNames lessNames = new PartNames();
    addNames(lessNames, less.used());
    return new PartSummary(extent, lessOrder, less, lessNames, waits);
  }

  /** A copy that can be changed. */
  PartOrder copyOfOrder() {
    PartOrder copy = new PartOrder(extent.from());
    order.copyInto(copy, null);
    return copy;
  }

  /** A copy that can be changed. */
  PartHistories copyOfHistories() {
    PartHistories copy = new PartHistories();
    copy.append(histories);
    return copy;
  }

  PartNames names() {
    return names;
  }

  /**
   * {@return this as bytes, which {@link #of} reads, for engines that move values between machines}
   * Equal summaries have equal bytes.
   */
  public byte[] toBytes() {
    PartOutput out = new PartOutput(KIND, VERSION);
    out.number(extent.from());
    out.number(extent.to());
    out.number(extent.beginning());
    out.number(extent.end());
    out.number(waits.size());
    for (Wait wait : waits) {
      out.number(wait.began());
      out.number(wait.ended());
    }
    order.write(out);
    histories.write(out);
    names.write(out);
    return out.toBytes();
  }

  /**
   * {@return the summary that bytes stand for}
   *
   * @param bytes what {@link #toBytes} returned
   * @throws IllegalArgumentException if they are damaged, or from a version of racedet with another
   *     form
   */
  public static PartSummary of(byte[] bytes) {
    PartInput in = new PartInput(bytes, WHAT, KIND, VERSION);
    Extent extent = new Extent(in.number(), in.number(), in.number(), in.number());
    List<Wait> waits = new ArrayList<>();
    for (int left = in.integer(); left > 0; left--) {
      waits.add(new Wait(-1, 0, 0, in.number(), in.number()));
    }
    PartOrder order = PartOrder.read(in, extent.from());
    PartHistories histories = PartHistories.read(in);
    return new PartSummary(extent, order, histories, PartNames.read(in), waits);
  }

  private Object writeReplace() {
    return new Serialized(toBytes());
  }

  /** The form of Java serialisation. */
  private record Serialized(byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object readResolve() {
      return of(bytes);
    }
  }
}
