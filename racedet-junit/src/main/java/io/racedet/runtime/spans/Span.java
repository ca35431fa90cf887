package io.racedet.runtime.spans;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.log.ThreadLog;
import io.racedet.runtime.objects.IdentityTable;
import io.racedet.runtime.objects.RecentObjects;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;

/**
 * The present span of one thread: which of its accesses need no record, or only a part of one. Not
 * thread-safe.
 */
public final class Span {
  private static final int WALK_WORDS = Layout.words(Layout.WALK);

  private final ThreadLog log;
  private final AccessSites known;

  /** The accesses that have records, and cover others. */
  public final SpanAccesses recorded;

  /** The objects of the accesses. */
  public final RecentObjects objects = new RecentObjects();

  /** The last access of each instruction. */
  public final SiteAccesses sites;

  /** Of the thread that has this log. */
  public Span(ThreadLog log, AccessSites known) {
    this.log = log;
    this.known = known;
    recorded = new SpanAccesses(known);
    objects.begin(recorded.number());
    sites = new SiteAccesses(recorded);
  }

  /**
   * Whether an access needs no record of its own: one that is covered, or that belongs to a walk.
   * One that is neither plain nor of a known instruction ends the span.
   */
  public boolean needsNoRecord(
      int kind, Object owner, IdentityTable.Entry entry, int key, int site) {
    int covering = recorded.find(kind, entry == null ? 0 : entry.id, key, site);
    if (covering == SpanAccesses.FOREIGN) {
      end();
      return false;
    }
    if (covering == SpanAccesses.COVERED
        || covering == SpanAccesses.FIRST_COVERED && again(entry, key, site)) {
      cover(kind, entry, key, site);
      return true;
    }
    if (entry == null) {
      endWalks(); // of a static field
    }
    return kind == Layout.ELEMENT && recorded.place >= 0 && walk(owner, entry, key, site);
  }

  private void cover(int kind, IdentityTable.Entry entry, int key, int site) {
    if (entry != null && (kind == Layout.FIELD || kind == Layout.FINAL_FIELD)) {
      boolean writes = (known.of(site) & AccessSites.WRITES) != 0;
      objects.cover(entry, key, site, writes, recorded.isWrite());
    } else {
      sites.cover(entry, key, site);
    }
  }

  /**
   * Records the first access that another one covers; false if the recording is over, and the
   * access is not recorded itself either.
   */
  private boolean again(IdentityTable.Entry entry, int key, int site) {
    if (!log.again(recorded.isWrite(), entry == null ? 0 : entry.id, key, site)) {
      recorded.skip();
      return false;
    }
    recorded.repeat();
    return true;
  }

  /* Whether the access begins a walk, which has a record then. */
  private boolean walk(Object array, IdentityTable.Entry entry, int index, int site) {
    SiteAccess access = sites.of(site);
    if (access.isOpen() && !close(access)) {
      return true; // the recording is over, and who has stopped it reads the walk
    }
    if (!access.begins(entry, index, recorded.number()) || !log.hasRoom()) {
      return false;
    }
    if (sites.isListFull()) {
      closeAll();
    }
    long head = Layout.head(Layout.WALK, site, entry.id);
    int length = Array.getLength(array);
    sites.list(access);
    log.syncing = 1;
    VarHandle.fullFence();
    boolean isCurrent = log.isCurrent();
    if (isCurrent) {
      int pos = log.pos;
      long[] words = log.words;
      access.open(pos, length);
      log.firstWalk = Math.min(log.firstWalk, log.chunkBase | pos);
      VarHandle.storeStoreFence(); // who sees the record sees that it may grow
      words[pos] = head;
      words[pos + 1] = access.elements();
      words[pos + 2] = access.stride();
      log.pos = pos + WALK_WORDS;
      log.committed = log.chunkBase | pos + WALK_WORDS;
    }
    log.endSync();
    return isCurrent;
  }

  /** The next record ends the span. */
  public void end() {
    endWalks();
    recorded.next();
    objects.begin(recorded.number());
  }

  /**
   * All walks end. The thread may learn here that a class was initialised, which orders what it
   * accesses from now on, but is no sync record and so ends no span.
   */
  public void endWalks() {
    if (sites.listed() > 0) {
      closeAll();
    }
  }

  /* False after the end of the recording: who has stopped it completes the record. */
  private boolean close(SiteAccess walk) {
    log.syncing = 1;
    VarHandle.fullFence();
    boolean isCurrent = log.isCurrent();
    if (isCurrent) {
      complete(walk);
    }
    log.endSync();
    return isCurrent;
  }

  private void complete(SiteAccess walk) {
    log.words[walk.position() + 1] = walk.elements();
    walk.close();
  }

  private void closeAll() {
    log.syncing = 1;
    VarHandle.fullFence();
    if (log.isCurrent()) {
      for (int i = 0; i < sites.listed(); i++) {
        SiteAccess walk = sites.listed(i);
        if (walk.isOpen()) {
          complete(walk);
        }
      }
      sites.clearList();
      VarHandle.storeStoreFence(); // who sees no open walk sees the complete records
      log.firstWalk = Long.MAX_VALUE;
    }
    log.endSync();
  }
}
