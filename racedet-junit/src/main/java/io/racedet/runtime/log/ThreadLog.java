package io.racedet.runtime.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The records of one thread in one recording. Written by its own thread only; the thread that stops
 * the recording reads up to {@link #committed}.
 *
 * <p>Accesses and sync operations are committed one by one. ENTER, EXIT and ALLOCATED records are
 * committed with the next of those, and their appending is invisible to others until then.
 */
public abstract class ThreadLog extends CacheLinePadding {
  private static final VarHandle SYNCING =
      FieldHandle.of(MethodHandles.lookup(), "syncing", int.class);
  private static final VarHandle STRIPE =
      FieldHandle.of(MethodHandles.lookup(), "stripe", int.class);
  private static final long[] NO_WORDS = {};
  private static final int SYNC_RECORD = 3;

  /** The most words that are appended at once: an access and its AGAIN. */
  private static final int MAX_RECORD_LENGTH = 4;

  /** Words for all records of one atomic operation, with room to spare: two syncs, two accesses. */
  private static final int WHILE_HOLDING = 16;

  private static final int NO_STRIPE = -1;
  private static final int NO_RECORD = -1;
  private static final int NO_ROOM = -1;

  public final Thread thread;

  /** Marks the stripes that the thread holds. */
  public final int tag;

  private final BufferSpace space;

  public long[] words = NO_WORDS;
  public int pos;

  /** Last position at which a record of any length fits; none before there is a chunk. */
  private int limit = NO_ROOM;

  /** While it is open, {@link #limit} is {@link #NO_ROOM}: the next record closes it. */
  public final OpenRange range = new OpenRange();

  /** Chunk number in the high half, 0 for none, and position in the low one. */
  public long committed;

  /** Where the first walk begins whose record is not complete; the largest number for none. */
  public long firstWalk = Long.MAX_VALUE;

  /** The high half for the current chunk. */
  public long chunkBase;

  /** The last stripe that the thread has tried to take. */
  public int stripe = NO_STRIPE;

  /** 1 while a sync record is being appended. */
  public int syncing;

  /** Position after the last sync record in the chunk. */
  public int afterSync = NO_RECORD;

  /** Positive while the runtime itself works for the thread: every hook returns at once. */
  public int quiet;

  public Chunk first; // of those that are not given back yet
  private Chunk current;

  protected ThreadLog(Thread thread, int tag, BufferSpace space) {
    this.thread = thread;
    this.tag = tag;
    this.space = space;
  }

  /** Whether the recording is in progress. */
  public abstract boolean isCurrent();

  /** A chunk for the next records, which begin no span; null if the recording is over. */
  protected abstract Chunk nextChunk(int size);

  /** Makes room for one record of any length; false if the recording is full, which ends it. */
  public final boolean hasRoom() {
    return pos <= limit || makeRoom(0);
  }

  /** Makes room for all records that are appended while one stripe is held. */
  public final boolean hasRoomWhileHolding() {
    return pos + WHILE_HOLDING <= limit || makeRoom(WHILE_HOLDING);
  }

  private boolean makeRoom(int more) {
    if (range.isOpen()) {
      if (!closeRange()) {
        return false;
      }
      limit = words.length - MAX_RECORD_LENGTH;
    }
    return pos + more <= limit || refill();
  }

  /** The sync record that has just been appended is a range. */
  public final void openRange(long head, long opAndAspect, long operand) {
    range.open(head, opAndAspect, operand);
    limit = NO_ROOM;
  }

  /** Writes the elements of the open range to its record; false if the recording is over. */
  private boolean closeRange() {
    if (!range.hasJoined()) {
      range.close();
      return true;
    }
    syncing = 1;
    VarHandle.fullFence();
    boolean isCurrent = isCurrent();
    if (isCurrent) {
      words[afterSync - 1] = range.elements();
      range.close();
    }
    endSync();
    return isCurrent;
  }

  private boolean refill() {
    quiet++;
    try {
      int filled = words.length;
      int size = current == null ? ChunkPool.FIRST : filled * ChunkPool.GROWTH;
      Chunk chunk = nextChunk(Math.min(size, ChunkPool.FULL));
      if (chunk == null) {
        return false;
      }
      if (current == null) {
        first = chunk;
      } else {
        current.used = pos;
        current.next = chunk;
      }
      current = chunk;
      words = chunk.words;
      pos = 0;
      afterSync = NO_RECORD;
      limit = words.length - MAX_RECORD_LENGTH;
      chunkBase += 1L << Integer.SIZE;
      space.fill(filled);
      return true;
    } finally {
      quiet--;
    }
  }

  /**
   * Whether a sync record repeats the one before it, of this thread and of the recording: while a
   * thread spins and no other runs, one record is enough, however long that takes.
   */
  public final boolean repeats(long head, long opAndAspect, long operand, long seq) {
    int last = pos - SYNC_RECORD;
    return pos == afterSync
        && words[last + 1] == (opAndAspect | seq - 1 & Layout.SEQ_MASK)
        && words[last] == head
        && words[last + 2] == operand
        && OpCodes.isRepeatable(Layout.op(opAndAspect));
  }

  /** Records the first access that another one covers; false if the recording is over. */
  public final boolean again(boolean written, long object, int key, int site) {
    if (!hasRoom()) {
      return false;
    }
    long head = Layout.head(written ? Layout.AGAIN_WRITTEN : Layout.AGAIN, site, object);
    words[pos + 1] = key & Layout.KEY_MASK;
    words[pos] = head;
    pos += 2;
    return true;
  }

  /* Takes the complete word: a stack overflow while it is computed must not leave a gap. */
  protected final void append(long word) {
    words[pos] = word;
    pos++;
  }

  /* Of records that may follow the last commit, a second word is a key, and begins with no kind. */
  protected final boolean eraseEnter() {
    int last = pos - 1;
    if (last >= 0 && (chunkBase | last) >= committed && Layout.kind(words[last]) == Layout.ENTER) {
      pos = last;
      return true;
    }
    return false;
  }

  /** Ends the appending of a sync record. */
  public final void endSync() {
    SYNCING.setRelease(this, 0);
  }

  public final boolean isSyncing() {
    return (int) SYNCING.getAcquire(this) != 0;
  }

  /** The last stripe that the thread has tried to take, or a negative number. */
  public final int lastStripe() {
    return (int) STRIPE.getAcquire(this);
  }

  /** Announces which stripe the thread is going to take, before it tries. */
  public final void announceStripe(int nextStripe) {
    STRIPE.setRelease(this, nextStripe);
  }
}
