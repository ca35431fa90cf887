package io.racedet.part;

import io.racedet.ids.DenseIds;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How clocks are written: sources and threads by what they are, not by their columns. */
final class OrderForm {
  /** A source: its kind and id, or the operand and the times of a cause. */
  private record Source(long key, long began, long ended) {
    static final Comparator<Source> ORDER =
        Comparator.comparingLong(Source::key)
            .thenComparingLong(Source::began)
            .thenComparingLong(Source::ended);
  }

  private final DenseIds threads;
  private final int[] columns;
  private final List<Source> sources = new ArrayList<>();

  OrderForm(DenseIds threads, LongArrayList keys, List<PartOrder.Cause> causes) {
    this.threads = threads;
    columns =
        IntStream.range(0, threads.size())
            .boxed()
            .sorted(Comparator.comparingInt(threads::number))
            .mapToInt(column -> column)
            .toArray();
    for (int i = 0; i < keys.size(); i++) {
      long key = keys.getLong(i);
      boolean isCause = key >>> Integer.SIZE == PartOrder.CAUSE;
      PartOrder.Cause cause = isCause ? causes.get((int) key) : null;
      sources.add(
          isCause
              ? new Source(
                  (long) PartOrder.CAUSE << Integer.SIZE | cause.operand(),
                  cause.began(),
                  cause.ended())
              : new Source(key, 0, 0));
    }
  }

  /** The columns in the order of their threads. */
  int[] columns() {
    return columns;
  }

  void write(PartClock clock, PartOutput out) {
    List<Source> used = new ArrayList<>();
    for (int s = clock.nextSource(0); s >= 0; s = clock.nextSource(s + 1)) {
      used.add(sources.get(s));
    }
    used.sort(Source.ORDER);
    out.number(used.size());
    for (Source source : used) {
      out.number(source.key());
      if (source.key() >>> Integer.SIZE == PartOrder.CAUSE) {
        out.number(source.began());
        out.number(source.ended());
      }
    }
    int times = 0;
    for (int column : columns) {
      times += clock.time(column) > 0 ? 1 : 0;
    }
    out.number(times);
    for (int column : columns) {
      if (clock.time(column) > 0) {
        out.number(threads.number(column));
        out.number(clock.time(column));
      }
    }
  }
}
