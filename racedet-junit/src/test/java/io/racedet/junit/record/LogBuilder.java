package io.racedet.junit.record;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.runtime.RawThread;
import io.racedet.runtime.RawTrace;
import io.racedet.runtime.log.Chunk;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** The log of one thread, word by word as the page of {@link Layout} says. */
public final class LogBuilder {
  private final String name;
  private final long id;
  private final boolean forked;
  private final LongArrayList words = new LongArrayList();

  private LogBuilder(String name, long id, boolean forked) {
    this.name = name;
    this.id = id;
    this.forked = forked;
  }

  public static LogBuilder thread(String name) {
    return new LogBuilder(name, name.hashCode(), false);
  }

  public static LogBuilder forkedThread(String name) {
    return new LogBuilder(name, name.hashCode(), true);
  }

  public LogBuilder access(int kind, int site, long object, int version, int key) {
    words.add(head(kind, site, object));
    words.add((long) version << 32 | key & 0xFFFF_FFFFL);
    return this;
  }

  public LogBuilder sync(int op, int aspect, int site, long object, long seq, long operand) {
    words.add(head(16, site, object));
    words.add((long) op << 59 | (long) aspect << 48 | seq);
    words.add(operand);
    return this;
  }

  /** A walk over the elements of an array. */
  public LogBuilder walk(int site, long object, int first, int last, int stride) {
    words.add(head(21, site, object));
    words.add((long) first << 32 | last & 0xFFFF_FFFFL);
    words.add((long) stride);
    return this;
  }

  public LogBuilder enter(int method, int callSite) {
    words.add(17L << 59 | (long) (method + 1) << 24 | callSite + 1);
    return this;
  }

  public LogBuilder exit() {
    words.add(18L << 59);
    return this;
  }

  LogBuilder allocated(int site, long object) {
    words.add(head(19, site, object));
    return this;
  }

  private static long head(int kind, int site, long object) {
    return (long) kind << 59 | (long) (site + 1) << 35 | object;
  }

  /** The log, cut into chunks of the given length except where that would cut a record. */
  public RawThread build(int chunkLength) {
    List<Chunk> chunks = new ArrayList<>();
    int from = 0;
    while (from < words.size()) {
      int to = from;
      while (to < words.size() && (to == from || to - from < chunkLength)) {
        to += Layout.words(Layout.kind(words.getLong(to)));
      }
      Chunk chunk = new Chunk(to - from + 5);
      words.getElements(from, chunk.words, 0, to - from);
      chunk.used = to - from;
      chunks.add(chunk);
      from = to;
    }
    return new RawThread(name, id, forked, chunks.toArray(Chunk[]::new));
  }

  public RawThread build() {
    return build(4);
  }

  /** A trace of logs, which begins with the first versions and the first number that they have. */
  static RawTrace trace(LogBuilder... logs) {
    List<RawThread> threads = Stream.of(logs).map(LogBuilder::build).toList();
    int[] versions = new int[Layout.stripes()];
    BitSet used = new BitSet();
    long firstSeq = Long.MAX_VALUE;
    for (RawThread thread : threads) {
      LogCursor at = new LogCursor(thread, 0);
      while (at.next()) {
        if (at.isAccess()) {
          int stripe = Layout.stripe(at.head(), at.second());
          int before = Layout.version(at.second()) - 1;
          if (!used.get(stripe) || before - versions[stripe] < 0) {
            used.set(stripe);
            versions[stripe] = before;
          }
        } else if (at.kind() == Layout.SYNC) {
          firstSeq = Math.min(firstSeq, Layout.seq(at.second()));
        }
      }
    }
    return new RawTrace(threads, versions, firstSeq);
  }
}
