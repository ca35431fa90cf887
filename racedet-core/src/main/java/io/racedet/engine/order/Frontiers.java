package io.racedet.engine.order;

import io.racedet.clock.Frontier;
import java.util.Arrays;

/**
 * A frontier for each id of a space, in pages; a page whose ids have all been forgotten takes no
 * memory. Not thread-safe.
 */
final class Frontiers {
  private static final int PAGE_SHIFT = 6;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final Frontier[] NONE = new Frontier[PAGE]; // never written
  private static final long ALL = -1; // the ids of a page

  private Frontier[][] pages = {};
  private long[] forgotten = {}; // by page, a bit for each id

  /** Creates the state without a frontier. */
  Frontiers() {}

  /** The frontier of an id, null for none. */
  Frontier get(int id) {
    int page = id >>> PAGE_SHIFT;
    return page < pages.length ? pages[page][id & PAGE - 1] : null;
  }

  /** The frontier of an id, an empty one if it has none. */
  Frontier ensure(int id) {
    int page = id >>> PAGE_SHIFT;
    if (page >= pages.length) {
      int known = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, known + (known >> 1)));
      Arrays.fill(pages, known, pages.length, NONE);
      forgotten = Arrays.copyOf(forgotten, pages.length);
    }
    if (pages[page] == NONE) {
      pages[page] = new Frontier[PAGE];
    }
    Frontier[] of = pages[page];
    if (of[id & PAGE - 1] == null) {
      of[id & PAGE - 1] = new Frontier();
    }
    return of[id & PAGE - 1];
  }

  /** Forgets an id, which may become that of something else. */
  void forget(int id) {
    int page = id >>> PAGE_SHIFT;
    if (page >= pages.length || pages[page] == NONE) {
      return;
    }
    pages[page][id & PAGE - 1] = null;
    forgotten[page] |= 1L << id;
    if (forgotten[page] == ALL) {
      forgotten[page] = 0;
      if (isBlank(pages[page])) {
        pages[page] = NONE;
      }
    }
  }

  private static boolean isBlank(Frontier[] page) {
    for (Frontier each : page) {
      if (each != null) {
        return false;
      }
    }
    return true;
  }
}
