package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads the format {@value RdtCodec#NAME}. */
final class RdtReader extends BlockTraceReader {
  private static final int NONE = -1;

  // Two words for each site: the event without its thread, and the location.
  private final LongArrayList sites = new LongArrayList();
  private final long[] site = new long[2]; // the one being read

  private long thread = NONE; // of the next event, shifted as in its word

  RdtReader(InputStream in, String source, boolean lenient, TraceLimits limits) throws IOException {
    super(in, source, lenient, limits, RdtCodec.SIGNATURE);
  }

  @Override
  boolean isBlock(byte kind, int count) {
    return kind == BlockFormat.PLAIN && count > 0 && count <= BlockFormat.MOST_COUNTED;
  }

  @Override
  boolean begin(byte kind, int count) {
    thread = NONE;
    return expect(count, mostEvents());
  }

  @Override
  boolean decode(EventBlock block) {
    int last = (int) Math.min(EventBlock.CAPACITY, block.size() + left());
    decodeKnown(block, last);
    boolean valid = true;
    while (valid && block.size() < last) {
      valid = decodeNew(block);
      decodeKnown(block, last);
    }
    return valid;
  }

  /** Decodes events as long as their sites are known, and the threads between them. */
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

  /** Decodes an event that is written out, and remembers its site; false if it is invalid. */
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

  /** The next number of the payload as a thread, shifted as in the word of an event; or NONE. */
  private long nextThread() {
    int id = payload().number();
    return fileNames().isThread(id) ? EventBlock.word(Op.READ, id, 0) : NONE;
  }
}
