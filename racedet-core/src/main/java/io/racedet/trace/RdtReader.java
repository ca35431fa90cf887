package io.racedet.trace;

import io.racedet.event.EventBlock;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.event.Walk;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.FileIds;
import io.racedet.trace.split.SplitBeginning;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads the format {@value RdtLayout#NAME}. */
final class RdtReader extends BlockTraceReader {
  private static final int NONE = -1;

  // Two words for each site: the event without its thread, and the location.
  private final LongArrayList sites = new LongArrayList();
  private final long[] site = new long[2]; // the one being read

  // The range that is being read.
  private long range; // the word of its next access, if there is one
  private int rangeStride;
  private int rangeLocation;
  private int rest; // accesses that are not in a block yet

  private long thread = NONE; // of the next event, shifted as in its word

  private SplitBeginning beginning; // of the first split that is read

  RdtReader(InputStream in, String source, boolean lenient, TraceLimits limits) throws IOException {
    this(in, source, lenient, limits, null);
  }

  /** Opens a part of a file; null for the whole one. */
  RdtReader(InputStream in, String source, boolean lenient, TraceLimits limits, Extent extent)
      throws IOException {
    super(in, source, lenient, limits, RdtLayout.SIGNATURE, extent);
    if (extent == null || extent.isFirst()) {
      beginning = SplitBeginning.NOTHING;
    }
  }

  @Override
  protected boolean isBlock(byte kind, int count) {
    return isControl(kind)
        ? count == 0
        : (kind == BlockFormat.PLAIN || kind == BlockFormat.REPEATING)
            && count > 0
            && count <= BlockFormat.MAX_COUNTED;
  }

  @Override
  boolean isControl(byte kind) {
    return kind == BlockFormat.SPLIT || kind == BlockFormat.INDEX;
  }

  @Override
  boolean isRepeating(byte kind) {
    return kind == BlockFormat.REPEATING;
  }

  @Override
  String control(byte kind) {
    if (kind == BlockFormat.INDEX) {
      payload().moveTo(payload().end()); // whose contents matter only where it is looked for
      return null;
    }
    sites.clear();
    long before = payload().word();
    int[] known = new int[FileIds.LOCATIONS + 1];
    boolean isNext = before == events();
    for (int rank = 0; rank < known.length; rank++) {
      known[rank] = payload().number();
      isNext &= known[rank] >= 0 && (beginning == null || known[rank] == fileNames().size(rank));
    }
    if (!isNext) {
      return "a split that does not continue the one before it";
    }
    if (beginning == null) {
      fileNames().begin(known);
    }
    boolean hasNames = fileNames().readRepeated(payload());
    SplitBeginning open = hasNames ? SplitBeginning.read(payload()) : null;
    if (open == null) {
      return "a split with an invalid beginning";
    }
    beginning = beginning == null ? open : beginning;
    return null;
  }

  @Override
  public SplitBeginning beginning() throws IOException {
    if (beginning == null) {
      hasNext();
      throwFault();
    }
    return beginning == null ? SplitBeginning.NOTHING : beginning;
  }

  @Override
  protected boolean begin(byte kind, int count) {
    thread = NONE;
    return expect(count, mostEvents());
  }

  @Override
  protected boolean decode(EventBlock block) {
    int before = block.events();
    boolean valid = true;
    while (valid && !block.isFull() && block.events() - before < left()) {
      if (rest > 0) {
        appendRange(block);
      } else {
        long left = left() - (block.events() - before);
        int last = block.size() + (int) Math.min(block.room(), left);
        int known = block.size();
        decodeKnown(block, last);
        valid = block.size() == last || decodeNew(block, left - (block.size() - known));
      }
    }
    return valid;
  }

  /** Decodes events as long as their sites are known, and the threads between them. */
  private void decodeKnown(EventBlock block, int last) {
    long[] words = block.words();
    int[] locations = block.locations();
    long[] known = sites.elements();
    long limit = RdtLayout.FIRST_SITE + sites.size() / 2;
    ByteBuffer numbers = payload().words();
    int to = payload().end();
    int size = block.size();
    int p = payload().at();
    long by = thread;
    while (size < last & p < to) {
      long coded = numbers.getLong(p);
      int length = Long.numberOfTrailingZeros(~coded) + 1;
      long code = coded << Long.SIZE - 8 * length >>> Long.SIZE - 7 * length;
      if (p + length > to | code >= limit | length > BlockFormat.MAX_NUMBER_LENGTH) {
        break;
      }
      if (code >= RdtLayout.FIRST_SITE & by >= 0) {
        int row = 2 * ((int) code - RdtLayout.FIRST_SITE);
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

  /**
   * Decodes a range, or an event that is written out, and remembers its site; false if it is
   * invalid.
   */
  private boolean decodeNew(EventBlock block, long left) {
    int code = payload().number();
    if (code == RdtLayout.RANGE) {
      return decodeRange(left);
    }
    if (!readSite(code, site) || thread < 0) {
      return false;
    }
    if (sites.size() / 2 < RdtLayout.MAX_SITES) {
      sites.add(site[0]);
      sites.add(site[1]);
    }
    block.append(site[0] | thread, (int) site[1]);
    return true;
  }

  /** Decodes a range of at most this many events; false if it is invalid. */
  private boolean decodeRange(long most) {
    int op = payload().number() - 1;
    int first = payload().number();
    int coded = payload().number();
    int stride = (coded & 1) == 0 ? coded >> 1 : -(coded >> 1);
    int count = payload().number();
    int location = payload().number() - 1;
    long last = first + (count - 1L) * stride;
    boolean isRange =
        (op == Op.READ.ordinal() || op == Op.WRITE.ordinal())
            && coded > 1
            && count > 0
            && count <= most
            && fileNames().isOperand(Operand.VARIABLE, first)
            && last == (int) last
            && fileNames().isOperand(Operand.VARIABLE, (int) last)
            && fileNames().isLocation(location);
    if (isRange && thread >= 0) {
      range = EventBlock.word(Op.of(op), 0, first) | thread;
      rangeStride = stride;
      rangeLocation = location;
      rest = count;
      return true;
    }
    return false;
  }

  /** Appends as much of the range as the block has room for. */
  private void appendRange(EventBlock block) {
    int count = Math.min(rest, block.room());
    block.appendRange(range, Walk.of(rangeStride, count), rangeLocation);
    rest -= count;
    int next = EventBlock.operand(range) + count * rangeStride;
    range = EventBlock.withOperand(range, next);
  }

  /** The next number of the payload as a thread, shifted as in the word of an event; or NONE. */
  private long nextThread() {
    int id = payload().number();
    return fileNames().isThread(id) ? EventBlock.word(Op.READ, id, 0) : NONE;
  }
}
