package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.Names;
import io.racedet.oracle.TestTrace;
import io.racedet.oracle.TraceEvent;
import io.racedet.trace.split.SplitRule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Files with more splits than their size asks for. */
public final class SplitFiles {
  /** Each block is a split. */
  private static final SplitRule EVERYWHERE = new SplitRule(0, Double.POSITIVE_INFINITY);

  /** There is one split only. */
  static final SplitRule NOWHERE = new SplitRule(Long.MAX_VALUE, 0);

  private SplitFiles() {}

  /** A trace as a file in which splits begin before some of its events, by their index from 1. */
  public static byte[] of(TestTrace trace, IntPredicate begins) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TraceWriter writer = new RdtWriter(out, trace, EVERYWHERE)) {
      EventBlock block = new EventBlock();
      int index = 0;
      for (TraceEvent e : trace.events()) {
        if (begins.test(++index) || block.isFull()) {
          write(block, writer);
        }
        block.append(EventBlock.word(e.op(), e.thread(), e.operand()), e.location());
      }
      write(block, writer);
    }
    return out.toByteArray();
  }

  private static void write(EventBlock block, TraceWriter writer) throws IOException {
    writer.write(block);
    writer.flush();
    block.clear();
  }

  /** A writer of such files, with a split at each flush. */
  public static TraceWriter writer(OutputStream out, Names names) throws IOException {
    return new RdtWriter(out, names, EVERYWHERE);
  }

  /** A writer of files of a rule. */
  static TraceWriter writer(OutputStream out, Names names, SplitRule rule) throws IOException {
    return new RdtWriter(out, names, rule);
  }

  /** The bytes of a file in a storage that opens nothing at its end. */
  public static TraceSplit.Source source(byte[] file) {
    return new TraceSplit.Source() {
      @Override
      public long length() {
        return file.length;
      }

      @Override
      public InputStream open(long offset) {
        assertThat(offset).isBetween(0L, file.length - 1L);
        return new ByteArrayInputStream(file, (int) offset, file.length - (int) offset);
      }
    };
  }

  /** Opens a split of a file, of which only the bytes of the split are there. */
  public static TraceReader open(byte[] file, TraceSplit split) throws IOException {
    return open(file, split, false);
  }

  static TraceReader open(byte[] file, TraceSplit split, boolean lenient) throws IOException {
    int length = split.isWhole() ? file.length : (int) split.length();
    return split.open(
        new ByteArrayInputStream(file, (int) split.offset(), length),
        "test.file",
        lenient,
        TraceLimits.DEFAULT);
  }

  /** The splits of a file. */
  public static List<TraceSplit> list(byte[] file) throws IOException {
    return TraceSplit.list(source(file), "test.file", false);
  }

  /** The events of all splits as lines, with the names of each split. */
  static List<String> lines(byte[] file, boolean lenient) throws IOException {
    List<String> lines = new ArrayList<>();
    for (TraceSplit split : TraceSplit.list(source(file), "test.file", lenient)) {
      try (TraceReader reader = open(file, split, lenient)) {
        lines.addAll(Traces.lines(reader));
      }
    }
    return lines;
  }
}
