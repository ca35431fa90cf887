package io.racedet.runtime.spans;

import io.racedet.runtime.log.Grown;
import io.racedet.runtime.objects.IdentityTable;

/**
 * The last access of each instruction in one thread, so that most accesses of static fields and
 * elements that need no record of their own are recognised by a few comparisons: covered accesses,
 * and those that continue a walk.
 *
 * <p>A walk is a sequence of accesses by one instruction to elements of one array, each at the same
 * distance from the one before, in one span. It is one record, which has no place in the order of
 * the accesses to its elements: in one span, all of them are ordered in the same way with what
 * other threads do, unless they are in a race. Not thread-safe.
 */
public final class SiteAccesses {
  private static final int FEWEST = 16;
  private static final int MOST = 1024;
  private static final SiteAccess NONE = new SiteAccess(SiteAccess.NOWHERE);

  private final SpanAccesses span;
  private SiteAccess[] bySite;
  private int replaced; // entries of the table, since it has grown
  private SiteAccess[] open = new SiteAccess[FEWEST];
  private int opened;

  public SiteAccesses(SpanAccesses span) {
    this.span = span;
    clear(FEWEST);
  }

  private void clear(int size) {
    SiteAccess[] empty = new SiteAccess[size];
    for (int i = 0; i < size; i++) {
      empty[i] = NONE;
    }
    bySite = empty;
    replaced = 0;
  }

  /** Whether an access of a static field by an instruction is known to be covered. */
  public boolean coversStatic(int field, int site) {
    SiteAccess access = bySite[site & bySite.length - 1];
    return access.site == site
        && access.coveredIn == span.number()
        && access.key == field
        && access.object == null;
  }

  /** Whether an access to an element continues a walk, or is known to be covered. */
  public boolean walks(Object array, int index, int site) {
    SiteAccess access = bySite[site & bySite.length - 1];
    if (access.site != site) {
      return false;
    }
    if (access.next == index && index != SiteAccess.NOWHERE) {
      if (access.object.refersTo(array)) {
        access.step();
        return true;
      }
      return false;
    }
    boolean isKnown =
        access.key == index && access.coveredIn == span.number() || access.contains(index);
    return isKnown && access.object.refersTo(array);
  }

  /** From now on, accesses like this one are known to be covered until the span ends. */
  public void cover(IdentityTable.Entry object, int key, int site) {
    SiteAccess access = of(site);
    if (!access.isOpen()) {
      access.cover(object, key, span.number());
    }
  }

  /** The last access of an instruction; a new one if it is not known. */
  public SiteAccess of(int site) {
    SiteAccess access = bySite[site & bySite.length - 1];
    if (access.site == site) {
      return access;
    }
    if (access != NONE && ++replaced > bySite.length && bySite.length < MOST) {
      clear(2 * bySite.length);
    }
    SiteAccess added = new SiteAccess(site);
    bySite[site & bySite.length - 1] = added;
    return added;
  }

  /** A walk has got a record. Some of those that are listed may have ended since. */
  public void list(SiteAccess walk) {
    if (walk.isListed) {
      return;
    }
    if (opened == open.length) {
      open = Grown.copy(open, new SiteAccess[2 * opened]);
    }
    walk.isListed = true;
    open[opened++] = walk;
  }

  /** How many walks are listed. */
  public int listed() {
    return opened;
  }

  /** A walk that is listed. */
  public SiteAccess listed(int at) {
    return open[at];
  }

  /** All walks that are listed have ended. */
  public void clearList() {
    for (int i = 0; i < opened; i++) {
      open[i].isListed = false;
      open[i] = null;
    }
    opened = 0;
  }

  /** Whether so many walks are listed that it is better to end them. */
  public boolean isListFull() {
    return opened == MOST;
  }
}
