package io.racedet.runtime;

import io.racedet.runtime.log.Layout;
import io.racedet.runtime.objects.IdentityTable;
import io.racedet.runtime.objects.RecentObjects;
import io.racedet.runtime.spans.AccessSites;
import io.racedet.runtime.spans.SiteAccess;
import io.racedet.runtime.spans.SiteAccesses;
import io.racedet.runtime.spans.SpanAccesses;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;

/**
 * The present span of one thread: which of its accesses need no record, or only a part of one. Not
 * thread-safe.
 */
final class Span {
  private static final int WALK_WORDS = Layout.words(Layout.WALK);

  private final ThreadBuffer buffer;

  /** The accesses that have records, and cover others. */
  final SpanAccesses recorded;

  /** The objects of the accesses. */
  final RecentObjects objects = new RecentObjects();

  /** The last access of each instruction. */
  final SiteAccesses sites;

  Span(ThreadBuffer buffer) {
    this.buffer = buffer;
    recorded = new SpanAccesses(buffer.session.sites);
    objects.begin(recorded.number());
    sites = new SiteAccesses(recorded);
  }

  /**
   * Whether an access needs no record of its own: one that is covered, or that belongs to a walk.
   * One that is neither plain nor of a known instruction ends the span.
   */
  boolean needsNoRecord(int kind, Object owner, IdentityTable.Entry entry, int key, int site) {
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
      boolean writes = (buffer.session.sites.of(site) & AccessSites.WRITES) != 0;
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
    if (!buffer.again(recorded.isWrite(), entry == null ? 0 : entry.id, key, site)) {
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
    if (!access.begins(entry, index, recorded.number()) || !buffer.hasRoom()) {
      return false;
    }
    if (sites.isListFull()) {
      closeAll();
    }
    long head = Layout.head(Layout.WALK, site, entry.id);
    int length = Array.getLength(array);
    sites.list(access);
    buffer.syncing = 1;
    VarHandle.fullFence();
    boolean isCurrent = Hooks.session == buffer.session;
    if (isCurrent) {
      int pos = buffer.pos;
      long[] words = buffer.words;
      access.open(pos, length);
      buffer.firstWalk = Math.min(buffer.firstWalk, buffer.chunkBase | pos);
      VarHandle.storeStoreFence(); // who sees the record sees that it may grow
      words[pos] = head;
      words[pos + 1] = access.elements();
      words[pos + 2] = access.stride();
      buffer.pos = pos + WALK_WORDS;
      buffer.committed = buffer.chunkBase | pos + WALK_WORDS;
    }
    buffer.endSync();
    return isCurrent;
  }

  /** The next record ends the span. */
  void end() {
    endWalks();
    recorded.next();
    objects.begin(recorded.number());
  }

  /**
   * All walks end. The thread may learn here that a class was initialised, which orders what it
   * accesses from now on, but is no sync record and so ends no span.
   */
  void endWalks() {
    if (sites.listed() > 0) {
      closeAll();
    }
  }

  /* False after the end of the recording: who has stopped it completes the record. */
  private boolean close(SiteAccess walk) {
    buffer.syncing = 1;
    VarHandle.fullFence();
    boolean isCurrent = Hooks.session == buffer.session;
    if (isCurrent) {
      complete(walk);
    }
    buffer.endSync();
    return isCurrent;
  }

  private void complete(SiteAccess walk) {
    buffer.words[walk.position() + 1] = walk.elements();
    walk.close();
  }

  private void closeAll() {
    buffer.syncing = 1;
    VarHandle.fullFence();
    if (Hooks.session == buffer.session) {
      for (int i = 0; i < sites.listed(); i++) {
        SiteAccess walk = sites.listed(i);
        if (walk.isOpen()) {
          complete(walk);
        }
      }
      sites.clearList();
      VarHandle.storeStoreFence(); // who sees no open walk sees the complete records
      buffer.firstWalk = Long.MAX_VALUE;
    }
    buffer.endSync();
  }
}
