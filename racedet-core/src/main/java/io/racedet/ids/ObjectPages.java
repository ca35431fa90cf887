package io.racedet.ids;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * An object for each id that has been used, in pages; a page whose ids have all been forgotten
 * takes no memory. Not thread-safe.
 */
public final class ObjectPages<T> {
  private static final int PAGE_SHIFT = 6;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final Object[] NONE = new Object[PAGE]; // never written
  private static final long ALL = -1; // the ids of a page

  private final Supplier<T> create;
  private Object[][] pages = {};
  private long[] forgotten = {}; // by page, a bit for each id

  /** Creates the state without an object; the supplier creates that of an id. */
  public ObjectPages(Supplier<T> create) {
    this.create = create;
  }

  /** The object of an id, null for none. */
  @SuppressWarnings("unchecked") // only such objects are put
  public T get(int id) {
    int page = id >>> PAGE_SHIFT;
    return page < pages.length ? (T) pages[page][id & PAGE - 1] : null;
  }

  /** The object of an id, a new one if it has none. */
  public T of(int id) {
    T known = get(id);
    return known != null ? known : add(id);
  }

  private T add(int id) {
    int page = id >>> PAGE_SHIFT;
    if (page >= pages.length) {
      int known = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, known + (known >> 1)));
      Arrays.fill(pages, known, pages.length, NONE);
      forgotten = Arrays.copyOf(forgotten, pages.length);
    }
    if (pages[page] == NONE) {
      pages[page] = new Object[PAGE];
    }
    T added = create.get();
    pages[page][id & PAGE - 1] = added;
    return added;
  }

  /** More than each id that has an object. */
  public int end() {
    return pages.length << PAGE_SHIFT;
  }

  /** Forgets an id, which may become that of something else. */
  public void forget(int id) {
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

  private static boolean isBlank(Object[] page) {
    for (Object each : page) {
      if (each != null) {
        return false;
      }
    }
    return true;
  }
}
