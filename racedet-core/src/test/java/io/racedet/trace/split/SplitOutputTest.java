package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventSink;
import io.racedet.event.Names;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockOutput;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.bytes.ByteList;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

/** When splits begin: what they repeat is counted to the byte. */
class SplitOutputTest {
  private static final int MANY = 100;
  private static final int BLOCK = 20; // bytes of an empty block of events

  /** Names of as many bytes as their number. */
  private static final Names NAMES =
      new Names() {
        @Override
        public String name(Operand space, int id) {
          return "a".repeat(id);
        }

        @Override
        public String location(int location) {
          return "a".repeat(location);
        }
      };

  /** A file of two threads, 201 variables and three locations. */
  private static final class File {
    private final BlockOutput out;
    private final SplitOutput splits;

    File(SplitRule rule) throws IOException {
      out = new BlockOutput(OutputStream.nullOutputStream(), new byte[8], 1);
      FileIds ids = new FileIds(NAMES, "test");
      for (int id = 0; id <= 200; id++) {
        ids.ofOperand(Operand.VARIABLE, id);
      }
      for (int id = 0; id < 3; id++) {
        ids.ofLocation(id);
      }
      ids.ofThread(0);
      ids.ofThread(1);
      splits = new SplitOutput(ids, MANY, rule);
    }

    File write(int variable) {
      splits.site(Op.WRITE, variable, 2);
      return this;
    }

    /** Ends a block of 20 bytes, besides repeated names. */
    File endBlock() throws IOException {
      ByteList block = BlockOutput.block();
      if (splits.repeats()) {
        splits.moveTo(block);
      }
      block.skip(BLOCK - BlockFormat.PAYLOAD);
      out.write(BlockFormat.PLAIN, 1, block);
      splits.endBlock(out);
      return this;
    }
  }

  /** A trace of which each block is a period. */
  @FunctionalInterface
  private interface Trace {
    File writeTo(File file) throws IOException;
  }

  /** Asserts what is repeated by now, and how much a split would have repeated. */
  private static void assertDue(long repeated, long returning, Trace trace) throws IOException {
    double size = trace.writeTo(new File(new SplitRule(0, 0))).out.size();
    double least = repeated + 2 * returning;
    for (double more : new double[] {-0.5, 0.5}) {
      File file = trace.writeTo(new File(new SplitRule(0, (least + more) / size)));
      assertThat(file.splits.isDue()).as("%s of %s", least + more, size).isEqualTo(more > 0);
    }
  }

  @Test
  void inTheFirstPeriod_allReturns() throws IOException {
    assertDue(0, BlockFormat.HEADER + BLOCK, file -> file.write(3).endBlock());
  }

  /**
   * A name is repeated with its number and its length, a site with its operand and location. What
   * is used twice in a period counts once.
   */
  @Test
  void namesAndSitesOfEarlierPeriods_return() throws IOException {
    int threadOne = 1 + 1 + 1;
    int variables = 1 + 1 + 3 + 2 + 2 + 200;
    int locationTwo = 1 + 1 + 2;
    int sites = 1 + 1 + 2 + 1 + 1; // the last one has no operand
    assertDue(
        0,
        threadOne + variables + locationTwo + sites,
        file -> {
          for (int period = 0; period < 3; period++) {
            file.splits.run(1);
            file.write(3).write(3).write(200).splits.site(Op.BEGIN, 0, EventSink.NO_LOCATION);
            file.endBlock();
          }
          return file;
        });
  }

  /** The block with which a split begins, then names and a site. */
  @Test
  void whatSplitsRepeat_isCounted() throws IOException {
    int begin = 13 + 8 + 8 + 7 + 1; // header, events, ids (201 takes two), no names, no threads
    int names = 7 + 1 + 1 + 3 + 1 + 1 + 2;
    int site = 1 + 1;
    int returning = 1 + 1 + 3 + 1 + 1 + 2 + site;
    Trace first =
        file -> {
          file.write(3).endBlock().splits.begin(file.out, 1);
          return file.write(3).endBlock();
        };
    long size = first.writeTo(new File(new SplitRule(0, 0))).out.size();
    assertThat(size).isEqualTo(BlockFormat.HEADER + BLOCK + begin + BLOCK + names);
    assertDue(begin + names + site, size, first);
    assertDue(begin + names + site, returning, file -> first.writeTo(file).write(3).endBlock());
  }

  @Test
  void period_endsWithTheBlockThatFillsIt() throws IOException {
    for (int blocks = 1; blocks <= 3; blocks++) {
      File whole = new File(new SplitRule((long) blocks * BLOCK, 2));
      File longer = new File(new SplitRule((long) blocks * BLOCK + 1, 2));
      for (int block = 1; block <= blocks; block++) {
        assertThat(whole.endBlock().splits.isDue()).isEqualTo(block == blocks);
        assertThat(longer.endBlock().splits.isDue()).isFalse();
      }
    }
  }

  @Test
  void blockIsFull_whenItRepeatsMoreThanAMebibyteOfNames() throws IOException {
    BlockOutput out = new BlockOutput(OutputStream.nullOutputStream(), new byte[8], 1);
    FileIds ids = new FileIds((space, id) -> "a".repeat(id == 0 ? 1 << 19 : id), "test");
    SplitOutput splits = new SplitOutput(ids, MANY, SplitRule.USUAL);
    for (int lock = 0; lock < 2; lock++) {
      ids.ofOperand(Operand.VARIABLE, lock);
      ids.ofOperand(Operand.LOCK, lock);
    }
    splits.begin(out, 0);
    splits.use(Operand.VARIABLE, 0, EventSink.NO_LOCATION);
    splits.use(Operand.LOCK, 0, EventSink.NO_LOCATION);
    assertThat(splits.isFull()).isFalse();
    splits.use(Operand.LOCK, 1, EventSink.NO_LOCATION);
    assertThat(splits.isFull()).isTrue();
    splits.moveTo(BlockOutput.block());
    assertThat(splits.isFull()).isFalse();
  }

  @Test
  void file_hasAtMostSoManySplitsThatABlockListsThem() throws IOException {
    File file = new File(new SplitRule(0, Double.POSITIVE_INFINITY));
    int splits = 1;
    for (; file.endBlock().splits.isDue(); splits++) {
      file.splits.begin(file.out, splits);
    }
    assertThat(splits).isEqualTo(1 << 18);
  }
}
