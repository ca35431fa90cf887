package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads the binary format of plain events. */
final class RdtReader extends BlockTraceReader {
  private static final int NONE = -1;

  // By site, two words: the event without its thread, and the location.
  private final LongArrayList sites = new LongArrayList();
  private final long[] site = new long[2]; // that is read

  private long thread = NONE; // of the next event, where its word has it

  RdtReader(InputStream in, String source, boolean lenient) throws IOException {
    super(in, source, lenient, RdtCodec.NAME, RdtCodec.MAGIC, RdtCodec.VERSION);
  }

  @Override
  boolean isBlock(byte kind, int count) {
    return kind == BlockFormat.PLAIN && count > 0 && count <= BlockFormat.MOST_COUNTED;
  }

  @Override
  boolean begin(byte kind, int count) {
    thread = NONE;
    expect(count);
    return true;
  }

  @Override
  boolean decode(EventBlock block) {
    int last = (int) Math.min(EventBlock.CAPACITY, block.size() + left());
    decodeKnown(block, last);
    boolean whole = true;
    while (whole && block.size() < last) {
      whole = decodeNew(block);
      decodeKnown(block, last);
    }
    return whole;
  }

  /** Decodes events of known sites, and the threads between them, as far as there are such. */
  private void decodeKnown(EventBlock block, int last) {
    long[] words = block.words();
    int[] locations = block.locations();
    long[] known = sites.elements();
    long limit = RdtCodec.FIRST_SITE + sites.size() / 2;
    ByteBuffer numbers = payload().words();
    int to = payload().end();
    int size = block.size();
    int p = payload().at();
    long by = thread;
    while (size < last & p < to) {
      long coded = numbers.getLong(p);
      int length = Long.numberOfTrailingZeros(~coded) + 1;
      long code = coded << Long.SIZE - 8 * length >>> Long.SIZE - 7 * length;
      if (p + length > to | code >= limit | length > BlockFormat.LONGEST_NUMBER) {
        break;
      }
      if (code >= RdtCodec.FIRST_SITE & by >= 0) {
        int row = 2 * ((int) code - RdtCodec.FIRST_SITE);
        words[size] = known[row] | by;
        locations[size] = (int) known[row + 1];
        size++;
        p += length;
      } else if (code == 0) {
        payload().moveTo(p + 1);
        by = nextThread();
        p = payload().at();
      } else {
        break;
      }
    }
    block.extend(size);
    payload().moveTo(p);
    thread = by;
  }

  /** Decodes an event that is written out, and remembers its site; false for nonsense. */
  private boolean decodeNew(EventBlock block) {
    if (!fileNames().readSite(payload(), payload().number(), site) || thread < 0) {
      return false;
    }
    if (sites.size() / 2 < RdtCodec.MOST_SITES) {
      sites.add(site[0]);
      sites.add(site[1]);
    }
    block.append(site[0] | thread, (int) site[1]);
    return true;
  }

  /** The next number of the payload as a thread, where a word has it; or NONE. */
  private long nextThread() {
    int id = payload().number();
    return fileNames().isThread(id) ? EventBlock.word(Op.READ, id, 0) : NONE;
  }
}
